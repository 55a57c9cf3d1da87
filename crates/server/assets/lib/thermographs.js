// What does a thermograph say at a tax? Walls are lists of corners [value, tax] from the lowest tax up; below the
// first corner nothing is drawn, above the last the wall is a mast, or slants where a ko has none. Readings are exact.

import { compare, equal, minus, over, plus, rational, times, ZERO } from "./rational.js";

/** @typedef {import("./rational.js").Rational} Rational */
/** @typedef {import("./types.js").Wall} Wall */
/** @typedef {import("./types.js").Graph} Graph */
/** @typedef {import("./types.js").RankedMove} RankedMove */
/** @typedef {import("./types.js").Side} Side */

/**
 * The corners of a wall as numbers.
 * @param {Wall} wall
 */
export const corners = (wall) => wall.map(([value, tax]) => ({ value: rational(value), tax: rational(tax) }));

/**
 * The value of a player's wall at a tax.
 * @param {Graph} graph
 * @param {Side} player
 * @param {Rational} tax
 * @returns {Rational}
 */
export function wallAt(graph, player, tax) {
  const points = corners(graph[player]);
  const above = points.findIndex((point) => compare(point.tax, tax) >= 0);
  if (above < 0) {
    const top = points[points.length - 1];
    const slope = graph.slopes?.[player === "left" ? 0 : 1];
    return slope ? plus(top.value, times(rational(slope), minus(tax, top.tax))) : top.value;
  }
  const high = points[above];
  if (above === 0 || equal(high.tax, tax)) return high.value;
  const low = points[above - 1];
  const share = over(minus(tax, low.tax), minus(high.tax, low.tax));
  return plus(low.value, times(share, minus(high.value, low.value)));
}

/**
 * Mean and temperature: where the walls meet for good. Walls that slant do not meet; this is the top of Left's.
 * @param {Graph} graph
 */
export function mast(graph) {
  const [left, right] = [corners(graph.left), corners(graph.right)];
  const [top, other] = [left[left.length - 1], right[right.length - 1]];
  return { mean: top.value, temperature: compare(top.tax, other.tax) >= 0 ? top.tax : other.tax };
}

/**
 * The moves of a player that are orthodox at a tax: those that reach the player's wall. None is above the
 * temperature, where both would rather pass.
 * @param {Graph} graph
 * @param {Pick<RankedMove, "move" | "thermograph">[]} moves
 * @param {Side} player
 * @param {Rational} tax
 */
export function orthodoxAt(graph, moves, player, tax) {
  const { temperature } = mast(graph);
  if (compare(tax, temperature) > 0) return [];
  const wall = wallAt(graph, player, tax);
  return moves.filter(({ thermograph }) => {
    if (!thermograph) return false;
    const reached =
      player === "left" ? minus(wallAt(thermograph, "right", tax), tax) : plus(wallAt(thermograph, "left", tax), tax);
    return equal(reached, wall);
  });
}

/**
 * The values and taxes that a drawing must show: all corners, zero, and room for the mast.
 * @param {Graph} graph
 */
export function extent(graph) {
  const points = [...corners(graph.left), ...corners(graph.right)];
  let [low, high, top, bottom] = [points[0].value, points[0].value, points[0].tax, points[0].tax];
  for (const { value, tax } of points) {
    if (compare(value, low) < 0) low = value;
    if (compare(value, high) > 0) high = value;
    if (compare(tax, top) > 0) top = tax;
    if (compare(tax, bottom) < 0) bottom = tax;
  }
  if (compare(top, ZERO) < 0) top = ZERO;
  return { low, high, top, bottom };
}
