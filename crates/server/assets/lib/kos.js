// What do both komasters say together? Where they agree, that is what a position is worth; where they differ, both are
// told. Which point may not be retaken follows from the last move.

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Facts} Facts */
/** @typedef {import("./types.js").Komaster} Komaster */
/** @typedef {import("./types.js").KoMove} KoMove */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./tree.js").Step} Step */

/** The kinds of kos, in words. */
export const KINDS = {
  hyperactive: "the mean depends on who has more ko threats",
  active: "the temperature depends on who has more ko threats, the mean does not",
  placid: "it does not matter who has more ko threats",
};

/** What a komaster is called. @param {Komaster} komaster */
export const masterName = ({ komaster }) => (komaster === "left" ? "Left" : "Right");

/**
 * A number on which both komasters agree; null if they differ or if one is not known.
 * @param {Komaster[]} komasters
 * @param {"mean" | "temperature"} key
 */
export function agreed(komasters, key) {
  const [first, ...rest] = komasters.map((each) => each[key]);
  return first !== undefined && rest.every((other) => other === first) ? first : null;
}

/**
 * Mean or temperature of a position; undefined if it is not known or depends on the komaster.
 * @param {Facts | undefined} facts
 * @param {"mean" | "temperature"} key
 */
export const known = (facts, key) => facts?.[key] ?? (facts?.komasters && agreed(facts.komasters, key)) ?? undefined;

/**
 * A number under both komasters, in words.
 * @param {Komaster[]} komasters
 * @param {"mean" | "temperature"} key
 */
export function told(komasters, key) {
  const same = agreed(komasters, key);
  if (same !== null) return same;
  const one = (/** @type {Komaster} */ each) => each[key] ?? (key === "mean" && each.mean_bounds ? `${each.mean_bounds[0]}…${each.mean_bounds[1]}` : "?");
  return [...new Set(komasters.map(one))].join(" / ");
}

/**
 * The move by which the player to move would retake at once: taking back would restore the position before the last
 * move. On a board it is a point, where that move captured a single stone. Null if there is none.
 * @param {Step} step
 * @param {Facts | undefined} facts
 * @param {import("./types.js").Part} part
 * @param {string | undefined} before The position before the last move.
 * @param {(cell: Cell) => string} name
 * @returns {{ cell: Cell | null, player: Side, move: string } | null}
 */
export function banned({ move, player }, facts, part, before, name) {
  if (!player) return null;
  const other = player === "left" ? "right" : "left";
  const takes = (facts?.ko_moves?.[other] ?? []).filter((each) => each.takes_ko);
  const placed = move?.cells?.[0];
  const captured = (move?.changed?.cells ?? []).filter(([x, y]) => x !== placed?.[0] || y !== placed?.[1]);
  const cell = captured.length === 1 ? captured[0] : null;
  const plain = (/** @type {string | undefined} */ text) => text?.replace(/\s+/g, " ");
  const restores = (/** @type {string} */ name) => plain(part.moves?.[other].find((each) => each.move === name)?.position) === plain(before);
  const retaking = takes.find((each) => (cell ? each.move === name(cell) : !placed && restores(each.move)));
  return retaking ? { cell, player: other, move: retaking.move } : null;
}
