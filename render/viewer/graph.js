// How a game stood and what time was left, as a graph of its main line; drawn when somebody opens it.

const GRAPH = { width: 300, height: 90, room: 4 }; // units

const STEEP = 0.4; // how soon an advantage in pawns comes near the rim

// Where an evaluation stands between the rims: -1 where Black wins, 1 where White does. text: `0.35` or `#-3`.
function advantage(text) {
  if (text.startsWith("#")) return text.startsWith("#-") ? -1 : 1;
  return 2 / (1 + Math.exp(-STEEP * Number(text))) - 1;
}

// The graph of a game, in an element that the reader opens; undefined where the record tells nothing. go: shows a step.
function graphOf(game, go) {
  const steps = game.path(game.end(START));
  if (!steps.some((step) => game.more(step).eval !== undefined || game.more(step).left !== undefined)) return undefined;
  const details = document.createElement("details");
  details.className = "graph";
  const summary = document.createElement("summary");
  summary.textContent = t("Evaluation and time");
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector("svg")) details.append(...drawnGraph(game, steps, go));
  });
  return details;
}

function drawnGraph(game, steps, go) {
  const { width, height, room } = GRAPH;
  const across = (place) => (width * (place + 1)) / steps.length;
  const inside = (share) => room + (height - 2 * room) * (1 - share);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("Evaluation and time"), preserveAspectRatio: "none" });
  const evals = steps.flatMap((step, place) => {
    const { eval: text } = game.more(step);
    return text === undefined ? [] : [[across(place), inside((advantage(text) + 1) / 2)]];
  });
  if (evals.length) {
    const middle = height / 2;
    picture.append(
      svg("path", { class: "stands", d: `M${evals[0][0]} ${middle}L${evals.map((point) => point.join(" ")).join("L")}L${evals.at(-1)[0]} ${middle}Z` }),
      svg("path", { class: "even", d: `M0 ${middle}H${width}` }),
    );
  }
  const most = Math.max(1, ...steps.map((step) => game.more(step).left ?? 0));
  game.rules.seats.forEach((_, seat) => {
    const points = steps.flatMap((step, place) => {
      const { left } = game.more(step);
      return left === undefined || game.seatOf(step) !== seat ? [] : [`${across(place)} ${inside(left / most)}`];
    });
    if (points.length) picture.append(svg("path", { class: ["time", `s${seat}`].join(" "), d: `M${points.join("L")}` }));
  });
  picture.append(svg("path", { class: "here" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const place = Math.round((steps.length * (event.clientX - box.left)) / box.width) - 1;
    go(steps[Math.min(Math.max(place, 0), steps.length - 1)]);
  });
  const key = document.createElement("p");
  const clocks = game.rules.seats.filter((_, seat) => picture.querySelector(`.time.s${seat}`));
  const told = [...(evals.length ? [t("surface: evaluation")] : []), ...(clocks.length ? [t("lines: time of {seats}", { seats: clocks.join(", ") })] : [])];
  key.textContent = `${told.join("; ")}.`;
  return [picture, key];
}

// The step that is shown, in a graph that is open.
function markGraph(details, game, step) {
  const steps = game.path(game.end(START));
  const place = steps.indexOf(step) + 1;
  details?.querySelector(".here")?.setAttribute("d", place ? `M${(GRAPH.width * place) / steps.length} 0V${GRAPH.height}` : "");
}
