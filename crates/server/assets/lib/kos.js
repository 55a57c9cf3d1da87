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
 * A number under both komasters, in words.
 * @param {Komaster[]} komasters
 * @param {"mean" | "temperature"} key
 */
export function told(komasters, key) {
  const same = agreed(komasters, key);
  if (same !== null) return same;
  const one = (/** @type {Komaster} */ each) => each[key] ?? (key === "mean" && each.mean_bounds ? `${each.mean_bounds[0]}…${each.mean_bounds[1]}` : "?");
  return komasters.map(one).join(" / ");
}

/**
 * The point that the player to move may not retake: it was captured alone by the last move, and taking it back would
 * restore the position. Null if there is none.
 * @param {Step} step
 * @param {Facts | undefined} facts
 * @param {(cell: Cell) => string} name
 * @returns {{ cell: Cell, player: Side, move: string } | null}
 */
export function banned({ move, player }, facts, name) {
  const placed = move?.cells?.[0];
  const captured = (move?.changed?.cells ?? []).filter(([x, y]) => x !== placed?.[0] || y !== placed?.[1]);
  if (!player || captured.length !== 1) return null;
  const other = player === "left" ? "right" : "left";
  const retaking = facts?.ko_moves?.[other].find((each) => each.takes_ko && each.move === name(captured[0]));
  return retaking ? { cell: captured[0], player: other, move: retaking.move } : null;
}
