// Small things that a page is made of beside its boards.

// The words of the page in another language, by the English ones.
/** @type {Record<string, string>} */
const WORDS = {};

/** @param {string} english @param {Record<string, string | number>} [filled] */
function t(english, filled = {}) {
  return (WORDS[english] ?? english).replace(/\{(\w+)\}/g, (place, name) => String(filled[name] ?? place));
}

/**
 * An element with attributes, those that are not undefined, and with content.
 * @template {keyof HTMLElementTagNameMap} Kind
 * @param {Kind} kind @param {Record<string, string | number | undefined>} [attributes] @param {...(Node | string)} content
 */
function element(kind, attributes = {}, ...content) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...content);
  return made;
}

// What a way says: who goes it without taking, who takes at its end, their own side's too; and that they may stop on each
// of its cells.
const [GOES, TAKES, TAKES_OWN, STOPS] = [1, 2, 4, 8];

/**
 * Where the piece on a cell gets to, and whether somebody stands there: the engine's ways, as far as they are free.
 * @param {Rules} rules @param {number[]} placed @param {number[]} gone @param {number} cell
 */
function reach(rules, placed, gone, cell) {
  const [, seat, kind] = rules.looks[placed[cell]];
  const found = new Map();
  for (const [says, ...way] of rules.ways[`${seat} ${kind} ${cell}`] ?? []) {
    way.every((target, place) => {
      const look = rules.looks[placed[target]];
      const may = look ? says & TAKES && (look[1] !== seat || says & TAKES_OWN) : says & GOES;
      if (may && !gone.includes(target) && (says & STOPS || place === way.length - 1)) found.set(target, Boolean(look));
      return !look;
    });
  }
  return found;
}

/** A piece alone. @param {Rules} rules @param {number} look @param {boolean} [turned] */
function iconOf(rules, look, turned = false) {
  const { piece } = rules.geometry;
  const viewBox = `${-piece / 2} ${-piece / 2} ${piece} ${piece}`;
  const icon = svg("svg", { class: turned ? "icon turned" : "icon", viewBox, "aria-hidden": true });
  icon.append(svg("use", { href: `#${rules.looks[look][0]}` }));
  return icon;
}

/**
 * The pieces of a game: how each looks, what it is called, and its letter in moves.
 * @param {Rules} rules @param {HTMLElement} details where they are put
 */
function keyOf(rules, details) {
  const list = element("ul");
  rules.pieces.forEach((name, kind) => {
    const looks = rules.seats.map((_, seat) => rules.looks.findIndex((look) => look[1] === seat && look[2] === kind));
    const there = looks.filter((look) => look >= 0).map((look) => iconOf(rules, look));
    if (there.length) list.append(element("li", {}, ...there, element("span", {}, name), " ", element("b", {}, rules.letters[kind])));
  });
  details.className = "key";
  details.replaceChildren(element("summary", {}, t("The pieces")), list);
  return details;
}

/** What a browser keeps; nothing where it keeps nothing for this page. @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text; without a place for it, it holds until the page is closed. @param {string} key @param {string} text */
function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // the browser keeps nothing, or has no more room
  }
}

/** Hand something to the reader as a file. @param {BlobPart} text @param {string} name @param {string} [type] */
function saved(text, name, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href, download: name.trim().replace(/[^\p{L}\p{N}.]+/gu, "-") });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Give a text to the clipboard, and say so. @param {string} text @param {HTMLElement} live */
function toClipboard(text, live) {
  const done = () => (live.textContent = t("Copied"));
  navigator.clipboard.writeText(text).then(done, () => {
    const area = element("textarea");
    area.value = text;
    live.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    done();
  });
}

/** Whether a key is meant for the browser, or for a control that has the focus. @param {any} event */
function elsewhere(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Scroll a box, and nothing else, until something in it is well in sight. @param {Element} inside @param {Element} box */
function inSight(inside, box) {
  const [around, here] = [box.getBoundingClientRect(), inside.getBoundingClientRect()];
  const room = around.height / 5;
  if (here.top < around.top + room || here.bottom > around.bottom - room) {
    box.scrollTop += here.top - around.top - around.height / 2;
  }
}

/** `1:02:03`; of long times the days. @param {number} seconds */
function time(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (parts[0] >= 72) return t("{count} days", { count: Math.floor(seconds / 86400) });
  return parts.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} eyes */
function die(eyes) {
  const face = svg("svg", { class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": t("throw {throw}", { throw: eyes }) });
  face.append(svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4 }));
  for (const pip of PIPS[eyes] ?? []) face.append(svg("circle", { cx: 6 + 6 * (pip % 3), cy: 6 + 6 * Math.floor(pip / 3), r: 2 }));
  return face;
}
