// Pictures of movements: a click or an arrow key moves the piece to another field and shows where it gets to from there.
"use strict";
(() => {
  const { cells, pips, kinds, words } = JSON.parse(document.getElementById("moves").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function drawn(goal, pip) {
    const [name, x, y, size] = cells[goal];
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = pips[pip];
    const sign = holder.firstChild;
    sign.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
    sign.setAttribute("data-at", name);
    return sign;
  }

  function nearest(x, y) {
    const far = cells.map(([, left, top]) => Math.hypot(left - x, top - y));
    return far.indexOf(Math.min(...far));
  }

  function towards(from, [across, down]) {
    const [, x, y] = cells[from];
    const ahead = cells.map(([, left, top]) => {
      const [dx, dy] = [left - x, top - y];
      const along = dx * across + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * across);
      return along > 1 && aside < along ? along + 2 * aside : Infinity;
    });
    const least = Math.min(...ahead);
    return least < Infinity ? ahead.indexOf(least) : from;
  }

  for (const figure of document.querySelectorAll("figure[data-kind]")) {
    const goals = kinds[figure.dataset.kind];
    const svg = figure.querySelector("svg");
    const piece = svg.querySelector(".pieces .piece");
    const caption = figure.querySelector("figcaption");
    if (!goals || !piece) continue;
    const start = Number(figure.dataset.cell);
    const placed = piece.getAttribute("transform");
    const ready = caption.textContent;
    let cell = start;

    function move(to) {
      if (!goals[to].length && to !== start) return;
      cell = to;
      const [name, x, y] = cells[cell];
      piece.setAttribute("transform", `translate(${x - cells[start][1]} ${y - cells[start][2]}) ${placed}`);
      svg.querySelectorAll(".pip[data-at]").forEach((sign) => sign.remove());
      const layer = svg.querySelector(".pieces").parentNode;
      goals[cell].forEach(([goal, pip]) => layer.append(drawn(goal, pip)));
      caption.textContent = ready.replace(cells[start][0], name);
      figure.dataset.cell = cell;
    }

    figure.classList.add("live");
    figure.tabIndex = 0;
    figure.title = words.hint;
    svg.addEventListener("click", (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      move(nearest(place.x, place.y));
    });
    figure.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      event.preventDefault();
      move(towards(cell, KEYS[event.key]));
    });
  }
})();
