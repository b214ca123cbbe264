// Engines beside the board: what one thinks of the position that is shown, and one that plays. Neither runs unasked.

const PAUSE = 200; // milliseconds between two questions to an engine that thinks
const LINES = 3; // of play that are shown
const SHAFT = 0.15; // of a piece: how broad the arrow of the best line is

class DeskEngines {
  // desk: the page. The judge tells which engines there are.
  constructor(desk, { adviser, opponent }) {
    this.desk = desk;
    this.on = { think: false, reply: false };
    $("engine").hidden = !adviser;
    $("opponent").hidden = !opponent;
  }

  toggle(op) {
    this.on[op] = !this.on[op];
    $(op === "think" ? "engine" : "opponent").setAttribute("aria-pressed", String(this.on[op]));
    if (this.on[op]) return this.follow();
    this.desk.judge.ask({ op: "rest", of: op });
    this.clear();
    return undefined;
  }

  // Another place is shown.
  follow() {
    this.place = {}; // answers to questions about another one mean nothing
    this.clear();
    if (this.on.think) this.ask("think", { lines: LINES }, (answer) => this.show(answer));
    if (this.on.reply && this.isOpponents) this.ask("reply", {}, (answer) => this.replied(answer));
  }

  // Ask about the place that is shown until the engine has done.
  async ask(op, more, tell) {
    const { place } = this;
    const { game, at } = this.desk.scene;
    for (;;) {
      const answer = await this.desk.judge.ask({ op, game, at, ...more });
      if (place !== this.place || !this.on[op]) return;
      tell(answer.error ? { reason: answer.error.message, lines: [] } : answer);
      if (!answer.running) return;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  // The opponent plays whoever does not sit at the bottom, at the end of a line.
  get isOpponents() {
    const { position, at } = this.desk.scene;
    const bottom = this.desk.rules.views[this.desk.view].seat;
    return !position.outcome && position.turn !== bottom && this.desk.tree.after(at) === undefined;
  }

  replied({ move, reason }) {
    const { place } = this;
    if (reason) this.desk.say(reason);
    if (move) this.desk.turn(() => place === this.place && this.desk.play({ move }));
  }

  // -- on the screen

  clear() {
    for (const id of ["thoughts", "balance"]) $(id).hidden = true;
    this.arrows?.remove();
  }

  show({ score, chance, depth, lines, reason }) {
    $("thoughts").hidden = false;
    const rows = lines.map(({ score, moves, text }) => {
      const first = element("button", { type: "button", "data-move": text, title: t("Play this move") }, moves[0]);
      return element("li", {}, element("b", {}, score), " ", first, ` ${moves.slice(1).join(" ")}`);
    });
    $("thoughts").querySelector("ol").replaceChildren(...rows);
    $("thought").textContent = reason || (score === undefined ? t("The engine thinks.") : t("{score}, {depth} plies deep", { score, depth }));
    $("balance").hidden = score === undefined;
    if (score === undefined) return;
    const bottom = this.desk.rules.views[this.desk.view].seat;
    $("balance").setAttribute("aria-label", t("Evaluation: {score}", { score }));
    $("balance").style.setProperty("--share", String(bottom ? 1 - chance : chance));
    $("balance").classList.toggle("turned", bottom > 0);
    this.drawArrows(lines);
  }

  // Arrows of the first moves, the best one the broadest; a ring where a piece is dropped.
  drawArrows(lines) {
    const { board } = this.desk;
    this.arrows?.remove();
    this.arrows = svg("g", { class: "advice" });
    lines.forEach(({ from, to }, rank) => {
      if (!to) return;
      const [origin, target] = board.numbers([from, to]).map((cell) => (cell === undefined ? undefined : board.place(cell)));
      this.arrows.prepend(this.arrow(origin, target, SHAFT / (1 + rank / 2), rank ? "next" : "best"));
    });
    board.picture.append(this.arrows);
  }

  arrow(origin, [x, y], shaft, kind) {
    const { piece } = this.desk.rules.geometry;
    if (!origin) return svg("circle", { cx: x, cy: y, r: 0.42 * piece, "stroke-width": shaft * piece, class: kind });
    const [half, head] = [(shaft * piece) / 2, 1.6 * shaft * piece];
    const [across, down] = [x - origin[0], y - origin[1]];
    const length = Math.hypot(across, down) || 1;
    const [right, below] = [across / length, down / length];
    const at = (along, aside) => `${round(origin[0] + along * right - aside * below)} ${round(origin[1] + along * below + aside * right)}`;
    const [neck, tip] = [length - 2 * head, length - 0.1 * piece];
    const points = [at(0, half), at(neck, half), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -half), at(0, -half)];
    return svg("path", { d: `M${points.join("L")}Z`, class: kind });
  }
}
