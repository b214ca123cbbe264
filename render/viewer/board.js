"use strict";

// The board on the screen: pieces where they stand, marks, and pieces on their way. It knows no game, only positions.

/**
 * @typedef {[number, number]} Point units of the drawing: to the right, and down
 * @typedef {Array<[number, Point]>} Leg of a way: times from 0 to 1, and where the piece is then
 * @typedef {{placed: number[], move: number[] | null, checks: number[], marks: string[], gone: number[]}} Shown a position:
 *   by cell the number of a picture or -1; the cells of the last move; checked cells; drawings below and above; cells that are gone
 * @typedef {object} Geometry
 * @property {string[]} cells names
 * @property {string[]} called what readers call them
 * @property {number[]} at by cell two numbers: where its middle is
 * @property {Point} middle of the board
 * @property {[number, number, number, number]} field its box without names at the rim: left, top, width, height
 * @property {number} piece the size of a piece
 * @property {string} cover the id of the paint of cells that are gone
 * @property {string[]} inner by cell a path a little within its border
 * @property {string[]} [outlines] by cell the path of its border
 * @property {Array<[number, number, number]>} ghosts cells that are drawn once more, and where
 * @typedef {object} Rules a game as far as a page has to know it
 * @property {string} title
 * @property {Geometry} geometry
 * @property {boolean} [directed] pieces point where their owner goes
 * @property {string} wall the drawing of what stands on cells that are gone, empty where they are covered
 * @property {string} wall_name what that is called
 * @property {Array<{turn: number, seat: number, rim: string, inside?: string}>} views
 * @property {Array<[string, number, number]>} looks of every picture of a piece its drawing, seat and type
 * @property {string[]} seats
 * @property {string[]} pieces names of the types
 * @property {string[]} letters of the types
 * @property {Record<string, Array<[number, ...number[]]>>} ways by `seat type cell` what a way says, and its cells
 */

const SVG = "http://www.w3.org/2000/svg";
const NOBODY = -1;

// Milliseconds that a piece is on its way: a little in any case, and more for every unit (a square has 45).
const SET_OFF = 150;
const PER_UNIT = 0.8;
const LONGEST_WAY = 700;

// The keys that go from cell to cell, and where to.
/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * An element of a drawing.
 * @param {string} kind @param {Record<string, string | number | boolean>} [attributes]
 */
function svg(kind, attributes = {}) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

class Board {
  /**
   * @param {SVGSVGElement} picture
   * @param {Rules} data the page's game, its geometry with it
   * @param {number[][][]} routes those of the page: by number the legs, each three numbers a point: hundredths of the time, x, y
   */
  constructor(picture, data, routes) {
    this.picture = picture;
    this.data = data;
    this.routes = routes;
    this.view = 0;
    this.flying = 0;
    /** @type {string | undefined} where names of cells stand: `inside`, `none`, at the rim where it is empty */
    this.named = undefined;
    /** @type {number[] | undefined} the paper with names at the rim, once somebody asks */
    this.whole = undefined;
    /** @type {Record<string, any>} */
    this.layer = {};
    for (const name of ["ground", "rim", "gone", "under", "pieces", "inside", "over"]) {
      this.layer[name] = picture.querySelector(`:scope > .${name}`);
    }
  }

  // -- where things are

  get seen() {
    return this.data.views[this.view];
  }

  /** @param {number} cell @returns {Point} */
  place(cell) {
    const { at } = this.data.geometry;
    return this.turned([at[2 * cell], at[2 * cell + 1]]);
  }

  /**
   * All places are told as the first player sees them; the others see the board turned about its middle.
   * @param {Point} place @returns {Point}
   */
  turned([x, y]) {
    if (!this.seen.turn) return [x, y];
    const [middleX, middleY] = this.data.geometry.middle;
    const angle = (this.seen.turn * Math.PI) / 180;
    const [across, down] = [x - middleX, y - middleY];
    return [
      round(middleX + across * Math.cos(angle) - down * Math.sin(angle)),
      round(middleY + across * Math.sin(angle) + down * Math.cos(angle)),
    ];
  }

