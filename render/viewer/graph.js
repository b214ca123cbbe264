// How a game stood and what time was left, as a graph of its main line; drawn when somebody opens it.

const GRAPH = { width: 300, height: 90, room: 4 }; // units

const STEEP = 0.4; // how soon an advantage in pawns comes near the rim
const LEVELS = [3, 1, -1, -3]; // pawns at which a line is drawn
const MISTAKES = ["?", "??", "?!"];
const STRETCHES = [1, 2, 5, 10, 20, 50, 100]; // moves between two numbers at the foot
const MOST_NUMBERS = 8;

/** Where an evaluation stands between the rims: -1 where Black wins, 1 where White does. @param {string} text `0.35` or `#-3` */
function advantage(text) {
  if (text.startsWith("#")) return text.startsWith("#-") ? -1 : 1;
  return 2 / (1 + Math.exp(-STEEP * Number(text))) - 1;
}

/**
 * @typedef {{seat?: number, eval?: string, left?: number, number: number, signs: string[]}} Plotted a move: seat, evaluation,
 *   seconds left, its number in the game, what annotators say of it
 */

/**
 * The graph of a main line, in an element that the reader opens; undefined where the record tells nothing.
 * @param {Plotted[]} moves @param {string[]} seats @param {(place: number) => void} go shows the move at a place
 */
function graphOf(moves, seats, go) {
  if (!moves.some((move) => move.eval !== undefined || move.left !== undefined)) return undefined;
  const details = element("details", { class: "graph" }, element("summary", {}, t("Evaluation and time")));
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector("svg")) details.append(...drawnGraph(moves, seats, go));
  });
  return details;
}

/** @param {Plotted[]} moves @param {string[]} seats @param {(place: number) => void} go */
function drawnGraph(moves, seats, go) {
  const { width, height, room } = GRAPH;
  /** @param {number} place */
  const across = (place) => (width * (place + 1)) / moves.length;
  /** @param {number} share */
  const inside = (share) => room + (height - 2 * room) * (1 - share);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("Evaluation and time"), preserveAspectRatio: "none" });
  const evals = moves.flatMap((move, place) => {
    const stands = move.eval === undefined ? NaN : advantage(move.eval); // a record may tell what is no evaluation
    return Number.isNaN(stands) ? [] : [[across(place), inside((stands + 1) / 2)]];
  });
  if (evals.length) {
    const middle = height / 2;
    const levels = LEVELS.map((pawns) => `M0 ${round(inside((advantage(String(pawns)) + 1) / 2))}H${width}`);
    picture.append(svg("path", { class: "level", d: levels.join("") }));
    picture.append(
      svg("path", { class: "stands", d: `M${evals[0][0]} ${middle}L${evals.map((point) => point.join(" ")).join("L")}L${evals[evals.length - 1][0]} ${middle}Z` }),
      svg("path", { class: "even", d: `M0 ${middle}H${width}` }),
    );
  }
  const most = Math.max(1, ...moves.map((move) => move.left ?? 0));
  const clocks = seats.filter((_, seat) => {
    const points = moves.flatMap((move, place) => {
      return move.left === undefined || move.seat !== seat ? [] : [`${across(place)} ${inside(move.left / most)}`];
    });
    if (points.length) picture.append(svg("path", { class: ["time", `s${seat}`].join(" "), d: `M${points.join("L")}` }));
    return points.length;
  });
  const faults = moves.flatMap(({ signs }, place) => (signs.some((sign) => MISTAKES.includes(sign)) ? [place] : []));
  const heights = new Map(evals.map(([x, y]) => [x, y]));
  const dots = faults.map((place) => `M${round(across(place))} ${round(heights.get(across(place)) ?? height - room)}h0`);
  if (dots.length) picture.append(svg("path", { class: "fault", d: dots.join("") }));
  picture.append(svg("path", { class: "here" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const place = Math.round((moves.length * (event.clientX - box.left)) / box.width) - 1;
    go(Math.min(Math.max(place, 0), moves.length - 1));
  });
  const parts = [...(evals.length ? [t("surface: evaluation")] : []), ...(clocks.length ? [t("lines: time of {seats}", { seats: clocks.join(", ") })] : [])];
  if (faults.length) parts.push(t("dots: mistakes"));
  const plot = element("div", { class: "plot" }, picture, numbersOf(moves, across), ...(evals.length ? sidesOf(seats) : []));
  return [plot, element("p", {}, `${parts.join("; ")}.`)];
}

/** The numbers of moves at the foot. @param {Plotted[]} moves @param {(place: number) => number} across */
function numbersOf(moves, across) {
  const begins = moves.flatMap(({ number }, place) => (number === moves[place - 1]?.number ? [] : [{ number, place }]));
  const stretch = STRETCHES.find((one) => begins.length / one <= MOST_NUMBERS) ?? begins.length;
  const shown = begins.filter(({ number }) => number % stretch === 0);
  return element("div", { class: "numbers", "aria-hidden": "true" }, ...shown.map(({ number, place }) => {
    const label = element("span", {}, String(number));
    label.style.setProperty("left", `${round((100 * across(place)) / GRAPH.width)}%`);
    return label;
  }));
}

/** Whose advantage is above and whose below. @param {string[]} seats */
function sidesOf(seats) {
  return [[seats[0], "above"], [seats[1], "below"]].map(([seat, side]) => element("span", { class: `side-name ${side}`, "aria-hidden": "true" }, seat));
}

/**
 * Mark the move that is shown, in a graph that is open.
 * @param {Element | undefined} details @param {number} place -1 where it is none of the main line @param {number} count of its moves
 */
function markGraph(details, place, count) {
  details?.querySelector(".here")?.setAttribute("d", place < 0 ? "" : `M${(GRAPH.width * (place + 1)) / count} 0V${GRAPH.height}`);
}
