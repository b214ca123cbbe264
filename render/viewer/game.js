// A game: its tree of moves, the positions they lead to, and what is said of them. Steps are numbers in the order of the
// text; the start is START.

const START = -1;

class Game {
  constructor(section, data, page) {
    this.section = section;
    this.data = data;
    const board = page.boards[data.board];
    this.rules = { ...board, geometry: page.geometries[board.geometry] };
    this.page = page;
    this.links = [...section.querySelectorAll(".line a[id]")];
    const texts = this.links.map((link) => link.firstChild.textContent);
    this.made = { texts, geometry: this.rules.geometry, views: this.rules.views }; // as the page was made
    this.tree = new MoveTree(START);
    data.steps.forEach(([, , , more], step) => this.tree.add(step, more?.from ?? step - 1, more?.instead));
  }

  // Moves, and what cells are called, in one of the notations that the page has; otherwise as it was made.
  speak(notation) {
    const { rules, data, links } = this;
    const { texts, geometry, views } = this.made;
    const { called, rims, inside } = rules.spoken?.[notation] ?? {};
    rules.geometry = called ? { ...geometry, called } : geometry;
    rules.views = called ? views.map((view, seat) => ({ ...view, rim: rims[seat], inside: inside[seat] })) : views;
    links.forEach((link, step) => (link.firstChild.textContent = (data.spoken?.[notation] ?? texts)[step]));
  }

  more(step) {
    return (step === START ? this.data : this.data.steps[step][3]) ?? {};
  }

  // -- positions

  position(step) {
    const placed = new Array(this.rules.geometry.cells.length).fill(NOBODY);
    const set = (changes) => {
      for (let i = 0; i < changes.length; i += 2) placed[changes[i]] = changes[i + 1];
    };
    set(this.data.start);
    let gone = this.data.gone ?? [];
    for (const here of this.tree.path(step)) {
      set(this.data.steps[here][0]);
      gone = this.more(here).gone ?? gone;
    }
    const more = this.more(step);
    return { placed, gone, move: this.move(step, placed), checks: more.checks ?? [], marks: more.marks ?? ["", ""] };
  }

  // The fields of a move; of a drop only the one it is made on.
  move(step, placed) {
    if (step === START) return null;
    const [changes, flights] = this.data.steps[step];
    if (flights.length) return flights.slice(0, 2);
    for (let i = 0; i < changes.length; i += 2) if (placed[changes[i]] !== NOBODY) return [changes[i]];
    return null;
  }

  // By player pairs of a picture and how many such pieces are in hand.
  hands(step) {
    const changed = [START, ...this.tree.path(step)].findLast((here) => this.more(here).hands);
    return this.rules.seats.map((_, seat) => {
      const held = changed === undefined ? [] : this.more(changed).hands[seat];
      return held.flatMap((look, at) => (at % 2 ? [] : [[look, held[at + 1]]]));
    });
  }

  inHand(seat, held) {
    const pieces = held.map(([look, count]) => this.rules.pieces[this.rules.looks[look][2]] + (count > 1 ? ` × ${count}` : ""));
    return t("{seat}, in hand: {pieces}", { seat: this.seatName(seat), pieces: pieces.join(", ") });
  }

  // The pieces that each player has lost on the way to a step; those that come to a hand are in it.
  lost(step) {
    const trays = this.rules.seats.map(() => []);
    if (this.rules.keeps) return trays;
    for (const here of this.tree.path(step)) {
      for (const look of this.more(here).taken ?? []) trays[this.rules.looks[look][1]].push(look);
    }
    return trays.map((looks) => looks.sort((one, other) => this.rules.looks[one][2] - this.rules.looks[other][2]));
  }

  // The seconds on each player's clock, as far as the record tells them.
  clocks(step) {
    const clocks = this.rules.seats.map(() => undefined);
    for (const here of this.tree.path(step)) {
      const { left } = this.more(here);
      if (left !== undefined) clocks[this.seatOf(here)] = left;
    }
    return clocks;
  }

  seatOf(step) {
    return Number(this.links[step].className.slice(1));
  }

  targets(step, cell) {
    const { placed, gone } = this.position(step);
    return reach(this.rules, placed, gone, cell);
  }

  // -- words

  key(step) {
    return step === START ? "" : this.links[step].id;
  }

