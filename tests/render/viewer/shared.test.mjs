// What all pages share, without a browser: `node --test`. The files are no modules, they are put together as in a page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const FILES = ["board.js", "parts.js", "tree.js", "graph.js"];
const NAMES = ["Board", "MoveTree", "WORDS", "advantage", "along", "decoded", "lengthOf", "reach", "t", "time"];

const texts = FILES.map((name) => readFileSync(new URL(`../../../render/viewer/${name}`, import.meta.url), "utf8"));
const window = { matchMedia: () => ({ matches: true }) };
const shared = vm.runInNewContext(`${texts.join("\n")}\n({ ${NAMES.join(", ")} })`, { window });
const { Board, MoveTree, WORDS, advantage, along, decoded, lengthOf, reach, t, time } = shared;

// A value of the other context as one of this one.
const here = (value) => JSON.parse(JSON.stringify(value));

// 1. a (1. b c (1... d)) (1. e) 2. f g, numbered in the order of the text; b and e are instead of a, d is instead of c.
function tree() {
  const made = new MoveTree(-1);
  const moves = [[0, -1], [1, -1, 0], [2, 1], [3, 1, 2], [4, -1, 0], [5, 0], [6, 5]];
  for (const [move, parent, instead] of moves) made.add(move, parent, instead);
  return made;
}

test("lines of a tree of moves", () => {
  const moves = tree();
  assert.deepEqual(here(moves.line(-1)), [0, 5, 6]);
  assert.deepEqual(here(moves.line(1)), [2]);
  assert.equal(moves.end(-1), 6);
  assert.equal(moves.end(3), 3);
  assert.deepEqual(here(moves.inOrder), [-1, 0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(here(moves.path(3)), [1, 3]);
  assert.deepEqual(here(moves.path(-1)), []);
  assert.deepEqual([-1, 0, 3, 6].map((move) => moves.ply(move)), [0, 1, 2, 3]);
});

test("ways between variations", () => {
  const moves = tree();
  assert.equal(moves.before(-1), undefined);
  assert.equal(moves.after(6), undefined);
  assert.deepEqual([0, 2, 3, 4, 6].map((move) => moves.lineStart(move)), [-1, 1, 3, 4, -1]);
  assert.deepEqual([6, 2, 3].map((move) => moves.out(move)), [-1, 0, 2]);
  assert.equal(moves.into(0), 1);
  assert.equal(moves.into(1), 4);
  assert.equal(moves.into(4), undefined);
});

const geometry = { cells: ["a2", "b2", "a1", "b1"], at: [0, 0, 10, 0, 0, 10, 10, 10], middle: [5, 5], piece: 8, ghosts: [] };

function board(turn = 0) {
  const data = { geometry, views: [{ turn }] };
  return new Board({ querySelector: () => null }, data, [[[0, 0, 0, 50, 5, 0, 100, 10, 0]]]);
}

test("a board that is turned", () => {
  assert.deepEqual(here(board().place(0)), [0, 0]);
  assert.deepEqual(here(board(180).place(0)), [10, 10]);
  assert.deepEqual(here(board(90).place(0)), [10, 0]);
});

test("keys go to the next cell, or stay", () => {
  assert.equal(board().beside(0, [1, 0]), 1);
  assert.equal(board().beside(0, [0, 1]), 2);
  assert.equal(board().beside(0, [-1, 0]), 0);
  assert.equal(board(180).beside(0, [-1, 0]), 1);
});

test("the way of a piece", () => {
  const [straight] = board().legs(0, 3, 0);
  assert.deepEqual(here(along(straight, 0.5)), [5, 5]);
  const [leg] = board().legs(0, 1, 1);
  assert.deepEqual(here(leg), [[0, [0, 0]], [0.5, [5, 0]], [1, [10, 0]]]);
  assert.deepEqual(here(along(leg, 0.75)), [7.5, 0]);
  assert.equal(lengthOf(leg), 10);
});

test("where a piece gets to: as far as the way is free", () => {
  const rules = { looks: [["rook", 0, 3], ["pawn", 1, 0]], ways: { "0 3 0": [[1 | 2 | 8, 1, 3], [1 | 2 | 8, 2]] } };
  assert.deepEqual(here([...reach(rules, [0, -1, -1, 1], [], 0)]), [[1, false], [3, true], [2, false]]);
  assert.deepEqual(here([...reach(rules, [0, 0, 1, -1], [], 0)]), [[2, true]]);
  assert.deepEqual(here([...reach(rules, [0, -1, -1, 1], [2], 0)]), [[1, false], [3, true]]);
});

test("words, times and evaluations", () => {
  WORDS["{count} days"] = "{count} Tage";
  assert.equal(t("{count} days", { count: 3 }), "3 Tage");
  assert.equal(t("Hello {name}"), "Hello {name}");
  assert.deepEqual([3723, 59, 360000].map(time), ["1:02:03", "0:00:59", "4 Tage"]);
  assert.deepEqual(["0", "#3", "#-3"].map(advantage), [0, 1, -1]);
  assert.ok(Number.isNaN(advantage("unclear")));
  assert.ok(advantage("1") > 0 && advantage("1") < advantage("2"));
  assert.equal(decoded("%41"), "A");
  assert.equal(decoded("%"), "%");
});
