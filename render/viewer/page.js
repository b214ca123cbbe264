// The page: which game is open at which step, and everything by which a reader changes that.

const TURN_AFTER = 30; // pixels of a swipe

const WHEEL = 40; // pixels

const ADDRESS_AFTER = 250; // milliseconds

// Which key does what; letters and signs may be switched off in the list of keys (WCAG 2.1.4).
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "out",
  ArrowDown: "into",
  Home: "start",
  End: "end",
  " ": "play",
  f: "flip",
  m: "ask",
  "?": "help",
};

// The colours of the page, and what they are called.
const themes = () => ({ "": t("Automatic"), light: t("Light"), dark: t("Dark"), "colour-blind": t("Colour-blind") });

// The number of the game in a link of a page of several, counted from 0; NaN where there is none.
function numberIn(name) {
  return Number(/^g(\d+)(?:-|$)/.exec(name)?.[1]) - 1;
}

class Page {
  // root: the document, or the shadow of a game that is embedded in one; then its address is not ours.
  constructor(data, root) {
    this.data = data;
    this.root = root;
    this.host = root.host ?? document.documentElement;
    Object.assign(WORDS, data.words);
    this.sections = [...this.root.querySelectorAll("section.game")]; // by number; of packed games when they are looked at
    this.packed = new PackedGames(root, this.sections.length, data.list.length, data.packed);
    this.games = new Map();
    this.boards = new Map();
    this.timer = 0;
    this.controls = root.querySelector("#fairyscore-controls").content.firstElementChild;
    this.exports = root.querySelector("#fairyscore-controls").content.lastElementChild;
    this.pieces = element("details");
    this.live = this.root.querySelector(".said");
    this.help = root.querySelector("#fairyscore-help");
    this.prepare();
    this.listen();
    const kept = (!root.host && history.state?.fairyscore) || {};
    this.theme(kept.theme ?? "");
    this.look = new BoardLook(this.host, root, () => this.board, () => this.speak());
    this.goTo(this.named, { still: true }, () => {
      for (let view = 0; view < (kept.view ?? 0); view += 1) this.flip();
    });
    window.addEventListener("load", () => requestAnimationFrame(() => this.toTop()));
  }

  prepare() {
    this.host.classList.add("playing-back");
    this.root.querySelector(".tools").hidden = false;
    const list = this.root.querySelector("nav.games");
    if (list) this.list = new GameList(list, this.data.list, (number) => this.visit(`g${number + 1}`));
  }

  // -- opening games and steps

  game(number) {
    if (!this.games.has(number)) {
      const game = new Game(this.sections[number], this.data.games[number], this.data);
      this.games.set(number, game);
      this.boards.set(number, new Board(game.section.querySelector("svg.board"), game.rules, this.data.routes));
    }
    return this.games.get(number);
  }

  get board() {
    return this.boards.get(this.number);
  }

  open(number) {
    if (this.number === number) return;
    this.stop();
    this.number = number;
    this.current = this.game(number);
    this.step = undefined;
    this.sections.forEach((section, place) => (section.hidden = place !== number)); // skips those that are packed
    [...this.current.section.querySelectorAll(".stage :is(svg.board, .hands)")].at(-1).after(this.controls);
    const { record } = this.current.data;
    this.exports.hidden = !record;
    this.setGraph();
    this.current.section.querySelector(".side").append(...(this.graph ? [this.graph] : []), this.exports, keyOf(this.current.rules, this.pieces));
    this.list?.mark(number);
    this.look.apply();
    if (this.look.spoken) this.speak();
  }

  // Show moves and cells in the notation that is chosen.
  speak() {
    this.current.speak(this.look.spoken);
    this.board.turn(this.board.view);
    if (this.step === undefined) return;
    this.board.show(this.current.position(this.step));
    this.tell(this.step);
  }