  // The number of a move and its signs, from the key and the text of the link.
  marked(step) {
    const signs = [...this.links[step].querySelectorAll("b[title]")].map((sign) => sign.textContent);
    return { number: Number(/(\d+)[a-z]$/.exec(this.key(step))?.[1]), signs };
  }

  // `12...Nf6`, from the key and the text of the link; without the throw of the dice, which are drawn.
  written(step) {
    const [, number] = /(\d+)[a-z]$/.exec(this.key(step));
    const move = this.links[step].firstChild.textContent.replace(`${this.more(step).throw}: `, "");
    return `${number}${this.seatOf(step) ? "..." : ". "}${move}`;
  }

  status(step) {
    return this.page.sentences[step === START ? this.data.status : this.data.steps[step][2]];
  }

  // The seat to move; -1 where the game is over.
  mover(step) {
    return this.page.movers[step === START ? this.data.status : this.data.steps[step][2]];
  }

  seatName(seat) {
    const name = this.rules.seats[seat];
    return name[0].toUpperCase() + name.slice(1);
  }

  nameOf(look) {
    const [, seat, kind] = this.rules.looks[look];
    return t("{owner} {piece}", { owner: this.rules.seats[seat], piece: this.rules.pieces[kind] });
  }

  // A move for those who hear it: `12... black knight from d7 takes white pawn on e5, check`.
  spoken(step) {
    if (step === START) return `${t("Start of the game")}. ${this.status(START)}.`;
    const number = this.written(step).match(/^\d+\.+/)[0];
    const signs = [...this.links[step].querySelectorAll("b[title]")].map((sign) => `, ${sign.title}`);
    const parts = [`${number} ${this.deed(step)}${signs.join("")}`, ...(this.more(step).news ?? []), this.status(step)];
    return `${parts.join(". ")}.`;
  }

  deed(step) {
    const [changes, flights] = this.data.steps[step];
    const { taken = [], throw: eyes } = this.more(step);
    const cells = this.rules.geometry.called;
    const thrown = eyes ? `${t("throw {throw}", { throw: eyes })}, ` : "";
    const was = this.position(this.tree.before(step)).placed;
    const now = this.position(step).placed;
    if (!flights.length) {
      const [cell] = changes;
      const nobody = cell === undefined || now[cell] === NOBODY;
      return thrown + (nobody ? t("passes") : t("{piece} on {cell}", { piece: this.nameOf(now[cell]), cell: cells[cell] }));
    }
    const [from, to] = flights;
    const goes = (one, other) => t("{piece} from {origin} to {cell}", { piece: this.nameOf(was[one]), origin: cells[one], cell: cells[other] });
    let said = goes(from, to);
    if (taken.length) {
      const facts = { piece: this.nameOf(was[from]), origin: cells[from], takes: this.rules.takes, cell: cells[to] };
      said = t("{piece} from {origin} {takes} {taken} on {cell}", { ...facts, taken: taken.map((look) => this.nameOf(look)).join(", ") });
    }
    if (flights.length > 3) said = t("{one} and {other}", { one: said, other: goes(flights[3], flights[4]) });
    const becomes = now[to] === NOBODY ? this.nameOf(was[from]) : this.nameOf(now[to]);
    return thrown + said + (becomes === this.nameOf(was[from]) ? "" : `, ${t("becomes {piece}", { piece: becomes })}`);
  }

  // The whole position, player by player, as the page says it of the last one.
  described(step) {
    const { placed, gone } = this.position(step);
    const sentences = [`${this.rules.title}, ${this.status(step)}`];
    this.rules.seats.forEach((_, number) => {
      const pieces = this.rules.pieces.map((name, kind) => {
        const where = this.rules.geometry.called.filter((cell, place) => {
          const look = this.rules.looks[placed[place]];
          return look && look[1] === number && look[2] === kind;
        });
        return where.length ? `${name} ${where.join(", ")}` : "";
      });
      sentences.push(`${this.seatName(number)}: ${pieces.filter(Boolean).join("; ") || t("no pieces")}`);
    });
    this.hands(step).forEach((held, number) => held.length && sentences.push(this.inHand(number, held)));
    if (gone.length) {
      const cells = gone.map((cell) => this.rules.geometry.called[cell]).join(", ");
      sentences.push(this.rules.wall_name ? `${this.rules.wall_name}: ${cells}` : t("No longer there: {cells}", { cells }));
    }
    return `${sentences.join(". ")}.`;
  }
}
