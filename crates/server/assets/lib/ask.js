// What do pages ask? Rulesets and players once; positions and analyses with a memory, so that walking back in a tree
// costs nothing. An analysis that was not finished is asked again.

import { get, job, post } from "./api.js";

/** @typedef {import("./types.js").Ruleset} Ruleset */
/** @typedef {import("./types.js").Read} Read */
/** @typedef {import("./types.js").Analysed} Analysed */
/** @typedef {import("./types.js").Progress} Progress */

const REMEMBERED = 300;

/** A memory of the answers that were used last. @template Answer */
class Memory {
  constructor() {
    /** @type {Map<string, Answer>} */
    this.answers = new Map();
  }

  /** @param {string} key */
  get(key) {
    const answer = this.answers.get(key);
    if (answer !== undefined) this.set(key, answer);
    return answer;
  }

  /** @param {string} key @param {Answer} answer */
  set(key, answer) {
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= REMEMBERED) break;
      this.answers.delete(oldest);
    }
  }
}

/** @type {Memory<Read>} */
const positions = new Memory();
/** @type {Memory<{ answer: Analysed, reason: string }>} */
const analyses = new Memory();
/** @type {Map<string, Promise<any>>} */
const lists = new Map();

/** @param {string} path @param {string} key */
function list(path, key) {
  let asked = lists.get(path);
  if (!asked) {
    asked = get(path).then((answer) => (key ? answer[key] : answer));
    asked.catch(() => lists.delete(path));
    lists.set(path, asked);
  }
  return asked;
}

/** @returns {Promise<Ruleset[]>} */
export const rulesets = () => list("rulesets", "rulesets");

/** @returns {Promise<{ players: { name: string, about: string, sums: boolean, contests: boolean, sources: boolean }[], sources: string[] }>} */
export const players = () => list("players", "");

/** @returns {Promise<{ name: string, about: string, random: boolean, kept: boolean }[]>} */
export const experiments = () => list("experiments", "experiments");

/**
 * @param {string} position
 * @param {{ signal?: AbortSignal, details?: boolean }} [options]
 * @returns {Promise<Read>}
 */
export async function read(position, { signal, details = true } = {}) {
  const key = `${details}${position}`;
  const known = positions.get(key);
  if (known) return known;
  const answer = await post("positions", details ? { position } : { position, details }, signal);
  positions.set(key, answer);
  return answer;
}

/**
 * @param {string} position
 * @param {{ signal?: AbortSignal, time?: number, hear?: (event: string, data: any) => void }} [options]
 */
export async function analyse(position, { signal, time, hear } = {}) {
  const known = analyses.get(position);
  if (known) return known;
  const found = await job("analysis", { position, details: true, ...(time ? { time } : {}) }, hear, signal);
  if (found.reason === "complete") analyses.set(position, found);
  return found;
}

/**
 * What is remembered of an analysis.
 * @param {string} position
 */
export const remembered = (position) => analyses.get(position)?.answer;