  setGraph() {
    const { current } = this;
    this.graph?.remove();
    this.mainLine = current.tree.line(START);
    const moves = this.mainLine.map((step) => {
      const { eval: text, left } = current.more(step);
      return { eval: text, left, seat: current.seatOf(step), ...current.marked(step) };
    });
    this.graph = graphOf(moves, current.rules.seats, (place) => this.visit(current.key(this.mainLine[place]), true));
    this.graph?.addEventListener("toggle", () => this.markGraph());
  }

  markGraph() {
    markGraph(this.graph, this.mainLine.indexOf(this.step), this.mainLine.length);
  }

  // What the address names here. A game that is embedded in a page shares its address with others: where its element has an
  // id, that stands in front (`#ID-12b`).
  get named() {
    const name = decoded(location.hash.slice(1));
    const { id } = this.root.host ?? {};
    return id ? (name.startsWith(`${id}-`) ? name.slice(id.length + 1) : "") : name;
  }

  // The page around an embedded game links to a move of it.
  follow() {
    const number = numberIn(this.named);
    if (!this.root.getElementById(this.named) && this.packed.packOf(number) === undefined) return;
    this.stop();
    this.goTo(this.named, { write: "" }, () => this.root.host.scrollIntoView({ block: "nearest" }));
  }

  // What a link leads to: a move, a game, or the start of the first one. A packed game is unpacked first. done: what
  // happens then, unless the reader has gone elsewhere meanwhile.
  goTo(name, how, done = () => {}) {
    this.wanted = name;
    const number = numberIn(name);
    if (!this.sections[number] && this.packed.packOf(number) !== undefined) {
      if (!this.current) this.goTo("", { still: true });
      this.wanted = name;
      this.packed.game(number).then((game) => {
        this.add(number, game);
        if (this.wanted === name) this.goTo(name, how, done);
      });
      return;
    }
    const target = this.root.getElementById(name) ?? this.root.getElementById(name.split("-")[0]);
    const section = target && target.closest("section.game");
    this.open(section ? this.sections.indexOf(section) : (this.number ?? 0));
    const step = section ? this.current.links.indexOf(target) : START;
    this.show(step, { ...how, write: "" });
    done();
  }

  // Put a game on the page that was packed.
  add(number, [section, data]) {
    if (this.sections[number]) return;
    const holder = document.createElement("template");
    holder.innerHTML = section;
    this.sections[number] = holder.content.firstElementChild;
    this.sections[number].hidden = true;
    this.data.games[number] = data;
    this.root.querySelector("main").append(this.sections[number]);
    this.listenTo(this.sections[number]);
  }

  // Somebody has chosen a game or a move.
  visit(name, isMove = false) {
    this.stop();
    this.goTo(name, { quiet: false }, () => {
      this.address("push");
      if (!isMove) this.current.section.querySelector(".heading [tabindex]").focus();
    });
  }

