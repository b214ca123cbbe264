// What is pressed while the page is still coming is kept; its program does it as soon as it runs.
const early = {
  kinds: ["pointerdown", "pointerup", "click"],
  kept: [],
  keep(event) {
    const meant = event.type === "click" ? "button" : "svg.board, .hands";
    if (event.target.closest?.(meant)) early.kept.push(event);
  },
  // From now on the program listens.
  done() {
    for (const kind of early.kinds) removeEventListener(kind, early.keep, true);
    for (const event of early.kept.splice(0)) if (event.target.isConnected) event.target.dispatchEvent(event);
  },
};
for (const kind of early.kinds) addEventListener(kind, early.keep, true);
