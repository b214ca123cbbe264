// The desk: a board that asks the judge about everything. It knows no rules: cells, moves and sentences are the judge's.

const LONG_TOUCH = 500; // milliseconds after which a touch draws an arrow
const CELL = 1.2; // how much larger than its middle a cell is
const LIFTED = 6; // pixels after which a press is a drag
const MOST_LISTED = 200; // games in the list at once
const MOST_PROBLEMS = 20; // of a record that are shown beside it
const PAWN = "P"; // the letter of pieces that make a structure
const RIVALS = [[1, 6], [10, 21]]; // the numbers of signs of which a move has one: how good it is, who stands better
const FILTERS = ["player", "result", "variant", "year", "opening"]; // of the list of games, as the judge calls them

// The columns of the list of games, and what they are called.
const columns = () => ({ game: t("No."), players: t("Players"), result: t("Result"), event: t("Event"), date: t("Date"), opening: t("Opening"), variant: t("Game") });

// The results of games as a bar: of those that have ended, how many in a hundred ended so. They stand in the order they come in.
function shares(results) {
  const ended = Object.entries(results).filter(([result]) => result !== "*");
  const all = ended.reduce((sum, [, count]) => sum + count, 0);
  const parts = ended.map(([result, count]) => {
    const part = element("span", { "data-result": result }, `${Math.round((100 * count) / all)} %`);
    part.style.flexGrow = count;
    return part;
  });
  const told = Object.entries(results).map(([result, count]) => `${result}: ${count}`).join(", ");
  return parts.length ? element("div", { class: "shares", role: "img", "aria-label": told, title: told }, ...parts) : told;
}

// Bytes as text if they are UTF-8, else nothing.
function utf8(bytes) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), diagnostics: [] };
  } catch {
    return null;
  }
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}

const THEME = "fairyscore-theme"; // where a browser keeps the colours of the page

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);

// The board of pages, with an element for every cell, and outlines that come from the data.
class DeskBoard extends Board {
  constructor(picture, data) {
    super(picture, data, []);
    this.cells = picture.querySelector(":scope > .cells");
    this.fields = new Map([...this.cells.querySelectorAll("[data-field]")].map((field) => [field.dataset.field, field]));
    this.index = new Map(data.geometry.cells.map((name, cell) => [name, cell]));
  }

  outline(cell) {
    return this.data.geometry.outlines[cell];
  }

  turn(view) {
    super.turn(view);
    this.cells.setAttribute("transform", this.turning);
  }

  // The name of the cell at a point of the screen.
  nameAt(x, y) {
    const under = /** @type {any} */ (document.elementFromPoint(x, y)?.closest("[data-field], [data-cell]"));
    return under && this.picture.contains(under) ? (under.dataset.field ?? under.dataset.cell) : undefined;
  }

  numbers(names) {
    return names.map((name) => this.index.get(name));
  }

  // What a position of the judge is for `Board`.
  drawn(position) {
    const { placed, marks } = position;
    const move = position.last.length ? this.numbers(position.last) : null;
    return { placed, marks, move, gone: this.numbers(position.gone), checks: this.numbers(position.checks) };
  }
}

// A word as a sentence begins with it.
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

// Why a move is not legal, as one sentence with the rules.
function reasonsOf({ reasons }) {
  return reasons.map(({ message, rule }) => (rule ? `${message} (${rule})` : message)).join("; ");
}

// What is wrong with a record, and where.
function sentenceOf({ line, column, message }) {
  return line ? `${t("line {line}, column {column}", { line, column })}: ${message}` : message;
}

class Desk {
  // first: the answer to `open` of the game that the page begins with. judge: answers requests (`judge.js`).
  constructor(first, judge) {
    Object.assign(WORDS, first.words);
    this.judge = { carries: judge.carries, ask: (request) => judge.ask({ spoken: this.look.spoken, ...request }) };
    this.known = new Map([[first.board.number, first.defined]]); // board number -> how many drawings of it the page has
    this.queue = Promise.resolve();
    this.throw = 0;
    this.view = 0;
    this.shown = 0; // positions so far; tests wait for it, never for time
    this.live = $("live");
    this.drafts = new Drafts(judge.place, judge.session);
    this.look = new BoardLook(document.documentElement, document, () => this.board, () => this.turn(() => this.speak()));
    this.order = { sort: "game", descending: false }; // of the list of games
    document.documentElement.classList.add("playing-back");
    this.engines = new DeskEngines(this, first.helpers);
    this.take(first, true);
    this.listen();
    this.turn(() => this.begin());
  }

  // -- asking

  // Everything that asks the judge happens one after the other; clicks meanwhile are kept.
  turn(act) {
    this.queue = this.queue.then(act).catch((fault) => this.say(String(fault.message ?? fault)));
    return this.queue;
  }

  async ask(op, more = {}) {
    const { game, revision, at, board } = this.scene;
    const answer = await this.judge.ask({ op, game, revision, at, known: this.known.get(board.number) ?? 0, ...more });
    if (answer.error?.code === "stale") {
      this.take(await this.judge.ask({ op: "open", game }));
      this.say(answer.error.message);
      return undefined;
    }
    if (answer.error) {
      this.say(answer.error.message);
      return undefined;
    }
    return answer;
  }

  say(text) {
    $("state").textContent = text;
  }

  async begin() {
    if (this.look.spoken) await this.speak();
    if (!(await this.listGames())) return;
    if (this.judge.carries) {
      $("link").hidden = false;
      await this.fromLink();
      this.carries = true; // from now on the address has the game that is shown
    }
    this.offerDrafts();
    document.documentElement.dataset.judge = "ready";
  }

  // Show moves and cells in the notation that is chosen.
  async speak() {
    const { game, at } = this.scene;
    this.take(await this.judge.ask({ op: "open", game, at }));
  }

  // What dialogs offer; asked when the first of them opens, since the judge reads all formats for it.
  async learn() {
    if (this.about) return;
    const about = await this.judge.ask({ op: "about" });
    if (about.error) return this.say(about.error.message);
    this.about = about;
    $("variants").append(...about.variants.map((name) => new Option(name, name)));
    $("format").append(...about.formats.map((name) => new Option(name, name)));
    $("format").value = "pgn";
  }

  // A game in progress is a link: the record in the fragment, and before it the place that is shown, if not the end.
  async fromLink() {
    const [, place, text] = /^(?:(\d+)~)?(.*)$/s.exec(decoded(location.hash.slice(1)));
    if (!text) return;
    const read = await this.judge.ask({ op: "read", text });
    if (!read.games?.length) return this.say(t("The link has no game that can be read."));
    const [{ game }] = read.games;
    this.take(await this.judge.ask({ op: "open", game }));
    await this.goTo(this.tree.inOrder[Number(place)] ?? this.tree.end(0));
  }

  // What leads to the place that is shown, behind the address of the page.
  get fragment() {
    const { at, record } = this.scene;
    const place = at === this.tree.end(0) ? "" : `${this.tree.inOrder.indexOf(at)}~`;
    return `#${encodeURIComponent(place + record.trim())}`;
  }

  // -- what is in no file yet

  // Keep a changed game, so that it is there after the page was closed.
  keepDraft() {
    const { game, file, record, changed } = this.scene;
    if (changed) this.drafts.keep({ game, file, record, title: document.title });
  }

