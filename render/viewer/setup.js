// A position is set up: by click, touch and keys on the board, or by its FEN.

class Setup {
  // root: the element or document with the board and `setup.html`. judge: gives a promise of what is wrong with a FEN; where
  // there is none, the warnings are those of `data.limits`.
  constructor(data, root, judge) {
    this.data = data;
    this.judge = judge;
    Object.assign(WORDS, data.words);
    this.rules = { ...data.board, geometry: data.geometry };
    this.root = root;
    this.first = undefined; // what stands where in the first position
    document.documentElement.classList.add("playing-back");
    this.picture = root.querySelector("svg.board");
    this.board = new Board(this.picture, this.rules, []);
    this.live = root.querySelector(".said");
    this.input = root.querySelector("[data-do=fen]");
    this.turns = root.querySelector("[data-do=turn]");
    this.turns.append(...this.rules.seats.map((seat, number) => new Option(seat, number)));
    this.cursor = 0;
    this.shelve();
    this.ask();
    this.listen();
    if (!data.svg) root.querySelector("[data-do=save]").hidden = true;
    this.start();
  }

  // -- the position

  // What stands where: by cell `[seat, kind]` or null; cells that are gone; who is to move; the rest of the FEN.
  start() {
    this.take(this.data.form.start);
  }

  empty() {
    this.place(() => this.standing.fill(null));
  }

  place(change) {
    change();
    this.rest = this.rest.map((field, at) => (at === 0 ? this.rights(field) : /^[a-z]\d+$/.test(field) ? "-" : field));
    this.show();
  }

  // The castlings whose pieces stand where they must.
  rights(field) {
    const { rights } = this.data.form;
    const stands = (cell) => String(this.standing[cell]) === String(this.first[cell]);
    const kept = [...field].filter((letter) => rights[letter]?.every(stands) ?? true);
    return kept.join("") || "-";
  }

