// A game as a tree of numbered moves: which move follows which, and which begins a variation instead of another.

class MoveTree {
  /** @param {number} start the number that stands for the start of the game */
  constructor(start) {
    this.start = start;
    /** @type {Map<number, number>} by move the one before it */
    this.parents = new Map();
    /** @type {Map<number, number>} by move how many lead to it, itself included */
    this.plies = new Map([[start, 0]]);
    /** @type {Map<number, number>} by move the next one of its line */
    this.next = new Map();
    /** @type {Map<number, number[]>} by move the first moves of the variations at its place */
    this.variations = new Map();
    /** @type {Map<number, number>} by first move of a variation the move that it replaces */
    this.instead = new Map();
  }

  /**
   * Add a move. Moves are added in the order of the text.
   * @param {number} move @param {number} parent
   * @param {number} [instead] the move that it begins a variation of
   */
  add(move, parent, instead) {
    this.parents.set(move, parent);
    this.plies.set(move, this.ply(parent) + 1);
    if (instead === undefined) {
      this.next.set(parent, move);
      return;
    }
    this.instead.set(move, instead);
    this.variations.set(instead, [...(this.variations.get(instead) ?? []), move]);
  }

  /** How many moves lead to a move, itself included. @param {number} move */
  ply(move) {
    return this.plies.get(move) ?? 0;
  }

  /** The move before another; undefined at the start. @param {number} move */
  before(move) {
    return this.parents.get(move);
  }

  /** The next move of the line. @param {number} move */
  after(move) {
    return this.next.get(move);
  }

  /** The last move of the line. @param {number} move */
  end(move) {
    let last = move;
    for (let next = this.next.get(move); next !== undefined; next = this.next.get(next)) last = next;
    return last;
  }

  /** The moves of the line behind a move. @param {number} move */
  line(move) {
    const line = [];
    for (let next = this.next.get(move); next !== undefined; next = this.next.get(next)) line.push(next);
    return line;
  }

  /** Everything in the order of the text: the start, then each move in front of the variations at its place. */
  get inOrder() {
    const order = [this.start];
    /** @type {Array<number | undefined>} */
    const waiting = [this.next.get(this.start)];
    while (waiting.length) {
      const move = waiting.pop();
      if (move === undefined) continue;
      order.push(move);
      waiting.push(this.next.get(move), ...(this.variations.get(move) ?? []).toReversed());
    }
    return order;
  }

  /** The moves that lead to a move, itself included. @param {number} move */
  path(move) {
    const path = [];
    for (let here = move; here !== this.start; here = this.parents.get(here) ?? this.start) path.push(here);
    return path.reverse();
  }

  /** The first move of the line that a move is in; the start for the main line. @param {number} move */
  lineStart(move) {
    return this.path(move).findLast((here) => this.instead.has(here)) ?? this.start;
  }

  /** Out of a variation to the move it replaces; in the main line to the start. @param {number} move */
  out(move) {
    return this.instead.get(this.lineStart(move)) ?? this.start;
  }

  /** Into the variation at the place of a move; from the first move of one to the variation beside it. @param {number} move */
  into(move) {
    const here = this.variations.get(move);
    if (here) return here[0];
    const beside = this.variations.get(this.instead.get(move) ?? NaN) ?? [];
    return beside[beside.indexOf(move) + 1];
  }
}