  // Games that an earlier visit has left unsaved; those that the link has brought are open already.
  offerDrafts() {
    for (const draft of this.drafts.earlier.filter(({ record }) => record === this.scene.record)) {
      this.drafts.drop(draft);
      this.scene.changed = true;
      this.keepDraft(); // it is of this visit now
    }
    const entries = this.drafts.earlier.map((draft) => {
      const [open, drop] = [t("Restore"), t("Discard")].map((text) => element("button", { type: "button" }, text));
      open.addEventListener("click", () => this.turn(() => this.restore(draft)));
      drop.addEventListener("click", () => this.forget(draft));
      const from = [draft.title, draft.file, new Date(draft.time).toLocaleString()].filter(Boolean).join(", ");
      return element("li", {}, `${t("Not saved: {game}", { game: from })} `, open, " ", drop);
    });
    $("drafts").replaceChildren(...entries);
  }

  // The game goes on where it was left, in the place of the one in its file where that is on the desk.
  async restore(draft) {
    const { games = [] } = await this.judge.ask({ op: "list" });
    const here = draft.file && games.find(({ game, file }) => game === draft.game && file === draft.file);
    const wanted = { game: draft.game, text: draft.record };
    const answer = await this.judge.ask(here ? { op: "restore", ...wanted } : { op: "read", text: draft.record });
    if (answer.error || (!here && !answer.games.length)) return this.say(answer.error?.message ?? t("The game cannot be read."));
    this.forget(draft);
    await this.openGame(here ? draft.game : answer.games[0].game);
    this.scene.changed = true;
    this.keepDraft();
    return this.end();
  }

  forget(draft) {
    this.drafts.drop(draft);
    this.offerDrafts();
  }

  // -- what is shown

  // An answer with a whole game, perhaps on another board.
  take(answer, isFirst = false) {
    if (!answer || answer.error) return this.say(answer?.error?.message ?? "");
    const before = this.scene;
    this.scene = { ...before, ...answer };
    if (answer.board && (isFirst || before.board.number !== answer.board.number)) this.setBoard(answer, isFirst);
    this.entries = new Map(answer.tree.map((entry) => [entry.node, entry]));
    this.relate();
    this.showHeading(answer);
    $("save").hidden = !answer.saves;
    const problems = answer.diagnostics.slice(0, MOST_PROBLEMS);
    $("problems").replaceChildren(...problems.map((one) => element("li", {}, sentenceOf(one))));
    this.list();
    this.show(answer);
    this.showTags();
  }

  // Who plays, where and when, as above the games of pages; the game alone where nobody is named.
  showHeading({ heading, result }) {
    const { players, event, details } = heading;
    const named = players.some(Boolean) ? players.map((name, seat) => name || this.rules.seats[seat]).join(" – ") : this.rules.title;
    $("title").replaceChildren(named, ...(result === "*" ? [] : [" ", element("span", { class: "result" }, result)]));
    document.title = players.some(Boolean) ? `${named} · ${this.rules.title}` : named;
    const rows = [...(event ? [[t("Event"), event]] : []), ...details.filter(([term]) => players.some(Boolean) || term !== t("Game"))];
    $("details").replaceChildren(...rows.map(([term, text]) => element("div", {}, element("dt", {}, term), " ", element("dd", {}, text))));
  }

  setBoard(answer, isFirst) {
    if (!isFirst) {
      document.querySelector("svg.board").outerHTML = answer.picture;
      this.view = 0;
    }
    this.rules = { ...answer.board, looks: answer.looks };
    this.define(answer);
    this.board = new DeskBoard(document.querySelector("svg.board"), this.rules);
    this.board.picture.setAttribute("role", "group");
    for (const view of this.rules.views.keys()) if (view === this.view) this.board.turn(view);
    this.cursor = this.rules.geometry.cells[0];
    $("notation").replaceChildren(new Option(t("usual"), ""), ...answer.board.notations.map((name) => new Option(name, name)));
    this.throw = 0;
    this.look.apply();
    this.listenToBoard();
  }

  // Drawings that the page does not have yet.
  define({ definitions, board = this.scene.board }) {
    const known = this.known.get(board.number) ?? 0;
    if (!document.getElementById(`defined-${board.number}`)) {
      $("definitions").append(svg("g", { id: `defined-${board.number}` }));
    }
    if (definitions?.length) document.getElementById(`defined-${board.number}`).insertAdjacentHTML("beforeend", definitions.join(""));
    this.known.set(board.number, known + (definitions?.length ?? 0));
  }

  // The tree of moves, from what each entry says of itself.
  relate() {
    this.tree = new MoveTree(0);
    for (const { node, parent, instead } of this.entries.values()) if (node) this.tree.add(node, parent, instead);
  }

  // A place in the game.
  show(answer) {
    const before = this.scene.position;
    this.scene = { ...this.scene, ...answer };
    const { position, at, record, result } = this.scene;
    if (answer.looks) this.rules.looks = answer.looks;
    if (answer.definitions && !answer.board) this.define(answer);
    this.board.data = this.rules;
    this.unselect();
    const drawn = this.board.drawn(position);
    const moved = this.tree.before(at) === this.shownAt && position.last.length === 2 && before;
    if (moved && !this.carried && !stillness.matches) this.board.travel(this.board.drawn(before), drawn, [...drawn.move, 0], true, 120);
    else this.board.show(drawn);
    this.shownAt = at;
    this.carried = false;
    const pressed = document.activeElement?.closest("#choice, #hands button, #passes, #dice, #refusal");
    $("refusal").textContent = "";
    this.closeChoice();
    $("turn").textContent = position.status;
    $("record").textContent = record;
    $("result").textContent = result === "*" ? "" : result;
    this.board.picture.setAttribute("aria-label", `${this.rules.title}: ${position.status}`);
    this.nameFields();
    this.showHands();
    this.showDice();
    if (pressed) this.board.fields.get(this.cursor).focus({ preventScroll: true }); // the button is there no longer
    this.showPlayers();
    this.markMove();
    this.showNotes();
    if (this.carries) history.replaceState(null, "", this.fragment);
    this.keepDraft();
    this.shown += 1;
    if (!$("openings").hidden) this.turn(() => this.openings());
    this.engines.follow();
  }

  askEngine() {
    return this.engines.toggle("think");
  }

  askOpponent() {
    return this.engines.toggle("reply");
  }

  // What readers call a cell.
  called(cell) {
    const { called } = this.rules.geometry;
    return called[this.board.index.get(cell)] ?? cell;
  }

  // The cell that a reader names, as it is called here or by the board.
  cellCalled(text) {
    const { cells, called } = this.rules.geometry;
    return cells[called.indexOf(text.trim())] ?? text.trim();
  }

  nameFields() {
    const { moves, pieces, last, checks, gone } = this.scene.position;
    const many = new Map();
    for (const { from } of moves) many.set(from, (many.get(from) ?? 0) + 1);
    if (!this.board.fields.has(this.cursor)) this.cursor = this.rules.geometry.cells[0];
    for (const [name, field] of this.board.fields) {
      const ways = many.get(name);
      field.setAttribute("role", "button");
      field.setAttribute("tabindex", name === this.cursor ? "0" : "-1");
      const facts = [
        this.called(name),
        pieces[name] ?? (gone.includes(name) ? this.rules.wall_name || t("gone") : t("empty")),
        ...(checks.includes(name) ? [t("in check")] : []),
        ...(ways ? [ways > 1 ? t("{count} moves", { count: ways }) : t("one move")] : []),
        ...(last.includes(name) ? [t("last move")] : []),
      ];
      field.setAttribute("aria-label", facts.join(", "));
    }
  }

