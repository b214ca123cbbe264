// Checks the moves of a PGN file with chessops: node chessops.mjs FILE
import { readFileSync } from 'fs';
import { parsePgn, startingPosition } from '../build/peers/node_modules/chessops/dist/esm/pgn.js';
import { parseSan } from '../build/peers/node_modules/chessops/dist/esm/san.js';

const walk = (pos, node) => {
  for (const child of node.children) {
    const move = parseSan(pos, child.data.san);
    if (!move) return;
    const after = pos.clone();
    after.play(move);
    walk(after, child);
  }
};
for (const game of parsePgn(readFileSync(process.argv[2], 'latin1')))
  startingPosition(game.headers).unwrap(pos => walk(pos, game.moves), () => {});
