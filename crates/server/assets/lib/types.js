// What does the server answer? The types of docs/api.md, as far as the pages read them.

/** @typedef {"left" | "right"} Side */
/** @typedef {[number, number]} Cell Column and row, from the top left, from 0. */
/** @typedef {[string, string][]} Wall Pairs of value and tax, from the lowest tax up. */
/** @typedef {{ left: Wall, right: Wall, slopes?: [string, string] }} Graph A thermograph; `slopes` are those of walls that end in no mast. */

/**
 * @typedef {object} Ruleset
 * @property {string} name
 * @property {string} about
 * @property {string} notation
 * @property {string} example
 * @property {boolean} contest
 * @property {Drawing["kind"]} board
 * @property {{ symbol: string, meaning: string }[]} symbols
 */

/**
 * @typedef {object} Drawing
 * @property {"grid" | "rows" | "triangle" | "graph" | "heaps" | "text"} kind
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {string[]} [row_labels]
 * @property {string | number} [points]
 * @property {{ name: string, mark?: string }[]} [nodes]
 * @property {{ from: number, to: number, mark?: string }[]} [edges]
 * @property {number} [ground]
 * @property {number[]} [heaps]
 * @property {string} [code]
 */

/** @typedef {{ cells?: Cell[], nodes?: number[], edges?: number[] }} Touched */

/**
 * @typedef {object} PlainMove
 * @property {string} move
 * @property {Cell[]} [cells]
 * @property {Touched} [changed] All that looks different after it.
 * @property {number[]} [nodes]
 * @property {number[]} [edges]
 * @property {string} [position]
 * @property {number} [part]
 */

/**
 * @typedef {object} Part
 * @property {string} part
 * @property {string} [game]
 * @property {string} position
 * @property {Drawing} drawing
 * @property {({ position: string } & Touched)[]} [regions]
 * @property {{ left: PlainMove[], right: PlainMove[] }} [moves]
 * @property {boolean} [moves_left_out]
 * @property {boolean} [ko] It has a thermograph for each komaster in place of a value.
 * @property {string} [no_value] Why it has none, if not for a ko.
 * @property {string} [negative]
 * @property {string} [warning]
 * @property {string} [sgf]
 * @property {Side} [to_move]
 * @property {string} [remark] What players know beyond the board, in a game with chance.
 * @property {Cell} [banned] The point that may not be retaken at once.
 */

/** @typedef {{ kind: "position" | "value" | "sum" | "contest", position: string, parts: Part[], ending?: "score" | "normal" }} Read `ending`: does a score decide, or the last move? */

/**
 * @typedef {object} RankedMove
 * @property {string} move
 * @property {string} mean
 * @property {string} temperature
 * @property {string} loss
 * @property {boolean} orthodox
 * @property {boolean} wins
 * @property {string} kind
 * @property {string} [position]
 * @property {boolean} [sensible]
 * @property {Graph} [thermograph]
 */

/**
 * @typedef {object} Komaster What a position with kos is worth if this player has the ko threats.
 * @property {Side} komaster
 * @property {string} [mean]
 * @property {string} [temperature]
 * @property {[string, string]} [mean_bounds]
 * @property {Graph} [thermograph]
 * @property {string} [error]
 */

/** @typedef {{ move: string, takes_ko: boolean, orthodox?: boolean, after: Komaster[] }} KoMove */

/**
 * @typedef {object} Facts
 * @property {"hyperactive" | "active" | "placid"} [ko]
 * @property {Komaster[]} [komasters]
 * @property {{ left: KoMove[], right: KoMove[] }} [ko_moves]
 * @property {string} [canonical]
 * @property {string} [outcome]
 * @property {string} [mean]
 * @property {string} [temperature]
 * @property {string} [left_stop]
 * @property {string} [right_stop]
 * @property {string | null} [atomic_weight]
 * @property {number} [birthday]
 * @property {string[]} [kinds]
 * @property {Graph} [thermograph]
 * @property {boolean} [exact]
 * @property {[string, string]} [mean_bounds]
 * @property {[string, string]} [temperature_bounds]
 * @property {{ mean: string, temperature: string, mean_error: number, temperature_error: number }} [estimate]
 * @property {string} [misere_outcome]
 * @property {{ position: string, canonical: string | null, mean: string, temperature: string }[]} [regions]
 * @property {{ left: RankedMove[], right: RankedMove[] }} [moves]
 * @property {string} [error]
 * @property {number} [nodes]
 * @property {number} [seconds]
 * @property {PartFacts[]} [parts] Of a sum.
 * @property {string[]} [left_options] Of a value.
 * @property {string[]} [right_options] Of a value.
 * @property {string} [warning]
 */

/** @typedef {Facts & { part: string }} PartFacts */
/** @typedef {{ kind: "position" | "value" | "sum", analysis: Facts }} Analysed */

/** @typedef {{ mean_bounds: [string | null, string | null], temperature_bounds: [string | null, string | null], nodes?: number, seconds: number }} Progress */

export {};