  // Take a FEN; false where its pieces are none of this game.
  take(text) {
    const [pieces, turn, ...rest] = text.trim().split(/\s+/);
    const { tokens, rows, cells, turns } = this.data.form;
    const [, field, pool] = /^([^[]*)(.*)$/.exec(pieces ?? "");
    const known = new Map(tokens.map(([token, ...piece]) => [token, piece]));
    const longest = tokens.map(([token]) => token).sort((one, other) => other.length - one.length);
    const sign = new RegExp([...longest.map((token) => token.replace(/[^\w]/g, "\\$&")), "\\d+", "[/*]"].join("|"), "gy");
    const found = [];
    let read = 0;
    for (const [part] of field.matchAll(sign)) {
      read += part.length;
      if (/^\d+$/.test(part) && !known.has(part)) found.push(...Array(Number(part)).fill("."));
      else found.push(part);
    }
    if (read !== field.length || found.length !== rows.length || !turns.includes(turn)) return false;
    const wrong = [...rows].some((sign, at) => (sign === "." ? found[at] === "/" : found[at] !== sign));
    if (wrong) return false;
    const signs = found.filter((_, at) => rows[at] === ".");
    this.standing = Array(cells.length).fill(null);
    this.gone = [];
    cells.forEach((cell, at) => {
      this.standing[cell] = known.get(signs[at]) ?? null;
      if (signs[at] === "*") this.gone.push(cell);
    });
    this.first ??= [...this.standing];
    [this.pool, this.turn, this.rest] = [pool, turns.indexOf(turn), rest];
    this.show();
    return true;
  }

  get fen() {
    const { tokens, rows, cells, turns } = this.data.form;
    const token = ([seat, kind]) => tokens.find(([, ...piece]) => piece[0] === seat && piece[1] === kind)[0];
    const at = cells.values();
    const sign = () => {
      const cell = at.next().value;
      return this.gone.includes(cell) ? "*" : this.standing[cell] ? token(this.standing[cell]) : ".";
    };
    const drawn = [...rows].map((here) => (here === "." ? sign() : here)).join("");
    return [drawn.replace(/\.+/g, (run) => String(run.length)) + this.pool, turns[this.turn], ...this.rest].join(" ");
  }

  look(cell) {
    return this.standing[cell] ? (this.data.looks[`${this.standing[cell].join(" ")} ${cell}`] ?? NOBODY) : NOBODY;
  }

  get placed() {
    return this.standing.map((_, cell) => this.look(cell));
  }

  // How many pieces of a letter are in hand; the FEN lists them behind the board.
  inHand(letter) {
    return this.pool.split(letter).length - 1;
  }

  // More pieces of a letter in hand, or less.
  hold(letter, more) {
    const count = (other) => Math.max(0, this.inHand(other) + (other === letter ? more : 0));
    this.place(() => (this.pool = `[${this.data.form.hand.map((other) => other.repeat(count(other))).join("")}]`));
    this.live.textContent = `${letter}: ${this.inHand(letter)}`;
  }

  // -- what no position may be

  flaws() {
    const { least, most, barred, held, check } = this.data.limits;
    const many = new Map();
    for (const piece of this.standing) if (piece) many.set(piece.join(" "), (many.get(piece.join(" ")) ?? 0) + 1);
    const found = [];
    for (const [piece, [count, why]] of Object.entries(least)) if ((many.get(piece) ?? 0) < count) found.push(why);
    for (const [piece, [count, why]] of Object.entries(most)) if ((many.get(piece) ?? 0) > count) found.push(why);
    this.standing.forEach((piece, cell) => piece && barred[piece.join(" ")]?.[cell] && found.push(barred[piece.join(" ")][cell]));
    for (const [seat, why] of Object.entries(held)) {
      const there = this.standing.flatMap((piece, cell) => (piece?.[0] === Number(seat) ? [cell] : []));
      if (there.length && !there.some((cell) => this.rules.held.includes(cell))) found.push(why);
    }
    if (check) found.push(...this.standing.flatMap((piece, cell) => (piece?.[0] === this.turn ? this.checks(cell) : [])));
    return [...new Set(found)];
  }

  // The kings of others that the piece of who is to move takes at once.
  checks(cell) {
    const needed = Object.keys(this.data.limits.least);
    const reached = reach(this.rules, this.placed, this.gone, cell).keys();
    const kings = [...reached].filter((at) => this.standing[at] && needed.includes(this.standing[at].join(" ")));
    const { called } = this.rules.geometry;
    return kings.map((at) => t("{piece} {cell} can be taken at once", { piece: this.named(this.standing[at]), cell: called[at] }));
  }

  named([seat, kind]) {
    return t("{owner} {piece}", { owner: this.rules.seats[seat], piece: this.rules.pieces[kind] });
  }

  // -- on the screen

  show() {
    this.board.show({ placed: this.placed, gone: this.gone, move: null, checks: [], marks: ["", ""] });
    this.input.value = this.fen;
    this.input.removeAttribute("aria-invalid");
    this.turns.value = this.turn;
    for (const [letter, count] of this.counts) count.textContent = this.inHand(letter);
    for (const show of this.answers) show();
    this.badges();
    this.judged();
    if (document.activeElement === this.picture) this.board.showTargets(this.cursor, []);
  }

  // What the position says that is not on the board: castlings by boxes, all else as text.
  ask() {
    const place = this.root.querySelector(".unseen");
    this.answers = this.data.form.fields.map(({ at, label, choices }) => {
      const set = (text) => this.state(at, text);
      const { element, show } = choices ? boxes(label, choices, set) : entry(label, set);
      place.append(element);
      return () => show(this.rest[at] ?? "-");
    });
  }

  state(at, text) {
    this.rest[at] = text.trim() || "-";
    this.show();
  }

  // Pieces that look like others have the sign of the FEN that tells them apart (`~` of a promoted one).
  sign([seat, kind]) {
    const { tokens } = this.data.form;
    const [token] = tokens.find(([, ...piece]) => piece[0] === seat && piece[1] === kind);
    const twin = tokens.some(([other]) => other !== token && other === token.replace(/[+~]/g, ""));
    return twin ? token.replace(/[^+~]/g, "") : "";
  }

  badges() {
    const { piece } = this.rules.geometry;
    this.standing.forEach((standing, cell) => {
      const sign = standing ? this.sign(standing) : "";
      if (!sign) return;
      const [x, y] = this.board.place(cell);
      const badge = svg("text", { x: x + 0.42 * piece, y: y - 0.18 * piece, class: "badge", "font-size": 0.45 * piece });
      badge.textContent = sign;
      this.board.layer.pieces.append(badge);
    });
  }

  async judged() {
    if (!this.judge) return this.tell(this.flaws());
    const { fen } = this;
    const found = await this.judge(fen);
    if (fen === this.fen) this.tell(found);
    return undefined;
  }

  tell(flaws) {
    this.root.querySelector(".flaws").replaceChildren(...flaws.map((text) => element("li", {}, text)));
  }

  // The pieces of each player, and a way to take pieces away.
  shelve() {
    const shelf = this.root.querySelector(".palette");
    const { tokens } = this.data.form;
    const button = (piece) => {
      const name = piece ? this.named(piece) : t("nothing");
      const content = piece ? [this.icon(piece), this.sign(piece)] : ["×"];
      const made = element("button", { type: "button", "aria-pressed": "false", title: name, "aria-label": name }, ...content);
      made.addEventListener("click", () => this.choose(piece));
      made.addEventListener("pointerdown", () => (this.held = { piece }));
      this.buttons.push([piece, made]);
      return made;
    };
    this.buttons = [];
    this.rules.seats.forEach((_, seat) => {
      shelf.append(element("div", {}, ...tokens.filter((token) => token[1] === seat).map(([, ...piece]) => button(piece))));
    });
    shelf.lastElementChild.append(button(null));
    this.counts = new Map();
    this.rules.seats.forEach((_, seat) => shelf.append(this.hand(seat)));
    this.choose(tokens[0].slice(1));
  }

  // What a player has in hand: a click on a piece adds one, the sign beside it takes one away.
  hand(seat) {
    const row = element("div", { class: "hand" });
    const { tokens, hand } = this.data.form;
    const held = tokens.filter(([letter, owner]) => owner === seat && hand.includes(letter));
    held.forEach(([letter, seat, kind]) => {
      /** @param {string} name @param {string | Node} content */
      const button = (name, content) => element("button", { type: "button", title: name, "aria-label": name }, content);
      const add = button(t("{piece} in hand", { piece: this.named([seat, kind]) }), this.icon([seat, kind]));
      const take = button(t("{piece}: one less", { piece: this.named([seat, kind]) }), "−");
      const count = element("output");
      add.addEventListener("click", () => this.hold(letter, 1));
      take.addEventListener("click", () => this.hold(letter, -1));
      this.counts.set(letter, count);
      row.append(element("span", {}, add, count, take));
    });
    return row;
  }

  icon(piece) {
    const cell = this.rules.geometry.cells.findIndex((_, at) => this.data.looks[`${piece.join(" ")} ${at}`] !== undefined);
    return iconOf(this.rules, this.data.looks[`${piece.join(" ")} ${cell}`]);
  }

  choose(piece) {
    this.chosen = piece;
    for (const [other, made] of this.buttons) made.ariaPressed = String(String(other) === String(piece));
  }

  put(cell, piece) {
    if (this.gone.includes(cell)) return;
    const again = piece && String(this.standing[cell]) === String(piece);
    this.place(() => (this.standing[cell] = again ? null : piece));
    this.point(cell);
  }

  // A piece is dragged to another cell, or off the board; from the palette, onto it.
  drop(cell) {
    const { piece, cell: from } = this.held ?? {};
    this.held = undefined;
    this.dropped = piece !== undefined && cell !== from;
    if (!this.dropped || this.gone.includes(cell)) return;
    this.place(() => {
      if (from !== undefined) this.standing[from] = null;
      if (cell !== undefined) this.standing[cell] = piece;
    });
    this.point(cell ?? from);
  }

  // The cell that keys are about.
  point(cell) {
    this.cursor = cell;
    this.board.showTargets(cell, []);
    this.live.textContent = `${this.rules.geometry.called[cell]}: ${this.standing[cell] ? this.named(this.standing[cell]) : t("nobody")}`;
  }

  // -- what a reader does

  listen() {
    this.picture.setAttribute("tabindex", "0");
    this.picture.setAttribute("role", "application");
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("focus", () => this.point(this.cursor));
    this.picture.addEventListener("click", (event) => {
      const cell = this.board.cellAt(event.clientX, event.clientY);
      if (cell !== undefined && !this.dropped) this.put(cell, this.chosen);
    });
    this.picture.addEventListener("pointerdown", (event) => {
      const cell = this.board.cellAt(event.clientX, event.clientY);
      this.held = this.standing[cell] ? { piece: this.standing[cell], cell } : undefined;
      this.dropped = false;
    });
    this.root.addEventListener("pointerup", (event) => this.drop(this.board.cellAt(event.clientX, event.clientY)));
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // a FEN is one line, which is only shown in two
      this.input.dispatchEvent(new Event("change"));
    });
    this.input.addEventListener("change", () => {
      if (this.take(this.input.value.trim().replace(/\s+/g, " "))) return;
      this.input.setAttribute("aria-invalid", "true");
      this.tell([t("This is not a position of this game.")]);
    });
    this.turns.addEventListener("change", () => this.place(() => (this.turn = Number(this.turns.value))));
    for (const button of this.root.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this[button.dataset.do]());
    }
  }

  key(event) {
    if (elsewhere(event)) return;
    if (WAYS[event.key]) this.point(this.board.beside(this.cursor, WAYS[event.key]));
    else if (event.key === "Enter" || event.key === " ") this.put(this.cursor, this.chosen);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(this.cursor, null);
    else if (event.key.length === 1) this.chooseBy(event.key.toUpperCase());
    else return;
    event.preventDefault();
  }

  chooseBy(letter) {
    const pieces = this.buttons.map(([piece]) => piece).filter((piece) => piece && this.rules.letters[piece[1]].toUpperCase() === letter);
    const at = pieces.findIndex((piece) => String(piece) === String(this.chosen));
    if (!pieces.length) return;
    this.choose(pieces[(at + 1) % pieces.length]);
    this.live.textContent = this.named(this.chosen);
  }

  flip() {
    this.board.turn((this.board.view + 1) % this.rules.views.length);
    this.show();
  }

  copy() {
    toClipboard(this.fen, this.live);
  }

  // -- the drawing, as `render --plain` makes it

  save() {
    saved(this.drawing(), `${this.data.variant}.svg`, "image/svg+xml");
  }

  drawing() {
    const { head, meta, patterns, symbols, uses, at, ground } = this.data.svg;
    const { cells, ghosts } = this.rules.geometry;
    const there = cells.flatMap((_, cell) => (this.look(cell) === NOBODY ? [] : [cell]));
    const use = (cell, which, named) => {
      const made = uses[this.look(cell)].replace(' transform=""', ` transform="${at[cell][which]}"`);
      return made.replace(/ data-field=""/, named ? ` data-field="${cells[cell]}"` : "");
    };
    const again = ghosts.filter(([cell]) => there.includes(cell)).map(([cell], place, all) => {
      const before = all.slice(0, place).filter(([other]) => other === cell).length;
      return use(cell, 1 + before, false);
    });
    const behind = ghosts.length ? `<g class="pieces ghosts" opacity="0.4">${again.join("")}</g>` : "";
    const looks = [...new Set(there.map((cell) => this.look(cell)))];
    const title = `${this.rules.title}: ${t("{seat} to move", { seat: this.rules.seats[this.turn] })}`;
    const fen = this.fen.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const position = meta.replace(/position="[^"]*"/, () => `position="${fen}"`);
    const pieces = `<g class="pieces">${there.map((cell) => use(cell, 0, true)).join("")}</g>`;
    const about = `<title>${title}</title><desc>${title}</desc><metadata>${position}</metadata>`;
    return `${head}${about}<defs>${patterns}${looks.map((look) => symbols[look]).join("")}</defs>${ground}${pieces}${behind}</svg>\n`;
  }
}

// A field of the position: an element, and how its text is shown there.
function entry(label, set) {
  const input = element("input", { size: 5, autocomplete: "off", spellcheck: "false" });
  input.addEventListener("change", () => set(input.value));
  return { element: element("label", {}, `${label} `, input), show: (text) => (input.value = text) };
}

// The same with a box for each letter that may stand there.
function boxes(label, letters, set) {
  const all = letters.map(() => element("input", { type: "checkbox" }));
  for (const box of all) box.addEventListener("change", () => set(letters.filter((_, at) => all[at].checked).join("")));
  const labels = letters.map((letter, at) => element("label", {}, all[at], ` ${letter}`));
  const fieldset = element("fieldset", {}, element("legend", {}, label), ...labels);
  return { element: fieldset, show: (text) => letters.forEach((letter, at) => (all[at].checked = text.includes(letter))) };
}
