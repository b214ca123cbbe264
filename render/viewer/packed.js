// Games of a large page, which stand in it packed: each is unpacked when it is looked at.

class PackedGames {
  // root: what has the packed texts. standing: how many games stand on the page as elements. count: how many are packed.
  constructor(root, standing, count, perPack) {
    this.packs = [...root.querySelectorAll("script.packed")];
    this.standing = standing;
    this.count = count;
    this.perPack = perPack;
    this.unpacked = new Map(); // number of a pack -> its games, or the promise of them
  }

  // The number of the pack that a game is in; undefined where the game stands on the page, or is not there at all.
  packOf(number) {
    const place = number - this.standing;
    return place >= 0 && place < this.count ? Math.floor(place / this.perPack) : undefined;
  }

  // `[section, data]` of a game: its element as HTML, and its steps.
  async game(number) {
    const pack = this.packOf(number);
    if (!this.unpacked.has(pack)) this.unpacked.set(pack, unpacked(this.packs[pack].textContent).then(JSON.parse));
    const games = await this.unpacked.get(pack);
    return games[(number - this.standing) % this.perPack];
  }
}

// The text of packed data: base64 of what deflate has made.
function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
