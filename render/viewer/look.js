// How boards look to this reader: colours, names of cells, the last move, the size. The browser keeps it for all pages.

const LOOK = "fairyscore-look"; // where it is kept
const LOOKS = ["board", "pieces", "names", "last", "size"]; // what style sheets know of it; empty as the page has it

class BoardLook {
  /**
   * @param {HTMLElement} host whose style sheet knows the choices, as `data-look-board`
   * @param {Document | ShadowRoot | Element} root where the choices are offered, by elements with `data-look`
   * @param {() => Board | undefined} board the board that is shown
   * @param {() => void} speak shows moves in the notation that is chosen now
   */
  constructor(host, root, board, speak) {
    this.host = host;
    this.board = board;
    /** @type {Record<string, string>} */
    this.chosen = {};
    try {
      this.chosen = Object(JSON.parse(remembered(LOOK) ?? "{}"));
    } catch {
      // somebody else has written there
    }
    for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll("[data-look]"))) {
      const name = choice.dataset.look ?? "";
      if (this.chosen[name]) choice.value = this.chosen[name];
      choice.addEventListener("input", () => {
        this.choose(name, choice.value);
        if (name === "moves") speak();
      });
    }
    this.apply();
  }

  /** The notation that moves are shown in; empty for that of the page. */
  get spoken() {
    return this.chosen.moves ?? "";
  }

  /** @param {string} name one of `LOOKS` @param {string} value */
  choose(name, value) {
    this.chosen[name] = value;
    remember(LOOK, JSON.stringify(this.chosen));
    this.apply();
  }

  // The page and its board as they are chosen.
  apply() {
    for (const name of LOOKS) {
      if (this.chosen[name]) this.host.setAttribute(`data-look-${name}`, this.chosen[name]);
      else this.host.removeAttribute(`data-look-${name}`);
    }
    const size = Number(this.chosen.size);
    this.host.style.setProperty("--size", String(size > 0 && size <= 100 ? size / 100 : 1));
    const board = this.board();
    if (!board) return;
    board.name(this.chosen.names);
    const [, , width, height] = board.paper;
    this.host.style.setProperty("--ratio", String(round(width / height)));
  }
}