  // Pieces that point where their owner goes turn with the board.
  get upsideDown() {
    return Boolean(this.data.directed && this.seen.turn);
  }

  // What turns with the board and may lie on its side: fields, frames, arrows.
  get turning() {
    return `rotate(${this.seen.turn} ${this.data.geometry.middle.join(" ")})`;
  }

  /**
   * The legs of a way; route: its number, 0 for a straight one.
   * @param {number} from @param {number} to @param {number} route @returns {Leg[]}
   */
  legs(from, to, route) {
    if (!route) {
      return [[[0, this.place(from)], [1, this.place(to)]]];
    }
    return this.routes[route - 1].map((leg) => {
      /** @type {Leg} */
      const points = [];
      for (let i = 0; i < leg.length; i += 3) points.push([leg[i] / 100, this.turned([leg[i + 1], leg[i + 2]])]);
      return points;
    });
  }

  // -- a position

  /** @param {Shown} position */
  show(position) {
    this.land();
    this.draw(position);
    this.layer.pieces.replaceChildren(...this.standing(position.placed, () => true));
  }

  /** All but the pieces. @param {Shown} position */
  draw(position) {
    this.layer.gone.replaceChildren(this.covers(position.gone));
    this.layer.under.replaceChildren(this.lastMove(position.move), ...position.checks.map((cell) => this.checked(cell)));
    this.annotated(this.layer.under, position.marks[0]);
    this.layer.over.replaceChildren();
    this.annotated(this.layer.over, position.marks[1]);
  }

  /**
   * The pictures of pieces on the cells that are wanted, and again behind the seams.
   * @param {number[]} placed @param {(cell: number) => boolean} wanted
   */
  standing(placed, wanted) {
    /** @type {SVGElement[]} */
    const pieces = [];
    placed.forEach((look, cell) => {
      if (look !== NOBODY && wanted(cell)) pieces.push(this.piece(look, this.place(cell)));
    });
    const ghosts = this.data.geometry.ghosts.filter(([cell]) => placed[cell] !== NOBODY && wanted(cell));
    if (ghosts.length) {
      const behind = svg("g", { class: "ghosts" });
      behind.append(...ghosts.map(([cell, x, y]) => this.piece(placed[cell], this.turned([x, y]))));
      pieces.push(behind);
    }
    return pieces;
  }

  /** @param {number} look @param {Point} place */
  piece(look, [x, y]) {
    const made = svg("use", { href: `#${this.data.looks[look][0]}`, x, y });
    if (this.upsideDown) made.classList.add("turned");
    return made;
  }

  /** Cells that are no longer there, all of them one shape; or what stands on them, upright. @param {number[]} cells */
  covers(cells) {
    if (this.data.wall) {
      const walls = svg("g");
      for (const [x, y] of cells.map((cell) => this.place(cell))) walls.append(svg("use", { href: `#${this.data.wall}`, x, y }));
      return walls;
    }
    const covers = svg("g", { transform: this.turning });
    if (!cells.length) return covers;
    const d = cells.map((cell) => this.outline(cell)).join("");
    covers.append(svg("path", { d, class: "cover" }), svg("path", { d, fill: `url(#${this.data.geometry.cover})` }));
    return covers;
  }

  /** The shape of a cell, as the ground has it. @param {number} cell */
  outline(cell) {
    const root = /** @type {Document | ShadowRoot} */ (this.picture.getRootNode());
    const ground = /** @type {Element} */ (root.querySelector(this.layer.ground.getAttribute("href")));
    return ground.querySelector(`[data-field="${CSS.escape(this.data.geometry.cells[cell])}"]`)?.getAttribute("d") ?? "";
  }