  // Browsers bring the move of the address into sight, and the board may be out of it then.
  toTop() {
    if (/** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate" && location.hash) window.scrollTo(0, 0);
  }

  // Show a step. still: no piece moves; write: "push" or "replace" the address; quiet: nothing is said.
  show(step, { still = false, write = "replace", quiet = false } = {}) {
    const before = this.step;
    this.asked = undefined;
    this.step = step;
    this.draw(before, step, still || stillness.matches);
    this.tell(step);
    if (write) this.address(write);
    if (before !== undefined && !quiet) this.live.textContent = [this.current.spoken(step), ...this.comments(step)].join(" ");
  }

  // Paper has the last position, whatever is shown on the screen.
  still(step) {
    this.board.show(this.current.position(step));
    this.tell(step);
  }

  draw(before, step, still) {
    const { current, board } = this;
    const to = current.position(step);
    if (!still && before !== undefined && current.tree.before(step) === before) {
      board.travel(current.position(before), to, current.data.steps[step][1], true);
    } else if (!still && before !== undefined && current.tree.before(before) === step) {
      board.travel(to, current.position(before), current.data.steps[before][1], false);
    } else {
      board.show(to);
    }
  }

  // Everything about the board.
  tell(step) {
    const { current } = this;
    const status = current.section.querySelector(".status");
    const thrown = current.more(step).throw;
    status.replaceChildren(
      ...(thrown ? [die(thrown)] : []),
      step === START ? current.status(step) : `${current.written(step)}: ${current.status(step)}`,
    );
    this.players(step);
    this.hands(step);
    this.holders(step);
    this.mark(step);
    this.markGraph();
    this.describe();
  }

  // Who is to move, what they have lost, and their time.
  players(step) {
    const { current } = this;
    const mover = current.mover(step);
    const [lost, clocks] = [current.lost(step), current.clocks(step)];
    current.rules.seats.forEach((_, number) => {
      const entry = current.section.querySelector(`.players [data-seat="${number}"]`);
      entry.classList.toggle("to-move", number === mover);
      this.clock(entry, clocks[number]);
      this.tray(entry, lost[number]);
    });
  }

  // What is in hand: of the player at the bottom below the board, of the others above it.
  hands(step) {
    const { section, rules } = this.current;
    const rows = section.querySelectorAll(".hand");
    if (!rows.length) return;
    const held = this.current.hands(step);
    const { seat: near } = rules.views[this.board.view];
    const seats = [...rules.seats.keys()].map((number) => (near + 1 + number) % rules.seats.length); // the near one last
    rows.forEach((row, place) => {
      const seat = seats[place];
      row.dataset.seat = seat;
      const icon = (look) => iconOf(rules, look, this.board.upsideDown);
      const pieces = held[seat].map(([look, count]) => element("span", {}, icon(look), ...(count > 1 ? [element("small", {}, `${count}`)] : [])));
      row.replaceChildren(...pieces);
      for (const name of ["role", "aria-label"]) row.removeAttribute(name);
      if (!pieces.length) return;
      row.setAttribute("role", "img");
      row.setAttribute("aria-label", this.current.inHand(seat, held[seat]));
    });
  }

  clock(entry, seconds) {
    entry.querySelector(".clock")?.remove();
    if (seconds === undefined) return;
    entry.querySelector(".who").after(element("span", { class: "clock" }, time(seconds)));
  }

  tray(entry, looks) {
    entry.querySelector(".tray")?.remove();
    if (!looks.length) return;
    const { rules } = this.current;
    const label = t("lost: {pieces}", { pieces: looks.map((look) => rules.pieces[rules.looks[look][2]]).join(", ") });
    entry.append(element("span", { class: "tray", role: "img", "aria-label": label }, ...looks.map((look) => iconOf(rules, look))));
  }

  // Who stands on the fields that are held.
  holders(step) {
    const { section, rules } = this.current;
    const cells = section.querySelectorAll(".holder");
    if (!cells.length) return;
    const { placed } = this.current.position(step);
    for (const cell of cells) {
      const look = rules.looks[placed[cell.dataset.cell]];
      cell.textContent = look ? rules.seats[look[1]] : t("nobody");
      cell.classList.toggle("empty", !look);
    }
  }

  // The position in words, where a reader has opened that.
  describe() {
    const words = this.current.section.querySelector(".words");
    if (words.open) words.querySelector("p").textContent = this.current.described(this.step);
  }

  // The link of the step, in sight; the focus goes with it where it was on a move.
  mark(step) {
    const { section, links } = this.current;
    section.querySelector(".line a[aria-current]")?.removeAttribute("aria-current");
    const score = section.querySelector(".score");
    const link = links[step];
    if (!link) {
      score.scrollTop = 0;
      return;
    }
    link.setAttribute("aria-current", "true");
    if (links.includes(this.root.activeElement)) link.focus({ preventScroll: true });
    inSight(link, score);
    const stage = section.querySelector(".stage"); // on a telephone it stays at the top, the moves beneath it
    const low = link.getBoundingClientRect().bottom > innerHeight;
    if (low && getComputedStyle(stage).position === "sticky") stage.scrollIntoView();
  }

  // What the annotator says of a step.
  comments(step) {
    const found = [];
    let here = this.current.links[step]?.nextElementSibling;
    for (; here && !here.matches("a"); here = here.nextElementSibling) {
      const inside = here.matches(".aside") ? [...here.querySelectorAll(":scope > .comment")] : [here];
      found.push(...inside.filter((element) => element.matches(".comment, .sign")).map((element) => element.textContent));
    }
    return found;
  }

  // Write where the reader is into the address: at once, but of many steps within a moment only the last. Browsers
  // refuse to do it more than some two hundred times in half a minute, which a key held down comes to.
  address(how) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const since = performance.now() - this.wrote;
    if (how !== "replace" || !(since < ADDRESS_AFTER)) this.write(how);
    else this.waiting = setTimeout(() => this.address(how), ADDRESS_AFTER - since);
  }

  write(how) {
    if (this.root.host) return;
    this.wrote = performance.now();
    const key = this.current.key(this.step) || this.current.section.id;
    const state = { fairyscore: { view: this.board.view, theme: this.chosen } };
    try {
      if (how === "push" && location.hash !== `#${key}`) history.pushState(state, "", `#${key}`);
      else history.replaceState(state, "", `#${key}`);
    } catch {
      // a page shown within another one may not change its address; it works without
    }
  }

  // -- what a reader does

  do(what) {
    const { current, step } = this;
    const ways = {
      back: () => current.tree.before(step),
      forward: () => current.tree.after(step),
      start: () => (current.tree.lineStart(step) === step ? START : current.tree.lineStart(step)),
      end: () => current.tree.end(step),
      out: () => current.tree.out(step),
      into: () => current.tree.into(step),
    };
    if (!(what in ways)) {
      this[what]();
      return;
    }
    this.stop();
    const target = ways[what]();
    if (target !== undefined && target !== step) this.show(target);
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.current.tree.after(this.step) === undefined) this.show(START, { still: true });
    const next = () => {
      const step = this.current.tree.after(this.step);
      if (step !== undefined) this.show(step);
      if (step === undefined || this.current.tree.after(step) === undefined) this.stop();
    };
    this.timer = setInterval(next, 1000 * Number(this.help.querySelector("select").value));
    this.playing(true);
    next();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playing(false);
  }

  playing(now) {
    const button = this.controls.querySelector("[data-do=play]");
    button.setAttribute("aria-label", t(now ? "Pause" : "Play"));
    button.classList.toggle("on", now);
  }

  flip() {
    const views = this.current.rules.views;
    const view = (this.board.view + 1) % views.length;
    this.board.turn(view);
    this.board.show(this.current.position(this.step));
    this.hands(this.step);
    this.live.textContent = t("{seat} at the bottom.", { seat: this.current.rules.seats[views[view].seat] });
    this.address("now");
  }

  theme(chosen) {
    const names = Object.keys(themes());
    this.chosen = chosen ?? names[(names.indexOf(this.chosen) + 1) % names.length];
    if (this.chosen) this.host.dataset.theme = this.chosen;
    else delete this.host.dataset.theme;
    this.root.querySelector("[data-do=theme] span").textContent = themes()[this.chosen];
    if (this.current) this.address("now");
  }

  // How a piece moves: the one on a cell, or the next one of who is to move.
  ask(cell) {
    const { current, step, board } = this;
    const { placed } = current.position(step);
    const { called } = current.rules.geometry;
    const own = placed.flatMap((look, at) => (current.rules.looks[look]?.[1] === current.mover(step) ? [at] : []));
    const asked = cell ?? own[(own.indexOf(this.asked) + 1) % own.length];
    if (asked === undefined) return;
    if (asked === cell && cell === this.asked) {
      this.answered();
      return;
    }
    board.show(current.position(step));
    this.asked = asked;
    const targets = current.targets(step, asked);
    board.showTargets(asked, targets);
    const where = [...targets.keys()].map((target) => called[target]).join(", ") || t("nowhere");
    this.live.textContent = `${current.nameOf(placed[asked])} ${called[asked]}: ${where}.`;
  }

  // The marks of what a piece can do are taken away.
  answered() {
    this.asked = undefined;
    this.board.show(this.current.position(this.step));
  }

  copy() {
    toClipboard(this.current.data.record, this.live);
  }

  save() {
    const { record, form } = this.current.data;
    saved(record, `${this.current.section.querySelector(".heading [id]").textContent}.${form}`);
  }

  showHelp() {
    this.help.showModal();
    this.help.querySelector("form button").focus();
  }

  // -- listening

  listen() {
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.click(event));
    if (this.root.host) window.addEventListener("hashchange", () => this.follow());
    else window.addEventListener("popstate", () => this.goTo(this.named, { still: true }));
    window.addEventListener("beforeprint", () => this.still(this.current.tree.end(START)));
    window.addEventListener("afterprint", () => this.still(this.step));
    this.help.querySelector("select").addEventListener("change", () => this.timer && (this.stop(), this.play()));
    for (const section of this.sections) this.listenTo(section);
  }

  listenTo(section) {
    this.touch(section.querySelector("svg.board"));
    section.querySelector(".words").addEventListener("toggle", () => this.describe());
  }

  key(event) {
    const what = KEYS[event.key];
    const letter = event.key.length === 1 && event.key !== " ";
    if (!what || elsewhere(event) || this.help.open) return;
    if (event.key === " " && event.target.closest("a, button, summary")) return;
    if (letter && !this.help.querySelector("[data-do=letters]").checked) return;
    event.preventDefault();
    this.run(what);
  }

  run(what) {
    if (what === "help") this.showHelp();
    else if (what === "theme") this.theme();
    else this.do(what);
  }

  click(event) {
    const button = event.target.closest("button[data-do]");
    if (button) {
      this.run(button.dataset.do);
      return;
    }
    const link = event.target.closest(".line a[id], .flaw a, nav.games a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.visit(decoded(link.hash.slice(1)), !link.closest("nav"));
  }

  // On the board: a swipe or the wheel, a tap on a piece, or on either half.
  touch(picture) {
    let start = null;
    picture.addEventListener("pointerdown", (event) => (start = event.isPrimary && event.button === 0 ? event : null));
    picture.addEventListener("pointerup", (event) => {
      if (!start || event.pointerId !== start.pointerId) return;
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
      const box = picture.getBoundingClientRect();
      start = null;
      const swiped = Math.abs(across) > TURN_AFTER && Math.abs(across) > Math.abs(down);
      const cell = this.board.cellAt(event.clientX, event.clientY);
      if (swiped) this.do(across < 0 ? "forward" : "back");
      else if (Math.hypot(across, down) > 10) return;
      else if (cell !== undefined && this.current.position(this.step).placed[cell] !== NOBODY) this.ask(cell);
      else if (this.asked !== undefined) this.answered(); // the record is read here, not played: no mark is a button
      else this.do(event.clientX > box.left + box.width / 2 ? "forward" : "back");
    });
    let wheeled = 0;
    picture.addEventListener("wheel", (event) => {
      const way = event.deltaY > 0 ? "after" : "before";
      if (event.ctrlKey || this.current.tree[way](this.step) === undefined) return; // then the page is scrolled
      event.preventDefault();
      wheeled = wheeled * event.deltaY > 0 ? wheeled + event.deltaY : event.deltaY;
      if (Math.abs(wheeled) < WHEEL) return;
      wheeled = 0;
      this.do(way === "after" ? "forward" : "back");
    }, { passive: false });
    picture.addEventListener("pointercancel", () => (start = null));
  }
}