  // The moves as a table, a column for each player; what stands beside a move comes behind it, in a row of its own.
  list() {
    this.line = element("div", { class: `line seats-${this.rules.seats.length}` });
    for (const node of this.tree.line(0)) this.append(this.entries.get(node));
    const start = this.entries.get(0);
    $("moves").replaceChildren(...(start?.comment ? [this.commentOf(start, "p")] : []), this.line);
    this.graph();
  }

  // A move at the end of the main line, behind those in the list.
  append(entry) {
    const last = /** @type {any} */ (this.line.lastElementChild);
    const round = last?.matches("a") ? this.entries.get(Number(last.dataset.node)).round : undefined;
    if (round !== entry.round) this.line.append(element("i", {}, entry.number));
    const aside = this.aside(entry);
    this.line.append(this.linkOf(entry), ...(aside ? [aside] : []));
  }

  // The list after a new move: those that stand there stay where the move is at the end of the main line.
  listed(entry) {
    if (entry.instead !== undefined || this.tree.end(0) !== entry.node) return this.list();
    this.append(entry);
    this.graph();
  }

  // The place that is shown is marked in the list, and in sight.
  markMove() {
    $("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = $("moves").querySelector(`[data-node="${this.scene.at}"]`);
    current?.setAttribute("aria-current", "true");
    if (current) inSight(current, $("score"));
    this.markGraph();
  }

  aside(entry) {
    const { node, comment } = entry;
    const variations = this.tree.variations.get(node) ?? [];
    if (!comment && !variations.length) return undefined;
    const lines = variations.map((first) => element("div", { class: "variation" }, ...this.lineFrom(first)));
    return element("div", { class: "aside" }, ...(comment ? [this.commentOf(entry, "p")] : []), ...lines);
  }

  // A comment, which is changed where it stands.
  commentOf({ node, comment }, kind) {
    return element(kind, { class: "comment", dir: "auto", "data-comment": node, tabindex: 0, role: "button", title: t("Change the comment") }, comment);
  }

  // A box in the place of a comment; what is written there is kept when it is left.
  editComment(shown) {
    const node = Number(shown.dataset.comment);
    const before = this.entries.get(node).comment ?? "";
    const box = element("textarea", { rows: 2, "aria-label": t("Comment") });
    box.value = before;
    shown.replaceWith(box);
    box.focus();
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") box.value = before;
      if (event.key === "Escape" || (event.key === "Enter" && !event.shiftKey)) box.blur();
    });
    box.addEventListener("blur", () => this.turn(async () => {
      if (box.value === before) return this.list();
      await this.goTo(node);
      await this.edit("annotate", { comment: box.value });
    }), { once: true });
  }

  // A variation as text, with its own variations in brackets.
  lineFrom(first) {
    const made = [];
    let numbered;
    for (const node of [first, ...this.tree.line(first)]) {
      const entry = this.entries.get(node);
      const shown = numbered === entry.round ? [] : [element("span", { class: "number" }, entry.number)];
      made.push(element("span", { class: "numbered" }, ...shown, this.linkOf(entry)), " ");
      numbered = entry.round;
      if (entry.comment) {
        made.push(this.commentOf(entry, "span"), " ");
        numbered = undefined;
      }
      for (const variation of this.tree.variations.get(node) ?? []) {
        made.push(element("span", { class: "variation" }, "(", ...this.lineFrom(variation).slice(0, -1), ")"), " ");
        numbered = undefined;
      }
    }
    return made;
  }

  linkOf({ node, text, seat, clk, eval: stands, signs = [] }) {
    const glyphs = signs.map(([glyph, title]) => element("b", title ? { title } : {}, glyph));
    const attributes = { href: `#${node}`, class: `s${seat}`, "data-ply": this.tree.ply(node), "data-node": node };
    const beside = [stands, clk].filter(Boolean).map((text) => element("small", { class: "beside" }, text));
    return element("a", attributes, element("span", { class: "numbered" }, text, ...glyphs), ...beside);
  }

  showHands() {
    const { hands } = this.scene.position;
    const drops = new Set(this.scene.position.moves.filter(({ from, to }) => !from && to).map(({ promotion }) => promotion));
    const rows = hands.map((held, seat) => {
      const buttons = held.map(({ letter, name, look, count }) => {
        const mine = seat === this.scene.position.turn;
        const label = t("{piece} in hand: {count}", { piece: t("{owner} {piece}", { owner: this.rules.seats[seat], piece: name }), count });
        const button = element("button", { type: "button", "data-drop": mine ? letter : undefined, "aria-label": label, title: label }, iconOf(this.rules, look, this.board.upsideDown), `${count}`);
        if (mine && drops.has(letter)) button.classList.add("usable");
        return button;
      });
      return element("div", { class: "hand", "data-seat": seat }, ...buttons);
    });
    // Of who sits at the bottom at the lower end of the board, of the others at the upper one.
    const [far, near] = document.querySelectorAll("#hands > .hands");
    const bottom = this.rules.views[this.view].seat;
    far.replaceChildren(...(this.rules.hands ? rows.filter((_, seat) => seat !== bottom) : []));
    near.replaceChildren(...(this.rules.hands ? [rows[bottom]] : []));
    const loose = this.scene.position.moves.filter(({ from, to }) => !from && !to);
    const passes = loose.map(({ text }) => element("button", { type: "button", "data-move": text }, /^(\d+: )?--$/.test(text) ? t("Pass ({text})", { text }) : text));
    $("passes").replaceChildren(...passes);
  }

  // Who plays, what is left on each clock here, and whose turn it is.
  showPlayers() {
    const { position, at } = this.scene;
    const clocks = [];
    for (const here of this.tree.path(at)) {
      const { seat, left } = this.entries.get(here);
      clocks[seat] = left ?? clocks[seat];
    }
    const rows = this.rules.seats.map((seat, number) => {
      const named = this.scene.heading.players[number];
      const parts = [element("span", { class: "who" }, named || capital(seat)), ...(named ? [element("span", { class: "seat" }, seat)] : [])];
      if (clocks[number] !== undefined) parts.push(element("span", { class: "clock" }, time(Math.round(clocks[number]))));
      const mine = number === position.turn && !position.outcome;
      return element("li", { "data-seat": number, class: mine ? "to-move" : undefined }, ...parts);
    });
    $("players").replaceChildren(...rows);
  }

  showDice() {
    const eyes = [...new Set(this.scene.position.moves.map((move) => move.throw))].filter(Boolean).sort((one, other) => one - other);
    $("dice").hidden = !eyes.length;
    if (!eyes.includes(this.throw)) this.throw = 0;
    const roll = element("button", { type: "button", "data-roll": "" }, t("Throw the dice"));
    const buttons = eyes.map((number) => element("button", { type: "button", "data-throw": number, "aria-pressed": String(number === this.throw), "aria-label": t("throw {throw}", { throw: number }) }, die(number)));
    $("dice").replaceChildren(roll, ...buttons);
  }

  showNotes() {
    const entry = this.entries.get(this.scene.at) ?? {};
    $("comment").value = entry.comment ?? "";
    this.showSigns(entry);
    const seconds = (entry.clk ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    $("clock").value = entry.clk && Number.isFinite(seconds) ? seconds : ""; // a record may have what is no time
    $("eval").value = entry.eval ?? "";
  }

  // The signs of the move are pressed; those that have no button get one for as long as they are there.
  showSigns({ nags = [], signs = [] }) {
    for (const button of $("signs").querySelectorAll("[data-rare]")) button.remove();
    nags.forEach((nag, place) => {
      if ($("signs").querySelector(`[data-nag="${nag}"]`)) return;
      const [glyph, title] = signs[place];
      $("signs").append(element("button", { type: "button", "data-nag": nag, "data-rare": "", title: title || undefined }, glyph));
    });
    for (const button of $("signs").querySelectorAll("[data-nag]")) {
      button.setAttribute("aria-pressed", String(nags.includes(Number(button.dataset.nag))));
    }
    $("sign").value = "";
  }

  // Give a move a sign, or take it away; only one that judges the same gives way, all others stay.
  sign(nag) {
    const { nags = [] } = this.entries.get(this.scene.at) ?? {};
    if (nags.includes(nag)) return this.edit("annotate", { nags: nags.filter((other) => other !== nag) });
    const [first, last] = RIVALS.find(([first, last]) => first <= nag && nag <= last) ?? [nag, nag];
    const others = nags.filter((other) => other < first || other > last);
    return this.edit("annotate", { nags: first === 1 ? [nag, ...others] : [...others, nag] });
  }

  typedSign(text) {
    const glyph = [...$("signs").querySelectorAll("[data-nag]")].find((button) => button.textContent === text);
    const number = /^\$?(\d{1,4})$/.exec(text)?.[1] ?? glyph?.dataset.nag;
    return number === undefined ? this.say(t("{text} is no sign; write $ and its number.", { text })) : this.sign(Number(number));
  }

  // How the main line stood, and the clocks; the graph is made anew only where something in it is new.
  graph() {
    const moves = this.tree.line(0).map((node) => this.entries.get(node)).map(({ eval: text, left, seat, round: number, signs = [] }) => {
      return { eval: text?.split(",")[0], left, seat, number, signs: signs.map(([sign]) => sign) };
    });
    const content = JSON.stringify(moves);
    if (content !== this.drawnGraph) {
      const open = this.graphed?.open ?? false;
      this.drawnGraph = content;
      this.graphed = graphOf(moves, this.rules.seats, (place) => this.turn(() => this.goTo(this.tree.line(0)[place])));
      $("graph").replaceChildren(...(this.graphed ? [this.graphed] : []));
      this.graphed?.addEventListener("toggle", () => this.markGraph());
      if (this.graphed) this.graphed.open = open;
    }
  }

  markGraph() {
    const line = this.tree.line(0);
    markGraph(this.graphed, line.indexOf(this.scene.at), line.length);
  }

  // -- going through the game

  async goTo(at) {
    const answer = await this.ask("position", { at });
    if (!answer) return;
    this.show(answer);
    this.live.textContent = this.entries.get(at).text ?? t("Start of the game");
  }

  start() {
    return this.goTo(0);
  }

  back() {
    const before = this.tree.before(this.scene.at);
    return before === undefined ? undefined : this.goTo(before);
  }

  forward() {
    const next = this.tree.after(this.scene.at);
    return next === undefined ? undefined : this.goTo(next);
  }

  end() {
    return this.goTo(this.tree.end(this.scene.at));
  }

  flip() {
    this.view = (this.view + 1) % this.rules.views.length;
    this.board.turn(this.view);
    this.board.show(this.board.drawn(this.scene.position));
    this.showHands();
    this.engines.follow();
  }

  // -- playing

  // The moves that fit what is in hand ({from} or {drop}), with the throw that is on the table.
  fitting({ from, drop }) {
    const { moves } = this.scene.position;
    const fits = moves.filter((move) => (drop ? !move.from && move.promotion === drop : move.from === from));
    return this.throw ? fits.filter((move) => move.throw === this.throw) : fits;
  }

  select(held) {
    this.unselect();
    this.held = held;
    const { pieces } = this.scene.position;
    const goals = [...new Set(this.fitting(held).map(({ to }) => to))];
    this.board.land();
    const own = held.from === undefined ? undefined : this.board.index.get(held.from);
    /** @type {Array<[number, boolean]>} */
    const targets = goals.filter((to) => to).map((to) => [this.board.index.get(to), to in pieces]);
    this.board.showTargets(own ?? targets[0]?.[0] ?? 0, targets);
    for (const button of $("hands").querySelectorAll("[data-drop]")) button.setAttribute("aria-pressed", String(button.dataset.drop === held.drop));
  }

  unselect() {
    this.held = undefined;
    if (this.waiting) this.board.show(this.board.drawn(this.scene.position)); // half of a move is taken back
    this.waiting = undefined;
    this.closeChoice(); // by Escape, or another piece
    this.board.layer.over.replaceChildren();
    this.board.annotated(this.board.layer.over, this.scene.position.marks[1]);
    for (const button of $("hands").querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", "false");
  }

  // A cell is pressed, by whatever means.
  press(cell) {
    this.point(cell);
    if (this.picked) return this.pickCell(cell);
    if (this.waiting) {
      const move = this.waiting.find((one) => one.put_on === cell);
      if (move) return this.play({ move: move.text });
    }
    const { moves, pieces } = this.scene.position;
    const meant = this.held && this.fitting(this.held).some(({ to }) => to === cell);
    if (this.held?.from === cell && !meant) return this.unselect();
    const own = moves.some(({ from }) => from === cell);
    if (this.held && (meant || !own)) return this.put(cell);
    if (cell in pieces) return this.select({ from: cell });
    return this.unselect();
  }

  put(to) {
    return this.play({ ...this.held, to });
  }

  // Whatever was entered: moves are played, a position begins a game, a record is read.
  async enter(text) {
    const found = await this.ask("enter", { text });
    if (!found) return;
    if (found.fen) await this.opened(await this.judge.ask({ op: "new", variant: this.scene.variant, fen: found.fen }));
    else if (found.record) await this.readEntered(found.record);
    else for (const move of found.moves) await this.play({ move });
  }

  // A game that has just been made is shown; what was wrong is said.
  async opened(answer) {
    this.take(answer);
    if (!answer.error) await this.listGames();
  }

  // Games that were entered as text; what is wrong with them is shown where games are imported.
  async readEntered(text) {
    const { games = [], error } = await this.judge.ask({ op: "read", text });
    if (games.length) return this.openGame(games[0].game);
    if (error) return this.say(error.message);
    $("text").value = text;
    await this.askRead();
    return this.check();
  }

  async play(wanted) {
    if (this.training) return this.guess(wanted);
    const answer = await this.ask("play", { ...wanted, throw: this.throw });
    if (!answer) return;
    if (answer.choose) this.offer(answer.choose);
    else if (answer.refused) this.refuse(answer.refused);
    else await this.played(answer);
  }

  async played(answer) {
    this.say("");
    const knows = (node) => node === undefined || this.entries.has(node); // another page may have played meanwhile
    if (answer.entry && knows(answer.entry.parent) && knows(answer.entry.instead)) {
      const { node, parent, instead } = answer.entry;
      this.entries.set(node, answer.entry);
      this.tree.add(node, parent, instead);
      this.listed(answer.entry);
    } else if (!this.entries.has(answer.at)) {
      this.take(await this.judge.ask({ op: "open", game: answer.game, at: answer.at, known: this.known.get(this.rules.number) }));
      return;
    }
    this.throw = 0;
    const { result } = this.scene;
    this.show(answer);
    if (answer.result !== result) {
      this.showTags();
      await this.listGames();
    }
    this.live.textContent = `${this.entries.get(answer.at).text}. ${answer.position.status}`;
  }

  // Several moves fit: a second cell is clicked where that tells them apart; else one is chosen on the cell that is reached,
  // by the piece that comes to stand there, or by its name.
  offer(texts) {
    const moves = this.scene.position.moves.filter(({ text }) => texts.includes(text));
    const cells = new Set(moves.map((move) => move.put_on));
    if (!cells.has(undefined) && cells.size === moves.length) {
      this.waiting = moves;
      this.standAfter(moves[0]);
      this.board.showTargets(this.board.index.get(moves[0].to), [...cells].map((cell) => [this.board.index.get(cell), false]));
      $("turn").textContent = t("Where does the second part of the move go? Click a cell.");
    }
    const label = (move) => [move.throw && !this.throw ? `${t("throw {throw}", { throw: move.throw })}:` : "", move.becomes ?? move.put ?? move.shown ?? move.text, move.put_on && move.put ? this.called(move.put_on) : ""].filter(Boolean).join(" ");
    const labels = moves.map(label);
    const looks = new Set(moves.map(({ look }) => look));
    const onBoard = looks.size === moves.length && !looks.has(undefined) && new Set(moves.map(({ to }) => to)).size === 1;
    const made = moves.map((move, number) => {
      const unique = labels.indexOf(labels[number]) === labels.lastIndexOf(labels[number]);
      const name = unique ? labels[number] : (move.shown ?? move.text);
      const content = onBoard ? [iconOf(this.rules, move.look, this.board.upsideDown), element("span", { class: "said" }, name)] : [name];
      return element("button", { type: "button", "data-move": move.text, title: onBoard ? name : undefined }, ...content);
    });
    if (this.waiting) return;
    $("choice").replaceChildren(...made);
    if (onBoard) this.placeChoice(moves[0].to);
    made[0]?.focus({ preventScroll: onBoard });
  }

  // Half of a move is made: its piece stands where it went, until the other half comes or the move is given up.
  standAfter({ from, to }) {
    const placed = [...this.scene.position.placed];
    const [origin, target] = this.board.numbers([from, to]);
    if (origin !== undefined) [placed[target], placed[origin]] = [placed[origin], NOBODY];
    this.board.layer.pieces.replaceChildren(...this.board.standing(placed, () => true));
  }

  // The pieces of which one is chosen stand on the cell that is reached, and on those towards the middle of the board.
  placeChoice(cell) {
    const choice = $("choice");
    const [stage, board] = [choice.parentElement, this.board.picture].map((one) => one.getBoundingClientRect());
    const field = this.board.fields.get(cell).getBoundingClientRect();
    const [size, middle] = [field.width * CELL, field.top + field.height / 2];
    const length = size * choice.childElementCount;
    const upper = middle < board.top + board.height / 2;
    const top = upper ? middle - size / 2 : middle + size / 2 - length;
    choice.classList.add("on-board");
    choice.classList.toggle("upwards", !upper);
    choice.style.setProperty("--cell", `${size}px`);
    choice.style.left = `${field.left + field.width / 2 - size / 2 - stage.left}px`;
    choice.style.top = `${Math.max(0, Math.min(top - stage.top, stage.height - length))}px`;
  }

  closeChoice() {
    $("choice").classList.remove("on-board");
    $("choice").replaceChildren();
  }

  // Training: what comes is hidden, and the reader finds it; a game goes on where the move is that of the record.
  train() {
    this.training = !this.training;
    $("train").setAttribute("aria-pressed", String(this.training));
    document.documentElement.classList.toggle("training", this.training);
    this.tab("score");
  }

  async guess(wanted) {
    const next = this.entries.get(this.tree.after(this.scene.at));
    if (!next) return this.say(t("The line ends here."));
    const { legal, moves = [], refused } = (await this.ask("explain", { ...wanted, throw: this.throw })) ?? {};
    if (refused) return this.refuse(refused);
    if (!legal) return undefined;
    this.carried = false;
    if (moves.includes(next.text)) {
      this.carried = true;
      await this.goTo(next.node);
      return this.say(t("{move}: that was played.", { move: `${next.number} ${next.text}` }));
    }
    this.unselect();
    const show = element("button", { type: "button", "data-do": "forward" }, t("Show the move"));
    const wrong = t("{move} was not played here.", { move: moves[0] });
    $("refusal").replaceChildren(`${wrong} `, show);
    this.live.textContent = wrong;
    return undefined;
  }

  refuse({ reasons, suggestions }) {
    this.carried = false;
    this.unselect();
    const why = reasonsOf({ reasons });
    const meant = suggestions.map((text) => element("button", { type: "button", "data-move": text }, text));
    $("refusal").replaceChildren(why, ...(meant.length ? [". ", t("Did you mean:"), " ", ...meant] : []));
    this.live.textContent = why;
  }

  roll() {
    const eyes = [...$("dice").querySelectorAll("[data-throw]")].map((button) => Number(button.dataset.throw));
    this.choose(eyes[Math.floor(Math.random() * eyes.length)]);
  }

  choose(number) {
    this.throw = this.throw === number ? 0 : number;
    for (const button of $("dice").querySelectorAll("[data-throw]")) button.setAttribute("aria-pressed", String(Number(button.dataset.throw) === this.throw));
    this.live.textContent = t("throw {throw}", { throw: number });
  }

  // -- editing

  async edit(op, more = {}) {
    const answer = await this.ask(op, more);
    if (answer) this.take(answer);
  }

  // Against an opponent both moves are taken back.
  async undo() {
    await this.edit("undo");
    if (this.engines.on.reply && this.engines.isOpponents && this.scene.at) await this.edit("undo");
  }

  promote() {
    return this.edit("promote");
  }

  toMain() {
    return this.edit("promote", { main: true });
  }

  remove() {
    return this.edit("remove");
  }

  // An arrow, or a marked cell, comes or goes.
  mark(from, to, colour) {
    const { arrows, fields } = this.scene.position;
    const [kind, all, names] = from === to ? ["fields", fields, from] : ["arrows", arrows, from + to];
    const others = all.filter((one) => one.split(":")[1] !== names);
    const same = all.includes(`${colour}:${names}`);
    return this.edit("annotate", { [kind]: same ? others : [...others, `${colour}:${names}`] });
  }

  async save(how = "") {
    const answer = await this.ask("save", { how });
    if (!answer) return;
    if (answer.outside) return this.showOutside(answer.outside);
    $("outside").close();
    this.scene.changed = answer.changed;
    this.drafts.drop({ session: this.drafts.session, game: this.scene.game });
    this.say(t("Saved to {file}.", { file: answer.saved }));
  }

  // Another program has changed the file: the reader sees how, and decides.
  showOutside({ file, found, differences }) {
    const nothing = found ? t("Moves, tags and result of the game are the same in both.") : t("The game is not in it any longer.");
    $("outside-file").textContent = t("Another program has changed {file} since it was read. On this page, and in the file:", { file });
    $("differences").replaceChildren(...(differences.length ? differences : [nothing]).map((text) => element("li", {}, text)));
    for (const button of document.querySelectorAll("#outside [data-found]")) button.toggleAttribute("hidden", !found);
    $("outside").showModal();
  }

  overwrite() {
    return this.save("overwrite");
  }

  saveBeside() {
    return this.save("beside");
  }

  async merge() {
    $("outside").close();
    await this.edit("merge");
    this.say(t("What the file has besides stands here now, as variations and comments; Save writes both."));
  }

  // -- games

  // Whether there is an answer.
  async listGames() {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, $(`filter-${name}`).value]));
    const asked = { op: "list", find: $("find").value, most: MOST_LISTED, ...filters, ...this.order };
    const { games, found, all, wrong, error } = await this.judge.ask(asked);
    if (error) {
      this.say(error.message);
      return false;
    }
    $("tab-games").hidden = all < 2;
    if (all < 2 && !$("games").hidden) this.tab("score");
    $("found").textContent = wrong ?? t("{count} of {all}", { count: found, all });
    this.showColumns();
    const entries = games.map((summary) => {
      const { game, at = 0, players, result, variant } = summary;
      const who = /^[? -]*$/.test(players) ? variant : players; // nobody is named in a game that was just begun
      const button = element("button", { type: "button", "data-game": game, "data-at": at }, who);
      const shown = { ...summary, players: button, result: ` ${result} ` };
      const cells = Object.keys(columns()).map((column) => element("td", {}, /^[?.-]*$/.test(shown[column]) ? "" : shown[column]));
      return element("tr", game === this.scene.game ? { "aria-current": "true" } : {}, ...cells);
    });
    $("list").replaceChildren(...entries);
    return true;
  }

  // What the columns are called; a click sorts by one, another one turns the order.
  showColumns() {
    const { sort, descending } = this.order;
    const heads = Object.entries(columns()).map(([column, title]) => {
      const order = column === sort ? (descending ? "descending" : "ascending") : undefined;
      return element("th", { "aria-sort": order, scope: "col" }, element("button", { type: "button", "data-sort": column }, title));
    });
    $("columns").replaceChildren(...heads);
  }

  sort(column) {
    this.order = { sort: column, descending: column === this.order.sort && !this.order.descending };
    return this.listGames();
  }

  // Which of the tools beside the board is open.
  tab(id) {
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const panel = tab.getAttribute("aria-controls");
      tab.setAttribute("aria-selected", String(panel === id));
      tab.setAttribute("tabindex", panel === id ? "0" : "-1");
      $(panel).hidden = panel !== id;
    }
  }

  // Arrows go from tab to tab.
  tabKey(event) {
    const tabs = [...document.querySelectorAll("[role=tab]:not([hidden])")];
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = /** @type {any} */ (tabs[(tabs.indexOf(event.target) + way + tabs.length) % tabs.length]);
    this.tab(next.getAttribute("aria-controls"));
    next.focus();
  }

  async openGame(game, at = 0) {
    this.take(await this.judge.ask({ op: "open", game, at }));
    await this.listGames();
  }

  async askNew() {
    await this.learn();
    $("variant").value ||= this.scene.variant;
    $("new").showModal();
  }

  async make() {
    const answer = await this.judge.ask({ op: "new", variant: $("variant").value, fen: $("fen").value });
    $("new-fault").textContent = answer.error?.message ?? "";
    if (answer.error) return;
    $("new").close();
    this.take(answer);
    await this.listGames();
  }

  // A position of this game is set up, from the one that is shown; the judge says what is wrong with it.
  async setUp() {
    const answer = await this.ask("setup");
    if (!answer) return;
    const { form, looks, board, picture, definitions } = answer;
    this.define({ definitions });
    this.rules.looks = board.looks;
    const place = $("setting");
    place.replaceChildren($("setting-parts").content.cloneNode(true));
    place.querySelector(".stage").innerHTML = picture;
    const { game } = this.scene;
    const judge = async (fen) => {
      const { problems, error } = await this.judge.ask({ op: "check", game, fen });
      return problems ?? [error.message];
    };
    const { geometry } = board;
    this.setting = new Setup({ variant: this.scene.variant, words: {}, form, looks, board, geometry }, place, judge);
    this.setting.take(this.scene.position.fen);
    $("setup").showModal();
  }

  async playSetup() {
    const answer = await this.judge.ask({ op: "new", variant: this.scene.variant, fen: this.setting.fen });
    if (answer.error) return this.setting.tell([answer.error.message]);
    $("setup").close();
    this.take(answer);
    return this.listGames();
  }

  async askRead() {
    await this.learn();
    $("read-variant").value ||= this.scene.variant;
    $("read").showModal();
  }

  async check() {
    return this.readText(true);
  }

  async read() {
    const answer = await this.readText(false);
    if (!answer?.games?.length) return;
    $("read").close();
    await this.openGame(answer.games[0].game);
  }

  // A file that was dropped: its text, and what stands in it. The judge knows other encodings than UTF-8.
  async readFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const decoded = utf8(bytes) ?? (await this.judge.ask({ op: "decode", bytes: base64(bytes) }));
    $("text").value = decoded.text ?? "";
    if (!$("read").open) $("read").showModal();
    await this.check();
    const notes = decoded.error ? [decoded.error.message] : decoded.diagnostics.map(sentenceOf);
    $("diagnostics").prepend(...notes.map((note) => element("li", {}, note)));
  }

  async readText(only) {
    const answer = await this.judge.ask({ op: "read", text: $("text").value, variant: $("read-variant").value, only_check: only });
    const found = answer.error ? [{ message: answer.error.message, suggestions: [] }] : answer.diagnostics;
    const entries = found.map((one) => {
      const meant = one.suggestions.map((text) => {
        const button = element("button", { type: "button" }, text);
        button.addEventListener("click", () => this.correct(one, text));
        return button;
      });
      return element("li", {}, `${sentenceOf(one)} `, ...meant);
    });
    if (!answer.error) entries.unshift(element("li", {}, answer.count === 1 ? t("One game can be opened") : t("{count} games can be opened", { count: answer.count ?? 0 })));
    $("diagnostics").replaceChildren(...entries);
    return answer;
  }

  // What a letter says to the game that is open; its move is played only when the reader says so.
  async letter() {
    const { game } = this.scene;
    const answer = await this.judge.ask({ op: "letter", game, text: $("text").value });
    $("diagnostics").replaceChildren(...(answer.error ? [element("li", {}, answer.error.message)] : this.lettered(answer)));
  }

  lettered(answer) {
    const says = {
      offers_draw: t("a draw is offered"),
      accepts_draw: t("the draw is accepted"),
      resigns: t("the sender resigns"),
      claims_draw: t("a draw is claimed"),
    };
    const read = [
      answer.sender ? t("from {sender}", { sender: answer.sender }) : t("who wrote it is not said"),
      ...(answer.move ? [t("the move {move}", { move: answer.move })] : []),
      ...Object.keys(says).filter((key) => answer[key]).map((key) => says[key]),
    ];
    const entries = [t("read: {facts}", { facts: read.join("; ") }), ...answer.diagnostics.map(({ message }) => message)].map((text) => element("li", {}, text));
    if (!answer.plays) return entries;
    const button = element("button", { type: "button", "data-letter": "" }, t("Play {move}", { move: answer.plays }));
    button.addEventListener("click", () => this.turn(() => this.playLetter(answer)));
    return [...entries, element("li", {}, button)];
  }

  async playLetter({ at, plays }) {
    $("read").close();
    await this.goTo(at);
    await this.play({ move: plays });
  }

  // -- tags

  showTags() {
    const lines = Object.entries({ ...this.scene.tags, Result: this.scene.result }).map(([name, value]) => `${name}: ${value}`);
    $("tags").value = lines.join("\n");
  }

  // Tags whose line has gone are taken out.
  async setTags() {
    const lines = $("tags").value.split("\n").filter((line) => line.trim());
    const wrong = lines.find((line) => !/^\s*\w+\s*:/.test(line));
    if (wrong) return this.say(t("{line} is not a tag; write Name: value.", { line: wrong.trim() }));
    const gone = Object.keys(this.scene.tags).map((name) => [name, ""]);
    const set = lines.map((line) => [line.split(":")[0].trim(), line.slice(line.indexOf(":") + 1).trim()]);
    this.say("");
    await this.edit("tags", { tags: Object.fromEntries([...gone, ...set]) });
    await this.listGames();
  }

  // Put a suggestion into the text, where the move stands that it is for.
  correct({ line, column, end_column: end }, text) {
    const lines = $("text").value.split("\n");
    const letters = [...lines[line - 1]];
    letters.splice(column - 1, end - column, text);
    lines[line - 1] = letters.join("");
    $("text").value = lines.join("\n");
    return this.turn(() => this.readText(true));
  }

  async askWrite() {
    await this.learn();
    $("write").showModal();
    await this.write();
  }

  async write() {
    const answer = await this.judge.ask({ op: "write", game: this.scene.game, format: $("format").value, notation: $("notation").value });
    $("written").value = answer.text ?? "";
    const losses = answer.error ? [answer.error.message] : answer.losses.map((loss) => t("lost: {pieces}", { pieces: loss }));
    $("losses").replaceChildren(...losses.map((loss) => element("li", {}, loss)));
  }

  download() {
    saved($("written").value, `${this.scene.players}.${$("format").value}`);
  }

  copy() {
    toClipboard($("record").textContent, this.live);
  }

  copyFen() {
    toClipboard(this.scene.position.fen, this.live);
  }

  askShare() {
    $("share").showModal();
  }

  askLook() {
    $("look").showModal();
  }

  // The position as a picture, from where the reader sits.
  async picture() {
    const answer = await this.ask("draw", { options: { seat: this.rules.player_tags[this.rules.views[this.view].seat].toLowerCase() } });
    if (answer) saved(answer.svg, `${document.title}.svg`, "image/svg+xml");
  }

  async film() {
    const answer = await this.ask("film");
    if (answer) saved(answer.svg, `${document.title}.svg`, "image/svg+xml");
  }

  async gif() {
    const answer = await this.ask("film", { format: "gif" });
    if (!answer) return;
    saved(Uint8Array.from(atob(answer.gif), (letter) => letter.charCodeAt(0)), `${document.title}.gif`, "image/gif");
  }

  link() {
    toClipboard(location.href.split("#")[0] + this.fragment, this.live);
  }

  // Colours of the page: light, dark, for the colour-blind, or as the system has them.
  theme(chosen) {
    remember(THEME, chosen);
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
  }

  // -- exploring

  async attackers() {
    const cell = this.cellCalled($("asked").value) || this.cursor;
    const answer = await this.ask("attackers", { cell });
    if (!answer) return;
    const sides = Object.values(answer.attackers).map((cells, seat) => `${this.rules.seats[seat]}: ${cells.map((one) => this.called(one)).join(", ") || t("none")}`);
    $("explored").textContent = t("{cell} is attacked by {pieces}", { cell: this.called(cell), pieces: sides.join("; ") });
    const all = Object.values(answer.attackers).flat();
    this.board.showTargets(this.board.index.get(cell), this.board.numbers(all).map((at) => [at, true]));
  }

  // The next two cells that are pressed are asked about, and nothing is played.
  pick() {
    this.picked = this.picked ? undefined : [];
    $("pick").setAttribute("aria-pressed", String(Boolean(this.picked)));
    this.unselect();
    $("explored").textContent = this.picked ? t("From which cell, and to which one?") : "";
  }

  async pickCell(cell) {
    this.picked.push(cell);
    const [from, to] = this.picked;
    this.board.showTargets(this.board.index.get(from), []);
    if (to === undefined) return;
    this.pick();
    [$("asked").value, $("asked-to").value] = [this.called(from), this.called(to)];
    await this.why();
  }

  async why() {
    const answer = await this.ask("explain", { from: this.cellCalled($("asked").value), to: this.cellCalled($("asked-to").value), throw: this.throw });
    if (!answer) return;
    const text = answer.legal ? t("legal: {moves}", { moves: answer.moves.join(", ") }) : reasonsOf(answer.refused);
    $("explored").textContent = text;
    this.live.textContent = text;
  }

  async openings() {
    const answer = await this.ask("continuations");
    if (!answer) return;
    $("openings").hidden = false;
    const rows = answer.moves.map(({ text, games, results }) => {
      const move = element("button", { type: "button", "data-move": text, title: t("Play this move") }, text);
      return element("tr", {}, element("td", {}, move), element("td", {}, String(games)), element("td", {}, shares(results)));
    });
    $("openings").tBodies[0].replaceChildren(...rows);
    const others = answer.met.filter(({ game }) => game !== this.scene.game);
    const links = others.map(({ game, at, title }) => {
      const button = element("button", { type: "button", "data-met": game }, title);
      button.addEventListener("click", () => this.turn(() => this.openGame(game, at)));
      return button;
    });
    const count = answer.games;
    const has = count === 1 ? t("One game has this position") : t("{count} games have this position", { count });
    $("explored").textContent = answer.opening ? `${answer.opening}. ${has}` : has;
    $("met").replaceChildren(...links.flatMap((link) => [link, " "]));
  }

  // -- finding, for those who do not type

  findPosition() {
    return this.findBy(`position "${this.scene.position.fen}"`);
  }

  // The pawns as they stand here, and no others.
  findStructure() {
    const { looks, letters } = this.rules;
    const standing = this.scene.position.placed.map((look) => looks[look]?.slice(1)).map((piece) => (piece && letters[piece[1]] === PAWN ? piece : null));
    const pawns = standing.filter(Boolean);
    if (!pawns.length) return this.say(t("There are no pawns here."));
    const counts = this.rules.player_tags.map((name, seat) => `count ${name.toLowerCase()} ${PAWN} ${pawns.filter(([owner]) => owner === seat).length}`);
    return this.findBy([this.pattern(standing), ...counts].join(" and "));
  }

  // The pieces that are set up, whatever else stands there.
  findSet() {
    const { standing } = this.setting;
    if (!standing.some(Boolean)) return this.setting.tell([t("There are no pieces here.")]);
    $("setup").close();
    return this.findBy(this.pattern(standing));
  }

  // A query for pieces, given by cell as seat and kind.
  pattern(standing) {
    const { player_tags: names, letters, geometry } = this.rules;
    const found = new Map();
    standing.forEach((piece, cell) => {
      if (!piece) return;
      const named = `${names[piece[0]].toLowerCase()} ${letters[piece[1]]}`;
      found.set(named, [...(found.get(named) ?? []), geometry.cells[cell]]);
    });
    return `board { ${[...found].map(([named, cells]) => `${named} ${cells.join(" ")}`).join(", ")} }`;
  }

  // The games of this variant that a query fits are listed; of a game that is alone its place is shown.
  async findBy(query) {
    $("find").value = `variant "${this.scene.variant.split(":")[0]}" and ${query}`;
    if (!(await this.listGames())) return undefined;
    if (!$("tab-games").hidden) return this.tab("games");
    const { game, at } = $("list").querySelector("[data-game]")?.dataset ?? {};
    return game ? this.openGame(Number(game), Number(at)) : this.say($("found").textContent);
  }

  // -- listening

  listen() {
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointermove", (event) => this.carry(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
    document.addEventListener("pointercancel", () => this.letGo());
    $("hands").addEventListener("pointerdown", (event) => {
      const { drop } = event.target.closest("[data-drop]")?.dataset ?? {};
      if (drop) this.pressed = { drop, x: event.clientX, y: event.clientY, look: this.handLook(drop) };
      if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    });
    $("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("move").value.trim();
      $("move").value = "";
      if (text) this.turn(() => this.enter(text));
    });
    $("move").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      $("typed").requestSubmit();
    });
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.tabKey(event));
    this.tab("score");
    const theme = remembered(THEME) ?? "";
    $("theme").value = theme;
    this.theme(theme);
    $("theme").addEventListener("change", () => this.theme($("theme").value));
    const note = (id, read) => $(id).addEventListener("change", () => this.turn(() => this.edit("annotate", read($(id).value))));
    note("comment", (comment) => ({ comment }));
    $("sign").addEventListener("change", () => $("sign").value && this.turn(() => this.typedSign($("sign").value.trim())));
    note("clock", (clock) => ({ clock: clock === "" ? null : Number(clock) }));
    note("eval", (value) => ({ eval: value }));
    for (const id of ["find", ...FILTERS.map((name) => `filter-${name}`)]) {
      $(id).addEventListener("input", () => this.turn(() => this.listGames()));
    }
    for (const id of ["format", "notation"]) $(id).addEventListener("change", () => this.turn(() => this.write()));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (!file) return;
      this.turn(() => this.readFile(file));
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.scene.saves && this.scene.changed) event.preventDefault();
    });
  }

  clicked(event) {
    const at = (selector) => event.target.closest(selector)?.dataset;
    if (event.target.closest("#setting")) return undefined; // its own program listens
    const action = at("button[data-do]")?.do;
    if (action) {
      event.preventDefault(); // the dialog stays open until the judge has answered
      return this.turn(() => this[action]());
    }
    const link = at("#moves a");
    if (link) {
      event.preventDefault();
      return this.turn(() => this.goTo(Number(link.node)));
    }
    const tab = event.target.closest("[role=tab]");
    if (tab) return this.tab(tab.getAttribute("aria-controls"));
    const comment = event.target.closest("#moves [data-comment]");
    if (comment) return this.editComment(comment);
    const column = at("[data-sort]")?.sort;
    if (column) return this.turn(() => this.sort(column));
    const move = at("button[data-move]")?.move;
    if (move) return this.turn(() => this.play({ move }));
    if (at("[data-roll]")) return this.turn(() => this.roll());
    const nag = at("[data-nag]")?.nag;
    if (nag) return this.turn(() => this.sign(Number(nag)));
    const eyes = at("[data-throw]")?.throw;
    if (eyes) return this.turn(() => this.choose(Number(eyes)));
    const listed = at("[data-game]");
    if (listed) return this.turn(() => this.openGame(Number(listed.game), Number(listed.at ?? 0)));
    if (event.detail === 0) { // by keys: a pointer has been met already
      const letter = at("[data-drop]")?.drop;
      if (letter) return this.turn(() => this.select({ drop: letter }));
    }
    return undefined;
  }

  listenToBoard() {
    const { picture } = this.board;
    picture.addEventListener("contextmenu", (event) => event.preventDefault());
    picture.addEventListener("pointerdown", (event) => {
      const cell = this.board.nameAt(event.clientX, event.clientY);
      if (cell === undefined) return;
      if (picture.hasPointerCapture(event.pointerId)) picture.releasePointerCapture(event.pointerId);
      const look = this.scene.position.placed[this.board.index.get(cell)];
      const colour = event.shiftKey ? "red" : event.altKey ? "blue" : "green";
      this.pressed = { cell, look, x: event.clientX, y: event.clientY, arrow: event.button === 2, colour };
      if (event.pointerType === "touch") this.long = setTimeout(() => this.pressed && !this.pressed.lifted && (this.pressed.arrow = true), LONG_TOUCH);
    });
    picture.addEventListener("focusin", (event) => {
      const { field } = /** @type {any} */ (event.target).dataset;
      if (field) this.cursor = field;
    });
  }

  handLook(letter) {
    return this.scene.position.hands[this.scene.position.turn].find((held) => held.letter === letter)?.look ?? NOBODY;
  }

  // A piece is on its way with the pointer.
  carry(event) {
    const { pressed } = this;
    if (!pressed || pressed.arrow || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < LIFTED) return;
    if (!pressed.lifted && pressed.look !== NOBODY && pressed.look !== undefined) {
      pressed.lifted = true;
      this.select(pressed.drop ? { drop: pressed.drop } : { from: pressed.cell });
      pressed.piece = this.board.piece(pressed.look, [0, 0]);
      pressed.piece.classList.add("lifted");
      this.board.layer.over.append(pressed.piece);
    }
    if (!pressed.piece) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.picture.getScreenCTM().inverse());
    pressed.piece.setAttribute("x", at.x);
    pressed.piece.setAttribute("y", at.y);
  }

  drop(event) {
    const { pressed } = this;
    if (!pressed) return;
    this.letGo();
    const cell = this.board.nameAt(event.clientX, event.clientY);
    if (pressed.drop) {
      this.turn(() => this.select({ drop: pressed.drop }));
      if (cell !== undefined) this.turn(() => this.put(cell));
    } else if (pressed.arrow) {
      if (cell !== undefined) this.turn(() => this.mark(pressed.cell, cell, pressed.colour));
    } else if (cell === pressed.cell) {
      this.turn(() => this.press(cell));
    } else if (cell !== undefined) {
      this.turn(() => this.dragged(pressed.cell, cell));
    } else {
      this.turn(() => this.unselect());
    }
  }

  dragged(from, to) {
    if (this.picked) {
      this.press(from);
      return this.press(to);
    }
    if (!(from in this.scene.position.pieces)) return undefined;
    this.point(to);
    this.held = { from };
    this.carried = true; // the piece is there already
    return this.put(to);
  }

  letGo() {
    clearTimeout(this.long);
    this.pressed?.piece?.remove();
    this.pressed = undefined;
  }

  key(event) {
    if (elsewhere(event) || document.querySelector("dialog[open]")) return;
    const { field } = event.target.dataset ?? {};
    const does = { "[": "back", "]": "forward", Home: "start", End: "end", f: "flip", u: "undo" };
    if (field && WAYS[event.key]) this.walk(WAYS[event.key]);
    else if (field && (event.key === "Enter" || event.key === " ")) this.turn(() => this.press(field));
    else if (event.key === "Escape") this.turn(() => this.unselect());
    else if (!field && event.key === "ArrowLeft") this.turn(() => this.back());
    else if (!field && event.key === "ArrowRight") this.turn(() => this.forward());
    else if (does[event.key]) this.turn(() => this[does[event.key]]());
    else return;
    event.preventDefault();
  }

  walk(way) {
    const next = this.board.beside(this.board.index.get(this.cursor), way);
    this.point(this.rules.geometry.cells[next]);
    this.board.fields.get(this.cursor).focus();
  }

  // The cell that keys are about.
  point(cell) {
    this.board.fields.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.board.fields.get(cell).setAttribute("tabindex", "0");
  }
}
