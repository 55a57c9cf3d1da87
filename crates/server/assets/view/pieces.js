// How does a cell look? One drawing for each symbol of each game, in a square of side 40. Colours are classes of
// style.css; every piece differs from the others in shape or mark as well, never by colour alone.

import { s } from "../lib/dom.js";

export const SIDE = 40;
const HALF = SIDE / 2;

/** Games played on the crossings of lines. */
const ON_LINES = new Set(["go", "go-ko", "go-territory", "nogo"]);
const DOMINOES = new Set(["domineering", "xt-domineering", "cram"]);

/**
 * The ground that a game is played on.
 * @param {string | undefined} game
 * @returns {"lines" | "checkered" | "plain"}
 */
export const groundOf = (game) => (game && ON_LINES.has(game) ? "lines" : game === "amazons" ? "checkered" : "plain");

/** @param {string | undefined} game */
export const playsDominoes = (game) => game !== undefined && DOMINOES.has(game);

/** @param {string} colour */
const stone = (colour) =>
  s("g", { class: `stone ${colour}` }, s("circle", { cx: HALF, cy: HALF, r: 15.5 }), s("ellipse", { class: "shine", cx: 15, cy: 13, rx: 5.5, ry: 4 }));

/** @param {string} colour */
function queen(colour) {
  const tips = [
    [6.5, 12.5],
    [13.5, 8],
    [20, 6],
    [26.5, 8],
    [33.5, 12.5],
  ];
  return s(
    "g",
    { class: `queen ${colour}` },
    s("path", { d: "M10 27.5 6.5 13.5 13 20.5 13.8 9.5 18.2 19 20 7.5 21.8 19 26.2 9.5 27 20.5 33.5 13.5 30 27.5Z" }),
    tips.map(([cx, cy]) => s("circle", { cx, cy, r: 2.2 })),
    s("path", { d: "M9.5 28.5h21v2.2q1.6 1 1.6 3.3h-24.2q0-2.3 1.6-3.3z" }),
  );
}

/**
 * @param {string} colour
 * @param {string} letter
 */
const disc = (colour, letter) =>
  s(
    "g",
    { class: `stone ${colour}` },
    s("circle", { cx: HALF, cy: HALF, r: 16 }),
    s("text", { x: HALF, y: HALF + 6.2, class: "letter" }, letter),
  );

/** @param {string} colour @param {string} letter */
const tile = (colour, letter) =>
  s(
    "g",
    { class: `stone ${colour}` },
    s("rect", { x: 5, y: 5, width: 30, height: 30, rx: 6 }),
    s("text", { x: HALF, y: HALF + 6.2, class: "letter" }, letter),
  );

/** A toad faces right, a frog left. @param {"black" | "white"} colour */
const hopper = (colour) =>
  s(
    "g",
    { class: `stone ${colour}`, transform: colour === "white" ? `translate(${SIDE} 0) scale(-1 1)` : null },
    s("path", { d: "M5 30Q4 17 15 13Q17 7 22 10Q31 9 36 18Q34 24 28 25L30 30Z" }),
    s("circle", { class: "eye", cx: 22.5, cy: 14, r: 2 }),
  );

/** @param {string} colour @param {string} mark */
const domino = (colour, mark) =>
  s(
    "g",
    { class: `stone ${colour}` },
    s("rect", { x: 13, y: 3, width: 14, height: 34, rx: 3 }),
    s("text", { x: HALF, y: HALF + 4.5, class: "letter small" }, mark),
  );

/** @param {string} text */
const plain = (text) => s("text", { x: HALF, y: HALF + 6.5, class: "symbol" }, text);

/** A cell that is reserved for one player. @param {"black" | "white"} colour @param {string} mark */
const reserved = (colour, mark) =>
  s(
    "g",
    { class: `reserved ${colour}` },
    s("circle", { cx: HALF, cy: HALF, r: 9 }),
    s("text", { x: HALF, y: HALF + 4, class: "letter small" }, mark),
  );

/**
 * What lies on a cell; null for an empty one and for one that is out of play, which is drawn as ground.
 * @param {string | undefined} game
 * @param {string} symbol
 * @returns {SVGElement | null}
 */
export function piece(game, symbol) {
  if (symbol === "." || symbol === "#" || symbol === " ") return null;
  const lower = symbol.toLowerCase();
  switch (game) {
    case "amazons":
      return lower === "x" ? queen("black") : lower === "o" ? queen("white") : plain(symbol);
    case "col":
    case "snort":
      if (lower === "l") return reserved("black", "L");
      if (lower === "r") return reserved("white", "R");
      break;
    case "toads-and-frogs":
      return lower === "t" ? hopper("black") : hopper("white");
    case "toppling-dominoes":
      return lower === "l" ? domino("black", "L") : lower === "r" ? domino("white", "R") : domino("green", "E");
    case "ewn":
      return /\d/.test(symbol) ? tile("black", symbol) : tile("white", String(lower.charCodeAt(0) - 96));
    case "dark-chess":
      if (symbol === "?") return s("g", { class: "stone hidden" }, s("circle", { cx: HALF, cy: HALF, r: 16 }), plain("?"));
      return disc(symbol === lower ? "white" : "black", symbol.toUpperCase());
    case "fission":
    case "triangular-nim":
      if (lower === "x") return stone("green");
  }
  if (lower === "x") return stone("black");
  if (lower === "o") return stone("white");
  return plain(symbol);
}

/**
 * What a cell is called when it is read out.
 * @param {string} symbol
 * @param {{ symbol: string, meaning: string }[]} symbols
 */
export function meaning(symbol, symbols) {
  const found =
    symbols.find((each) => each.symbol === symbol) ??
    symbols.find((each) => each.symbol.toLowerCase() === symbol.toLowerCase());
  return found?.meaning ?? symbol;
}

/** Hatchings of regions: as many as can be told apart. */
const HATCHES = [
  "M-2 2L2 -2M0 10L10 0M8 12L12 8",
  "M-2 8L2 12M0 0L10 10M8 -2L12 2",
  "M5 0V10",
  "M0 5H10",
  "M2.5 2.5h.01M7.5 7.5h.01",
  "M0 5H10M5 0V10",
  "M0 10L5 5L10 10M0 5L5 0L10 5",
  "M5 2.5V7.5M2.5 5H7.5",
];

/** The number of hatchings. */
export const HATCH_COUNT = HATCHES.length;

/**
 * A hatching as a pattern that can fill shapes.
 * @param {string} id
 * @param {number} index
 */
export function hatch(id, index) {
  const at = index % HATCH_COUNT;
  return s(
    "pattern",
    { id, width: 10, height: 10, patternUnits: "userSpaceOnUse", class: `hatch hatch-${at}` },
    s("rect", { width: 10, height: 10 }),
    s("path", { d: HATCHES[at] }),
  );
}
