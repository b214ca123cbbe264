// The list of games: found by their words. Of many games only those in sight, and some about them, are elements.

const LISTED = 100; // games that are elements at once, and that come with a scroll

class GameList {
  // list: the element. more: of the games behind those in it the content of each entry, as HTML. open: opens a game.
  constructor(list, more, open) {
    this.rows = list.querySelector("ol");
    this.entries = [...this.rows.children];
    this.more = more;
    this.count = this.entries.length + more.length;
    this.found = [...Array(this.count).keys()];
    this.open = open;
    this.current = 0;
    list.prepend(this.box());
    this.rows.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.show(0);
  }

  box() {
    const [box, count] = [element("input", { type: "search" }), element("output")];
    box.addEventListener("input", () => {
      this.find(box.value);
      count.textContent = t("{count} of {all}", { count: this.found.length, all: this.count });
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.found.length) this.open(this.found[0]);
    });
    return element("label", { class: "filter" }, element("span", {}, t("Find")), " ", box, " ", count);
  }

  // What each game is searched by; made when somebody searches.
  get texts() {
    const standing = this.entries.slice(0, this.count - this.more.length).map((entry) => entry.textContent);
    const made = [...standing, ...this.more.map(wordsOf)].map((text) => text.toLowerCase());
    Object.defineProperty(this, "texts", { value: made });
    return made;
  }

  find(asked) {
    const words = asked.toLowerCase().split(/\s+/);
    this.found = [...this.texts.keys()].filter((number) => words.every((word) => this.texts[number].includes(word)));
    this.show(0);
  }

  // The entry of a game; made once.
  entry(number) {
    if (!this.entries[number]) {
      const link = element("a", { href: `#g${number + 1}`, "data-number": number + 1 });
      link.innerHTML = this.more[number - (this.count - this.more.length)];
      this.entries[number] = element("li", {}, link);
    }
    const link = this.entries[number].firstElementChild;
    if (number === this.current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    return this.entries[number];
  }

  // Show found games from a place on.
  show(from) {
    [this.from, this.to] = [from, Math.min(from + 2 * LISTED, this.found.length)];
    this.rows.replaceChildren(...this.found.slice(this.from, this.to).map((number) => this.entry(number)));
    this.rows.scrollTop = 0;
  }

  // More of them come where the end of those that are shown comes into sight.
  scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    if (this.to < this.found.length && scrollTop + 2 * clientHeight > scrollHeight) {
      const to = Math.min(this.to + LISTED, this.found.length);
      this.rows.append(...this.found.slice(this.to, to).map((number) => this.entry(number)));
      this.to = to;
    } else if (this.from > 0 && scrollTop < clientHeight) {
      const from = Math.max(this.from - LISTED, 0);
      this.rows.prepend(...this.found.slice(from, this.from).map((number) => this.entry(number)));
      this.from = from;
      this.rows.scrollTop = scrollTop + this.rows.scrollHeight - scrollHeight;
    }
  }

  // A game is open: its entry is marked, and in sight where it is found.
  mark(number) {
    const before = this.current;
    this.current = number;
    if (this.entries[before]) this.entry(before);
    const place = this.found.indexOf(number);
    if (place >= 0 && (place < this.from || place >= this.to)) this.show(Math.max(place - LISTED, 0));
    const entry = this.entry(number);
    if (entry.isConnected) inSight(entry, this.rows);
  }
}

const WRITTEN = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

// The text of HTML that this package has written.
function wordsOf(html) {
  return html.replace(/<[^>]*>/g, "").replace(/&[a-z0-9#]+;/g, (written) => WRITTEN[written] ?? written);
}