  /** The cell left has a broken frame and the one reached a whole one, each a little within its border. @param {number[] | null} move */
  lastMove(move) {
    const frames = svg("g", { transform: this.turning });
    const cells = move ?? [];
    cells.forEach((cell, place) => {
      const d = this.data.geometry.inner[cell];
      const frame = svg("g", { class: place === cells.length - 1 ? "last target" : "last origin" });
      frame.append(svg("path", { d, class: "casing" }), svg("path", { d, class: "line" }));
      frames.append(frame);
    });
    return frames;
  }

  /** The cell of a piece in check glows, with a band within its border. @param {number} cell */
  checked(cell) {
    const d = this.data.geometry.inner[cell];
    const mark = svg("g", { class: "check", transform: this.turning });
    mark.append(svg("path", { d, class: "casing" }), svg("path", { d, class: "line" }));
    return mark;
  }

  /**
   * What the record's annotator has marked: it comes drawn, with the page, for the first player.
   * @param {Element} layer @param {string} drawn
   */
  annotated(layer, drawn) {
    if (!drawn) return;
    const marks = svg("g", { transform: this.turning });
    marks.innerHTML = drawn;
    layer.append(marks);
  }

  // -- where a piece gets to

  /** The cell at a point of the screen; undefined where none is near. @param {number} x @param {number} y */
  cellAt(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.picture.getScreenCTM()?.inverse());
    const { cells, piece } = this.data.geometry;
    const far = cells.map((_, cell) => Math.hypot(at.x - this.place(cell)[0], at.y - this.place(cell)[1]));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] < piece / 2 ? nearest : undefined;
  }

  /** The next cell in a direction: near, and not much aside; the same one where there is none. @param {number} from @param {Point} way */
  beside(from, [right, down]) {
    const [x, y] = this.place(from);
    const far = this.data.geometry.cells.map((_, cell) => {
      const [across, below] = [this.place(cell)[0] - x, this.place(cell)[1] - y];
      const [ahead, aside] = [across * right + below * down, Math.abs(across * down) + Math.abs(below * right)];
      return ahead > 5 && aside < ahead ? ahead + 2 * aside : Infinity;
    });
    const nearest = Math.min(...far);
    return nearest < Infinity ? far.indexOf(nearest) : from;
  }

  /**
   * A ring about who may be taken, a dot where nobody stands. targets: cells, and whether somebody stands there.
   * @param {number} cell @param {Iterable<[number, boolean]>} targets
   */
  showTargets(cell, targets) {
    const { piece } = this.data.geometry;
    const marks = svg("g", { class: "reach" });
    /** @param {number} at @param {string} kind @param {number} r */
    const mark = (at, kind, r) => {
      const [cx, cy] = this.place(at);
      marks.append(svg("circle", { cx, cy, r, class: `${kind} casing` }), svg("circle", { cx, cy, r, class: kind }));
    };
    mark(cell, "from", 0.52 * piece);
    for (const [target, taken] of targets) mark(target, taken ? "takes" : "goes", (taken ? 0.46 : 0.15) * piece);
    this.layer.over.replaceChildren(marks);
  }

  // -- names of cells

  /** Put them in the cells; else at the rim, which goes where there are none. @param {string} [where] `inside` or `none` */
  name(where) {
    this.whole ??= (this.picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.named = where;
    this.picture.setAttribute("viewBox", this.paper.join(" "));
    if (!this.layer.names) {
      this.layer.names = svg("g", { class: "names" });
      this.layer.under.before(this.layer.names);
    }
    const { cells, called, piece } = this.data.geometry;
    const names = where === "inside" ? cells.map((_, cell) => {
      const [x, y] = this.place(cell);
      const name = svg("text", { x: x - 0.47 * piece, y: y + 0.47 * piece });
      name.textContent = called[cell];
      return name;
    }) : [];
    this.layer.names.setAttribute("font-size", round(0.22 * piece));
    this.layer.names.replaceChildren(...names);
  }

  // What is shown: left, top, width, height.
  get paper() {
    return this.named ? this.data.geometry.field : (this.whole ?? []);
  }

  // -- turning the board

  /** @param {number} view */
  turn(view) {
    this.land();
    this.view = view;
    if (this.named) this.name(this.named);
    this.layer.ground.setAttribute("transform", this.turning);
    this.layer.rim.setAttribute("href", `#${this.seen.rim}`);
    this.layer.inside?.setAttribute("href", `#${this.seen.inside}`);
  }

  // -- pieces on their way

  /**
   * From one position to the next one, or back: `flights` is [from, to, number of the way, ...] of the move between them.
   * @param {Shown} before @param {Shown} after @param {number[]} flights @param {boolean} forward @param {number} [milliseconds]
   */
  travel(before, after, flights, forward, milliseconds) {
    this.land();
    const end = forward ? after : before;
    this.draw(end);
    const scene = this.scene(before.placed, after.placed, flights);
    this.layer.pieces.replaceChildren(...scene.elements);
    const time = milliseconds ?? Math.min(SET_OFF + PER_UNIT * scene.length, LONGEST_WAY);
    const started = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      const share = Math.min(Math.max((now - started) / time, 0), 1);
      const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
      scene.at(forward ? eased : 1 - eased);
      if (share < 1) this.flying = requestAnimationFrame(frame);
      else this.show(end);
    };
    scene.at(forward ? 0 : 1);
    this.flying = requestAnimationFrame(frame);
  }

  // What is on its way arrives at once.
  land() {
    cancelAnimationFrame(this.flying);
    this.flying = 0;
  }

  /**
   * What stays, goes away, comes and flies, as elements, and where they are at a time.
   * @param {number[]} before @param {number[]} after @param {number[]} flights
   */
  scene(before, after, flights) {
    const [left, reached] = [new Set(), new Set()];
    /** @type {Array<{points: Leg, piece: SVGElement}>} */
    const flyers = [];
    for (let i = 0; i < flights.length; i += 3) {
      const [from, to, route] = flights.slice(i, i + 3);
      left.add(from);
      reached.add(to);
      for (const points of this.legs(from, to, route)) flyers.push({ points, piece: this.piece(before[from], points[0][1]) });
    }
    /** @param {number} cell */
    const stays = (cell) => before[cell] === after[cell] && !left.has(cell) && !reached.has(cell);
    const going = this.fading(this.standing(before, (cell) => !stays(cell) && !left.has(cell)));
    const coming = this.fading(this.standing(after, (cell) => !stays(cell) && !reached.has(cell)));
    /** @param {number} time */
    const at = (time) => {
      going.setAttribute("opacity", String(Math.min(1, 2 - 2 * time)));
      coming.setAttribute("opacity", String(Math.max(0, 2 * time - 1)));
      for (const flyer of flyers) this.fly(flyer, time);
    };
    const elements = [...this.standing(before, stays), going, coming, ...flyers.map((flyer) => flyer.piece)];
    return { elements, at, length: Math.max(0, ...flyers.map((flyer) => lengthOf(flyer.points))) };
  }

  /** @param {Element[]} pieces */
  fading(pieces) {
    const group = svg("g");
    group.append(...pieces);
    return group;
  }

  /** @param {{points: Leg, piece: Element}} flyer @param {number} time */
  fly({ points, piece }, time) {
    const seen = points[0][0] <= time && time <= points[points.length - 1][0];
    piece.setAttribute("visibility", seen ? "visible" : "hidden");
    if (!seen) return;
    const [x, y] = along(points, time);
    piece.setAttribute("x", String(x));
    piece.setAttribute("y", String(y));
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(100 * value) / 100;
}

/** Where a piece is at a time of its leg. @param {Leg} points @param {number} time @returns {Point} */
function along(points, time) {
  const next = Math.max(1, points.findIndex(([when]) => when >= time));
  const [[start, [x, y]], [end, [toX, toY]]] = [points[next - 1], points[next]];
  const share = end > start ? (time - start) / (end - start) : 1;
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/** @param {Leg} points */
function lengthOf(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i += 1) {
    sum += Math.hypot(points[i][1][0] - points[i - 1][1][0], points[i][1][1] - points[i - 1][1][1]);
  }
  return sum;
}
