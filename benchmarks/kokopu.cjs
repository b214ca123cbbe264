// Checks the moves of a PGN file with kokopu: node kokopu.cjs FILE
const { pgnRead } = require('../build/peers/node_modules/kokopu');
const database = pgnRead(require('fs').readFileSync(process.argv[2], 'latin1'));
for (let at = 0; at < database.gameCount(); at++) { try { database.game(at); } catch (fault) {} }
