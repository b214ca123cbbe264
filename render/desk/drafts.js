// Games with changes that are in no file: the browser keeps them until they are saved or thrown away.

const MOST_DRAFTS = 20; // the oldest give way

/**
 * @typedef {object} Draft
 * @property {string} session which visit it was made in
 * @property {number} game its number on the desk then
 * @property {string} file that it came from; empty for none
 * @property {string} title who plays what
 * @property {string} record
 * @property {number} time
 */

class Drafts {
  /**
   * @param {string} place whose games they are: those of a published folder, or of the desk of this machine
   * @param {string} session this visit
   */
  constructor(place, session) {
    this.key = `fairyscore-drafts ${place}`;
    this.session = session;
  }

  /** All that are kept, the newest first. @returns {Draft[]} */
  get all() {
    try {
      const kept = JSON.parse(remembered(this.key) ?? "[]");
      return Array.isArray(kept) ? kept.filter(({ record }) => typeof record === "string") : [];
    } catch {
      return []; // somebody else has written there
    }
  }

  /** Those of earlier visits. */
  get earlier() {
    return this.all.filter(({ session }) => session !== this.session);
  }

  /** Keep how a game of this visit is now. @param {Omit<Draft, "session" | "time">} draft */
  keep(draft) {
    const others = this.all.filter((one) => one.session !== this.session || one.game !== draft.game);
    this.write([{ session: this.session, time: Date.now(), ...draft }, ...others].slice(0, MOST_DRAFTS));
  }

  /** Let one go. @param {{session: string, game: number}} draft */
  drop({ session, game }) {
    this.write(this.all.filter((one) => one.session !== session || one.game !== game));
  }

  /** @param {Draft[]} drafts */
  write(drafts) {
    remember(this.key, JSON.stringify(drafts));
  }
}
