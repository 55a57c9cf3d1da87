// How are exact numbers computed with on the page? As fractions of big integers, since the answers carry exact
// numbers as text ("7/2"). Floats are used for places on the screen only.

/** @typedef {{ readonly n: bigint, readonly d: bigint }} Rational A reduced fraction with a positive denominator. */

/**
 * @param {bigint} a
 * @param {bigint} b
 */
function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/**
 * @param {bigint} n
 * @param {bigint} d
 * @returns {Rational}
 */
export function ratio(n, d = 1n) {
  const common = divisor(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / common, d: d / common };
}

/** Is this the text of a number? @param {string} text */
export const isNumber = (text) => /^-?\d+(\/\d+)?$/.test(text);

/** Zero. */
export const ZERO = ratio(0n);

/**
 * Reads `3`, `-7/2`. Other text throws.
 * @param {string} text
 * @returns {Rational}
 */
export function rational(text) {
  const found = /^([-+−]?\d+)(?:\/(\d+))?$/.exec(text.trim());
  if (!found) throw new RangeError(`not a number: ${text}`);
  return ratio(BigInt(found[1].replace("−", "-")), BigInt(found[2] ?? 1));
}

/** @type {(a: Rational, b: Rational) => Rational} */
export const plus = (a, b) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);

/** @type {(a: Rational) => Rational} */
export const negative = (a) => ({ n: -a.n, d: a.d });

/** @type {(a: Rational, b: Rational) => Rational} */
export const minus = (a, b) => plus(a, negative(b));

/** @type {(a: Rational, b: Rational) => Rational} */
export const times = (a, b) => ratio(a.n * b.n, a.d * b.d);

/** @type {(a: Rational, b: Rational) => Rational} */
export const over = (a, b) => ratio(a.n * b.d, a.d * b.n);

/**
 * Negative, zero or positive: how a lies to b.
 * @type {(a: Rational, b: Rational) => number}
 */
export const compare = (a, b) => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** @type {(a: Rational, b: Rational) => boolean} */
export const equal = (a, b) => compare(a, b) === 0;

/** @type {(a: Rational) => number} */
export const float = (a) => Number(a.n) / Number(a.d);

/** @type {(a: Rational) => string} */
export const text = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);

/**
 * The multiple of 1/steps that is nearest to a float.
 * @param {number} x
 * @param {number} steps
 */
export const nearest = (x, steps) => ratio(BigInt(Math.round(x * steps)), BigInt(steps));

/**
 * Text with a true minus sign, for people.
 * @param {string | number} number
 */
export const pretty = (number) => String(number).replaceAll("-", "−");
