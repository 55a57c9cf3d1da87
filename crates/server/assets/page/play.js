// Play: a sum, or a game with chance, against the engine. The game is its start and its moves, all of it in the
// address; the server knows nothing of it between two questions.

import { ApiError, job, post } from "../lib/api.js";
import { rulesets } from "../lib/ask.js";
import { button, fill, h } from "../lib/dom.js";
import { asQuestion } from "../lib/edit.js";
import { float, isNumber, pretty, rational } from "../lib/rational.js";
import { link, tell } from "../lib/route.js";
import { sameCell } from "../view/board.js";
import { Clocks } from "../view/clocks.js";
import { LossGraph, WIN } from "../view/lossgraph.js";
import { chip } from "../view/moves.js";
import { isContest, Setup, STRONGEST } from "../view/setup.js";
import { Pointer, PositionView } from "../view/position.js";
import { copy, linkEntry, pictures, save, ShareMenu, toast } from "../view/share.js";

/** @typedef {import("../lib/types.js").Part} Part */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").Read} Read */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {[number, string]} Made A part, from 1, and the name of a move. */
/** @typedef {{ player: Side, part: number, move: string, text: string, cells?: import("../lib/types.js").Cell[], changed?: import("../lib/types.js").Touched }} Played */

/**
 * @typedef {object} GameState The answer of the server about a game.
 * @property {string} start
 * @property {Side} to_move
 * @property {boolean} over
 * @property {string} [score]
 * @property {Side | "draw"} [winner]
 * @property {Read} position
 * @property {(PlainMove & { part: number })[]} moves
 * @property {Played[]} played
 * @property {unknown} [record]
 * @property {string} [sgf]
 */

/** @typedef {{ start: string, first: Side, side: Side, player: string, time: number, seed: number }} Terms How a game is played. */

const NAMES = { left: "Left", right: "Right", draw: "Neither" };

class Play {
  constructor() {
    /** @type {Terms | null} */
    this.terms = null;
    /** @type {Made[]} */
    this.made = [];
    /** @type {GameState | null} */
    this.state = null;
    /** @type {Map<number, string>} Reasons of the engine, by the number of the move. */
    this.reasons = new Map();
    this.controller = new AbortController();
    /** @type {Ruleset[]} */
    this.rulesets = [];
    /** @type {PositionView[]} */
    this.views = [];
    /** @type {Pointer[]} */
    this.pointers = [];

    this.setup = new Setup((terms) => this.#begin(terms));
    this.status = h("p", { class: "turn", role: "status" });
    this.clocks = new Clocks();
    this.boards = h("div", { class: "boards" });
    this.options = h("div", { class: "option-list" });
    this.log = h("ol", { class: "log", tabindex: "0", "aria-label": "Moves so far" });
    this.unplayed = h("p", { class: "empty" }, "None yet. Click on the board, or choose from all legal moves.");
    this.hint = h("p", { class: "hint-text", role: "status" });
    this.losses = new LossGraph((number) => this.#replay(number));
    this.share = new ShareMenu(() => this.#exports());
    this.undo = button("Undo", () => this.#undo(), { class: "quiet" });
    this.ask = button("Hint", () => void this.#advise(), { class: "quiet" });
    this.game = h("div", { class: "game", hidden: true },
      h("section", { class: "card board-card", "aria-label": "Game" }, this.status, this.boards, this.hint),
      h("section", { class: "card side-card", "aria-label": "Course of the game" }, this.clocks.element,
        h("div", { class: "tools" }, this.undo, this.ask, button("New game", () => (location.hash = link("play")), { class: "quiet" }), this.share.element),
        this.losses.element, h("h2", null, "Moves"), this.unplayed, this.log, h("details", { class: "all-moves" }, h("summary", null, "All legal moves"), this.options)));
    this.element = h("div", { class: "page play" }, h("h1", { class: "visually-hidden" }, "Play"), this.setup.element, this.game);
  }

  /** @param {Record<string, string>} state */
  async go(state) {
    this.rulesets = await rulesets().catch(() => []);
    const running = state.m !== undefined || state.y !== undefined;
    this.setup.element.hidden = running;
    this.game.hidden = !running;
    if (!running || !state.s) {
      this.controller.abort();
      this.terms = null;
      return this.setup.show(state.s, this.rulesets);
    }
    const terms = /** @type {Terms} */ ({
      start: state.s,
      first: state.f === "right" ? "right" : "left",
      side: state.y === "right" ? "right" : "left",
      player: state.a ?? (isContest(state.s, this.rulesets) ? STRONGEST.chance : STRONGEST.score),
      time: Number(state.t) || 1,
      seed: Number(state.seed) || 1,
    });
    if (JSON.stringify(terms) !== JSON.stringify(this.terms)) {
      this.reasons.clear();
      this.clocks.reset();
      this.losses.clear();
    }
    this.terms = terms;
    this.made = (state.m ?? "").split("~").filter(Boolean).map((word) => {
      const at = word.indexOf(":");
      return /** @type {Made} */ ([Number(word.slice(0, at)), word.slice(at + 1)]);
    });
    await this.#show();
  }

  leave() {
    this.controller.abort();
    this.clocks.stop();
  }

  back() {
    if (this.terms) void this.#show();
  }

  /** @param {Terms} terms */
  #begin(terms) {
    this.terms = null;
    this.reasons.clear();
    location.hash = this.#link({ ...terms, start: asQuestion(terms.start) }, []);
  }

  /** @param {Terms} terms @param {Made[]} made */
  #place(terms, made) {
    return { s: terms.start, f: terms.first === "right" ? "right" : "", y: terms.side, a: terms.player, t: String(terms.time), seed: String(terms.seed), m: made.map(([part, name]) => `${part}:${name}`).join("~") };
  }

  /** @param {Terms} terms @param {Made[]} made */
  #link(terms, made) {
    return link("play", this.#place(terms, made));
  }

  #question() {
    const { start, first, seed } = /** @type {Terms} */ (this.terms);
    return isContest(start, this.rulesets) ? { start, moves: this.made, seed } : { start, first, moves: this.made };
  }

  /** Asks for the state of the game and goes on with it. */
  async #show() {
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    const terms = /** @type {Terms} */ (this.terms);
    fill(this.hint);
    try {
      const state = /** @type {GameState} */ (await post("play", this.#question(), signal));
      if (signal.aborted) return;
      this.state = state;
      this.#draw();
      if (state.over || state.moves.length === 0) return this.#ended(state, signal);
      this.losses.clear();
      if (state.to_move !== terms.side) await this.#answer(signal);
    } catch (error) {
      if (signal.aborted) return;
      fill(this.status, error instanceof Error ? error.message : String(error), " ", button("New game", () => (location.hash = link("play", { s: terms.start })), { class: "quiet small" }));
    }
  }

  /** The engine moves. @param {AbortSignal} signal @returns {Promise<void>} */
  async #answer(signal) {
    const { player, time } = /** @type {Terms} */ (this.terms);
    try {
      const { answer } = await job("choose", { ...this.#question(), player, time }, () => {}, signal);
      if (signal.aborted || !answer) return;
      this.reasons.set(this.made.length, answer.reason);
      this.#make([answer.part, answer.move], "replace");
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      fill(this.status, "The server is busy; asking again …");
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (!signal.aborted) return this.#answer(signal);
    }
  }

  /** @param {Made} move @param {"push" | "replace"} how */
  #make(move, how) {
    this.made = [...this.made, move];
    tell("play", this.#place(/** @type {Terms} */ (this.terms), this.made), how);
    void this.#show();
  }

  /** @param {number} part @param {string} name */
  #move(part, name) {
    const { state, terms } = this;
    if (!state || state.over || state.to_move !== terms?.side) return;
    this.#make([part, name], "push");
  }

  /** @param {number} index @param {import("../view/position.js").Place} place */
  #pick(index, place) {
    const { banned } = this.state?.position.parts[index] ?? {};
    if (banned && place.cell && sameCell(place.cell, banned)) fill(this.hint, "A ko may not be retaken at once: make a threat, or move elsewhere first.");
    else this.pointers[index].pick(place);
  }

  #draw() {
    const { state, terms } = this;
    if (!state || !terms) return;
    const { parts } = state.position;
    const mine = !state.over && state.to_move === terms.side;
    if (this.views.length !== parts.length) {
      this.views = parts.map((_, index) => new PositionView({ pick: (place) => this.#pick(index, place), key: (_cell, key) => key === "Escape" && (this.pointers[index].reset(), true) }));
      this.pointers = this.views.map((view, index) => new Pointer(view, { play: (move) => this.#move(index + 1, move.move), several: (moves) => this.#several(index + 1, moves), partial: (move) => fill(this.hint, move && `Pick the last cell again for ${move.move}, or go on.`) }));
      fill(this.boards, this.views.map((view, index) => h("figure", { class: "play-part" }, parts.length > 1 && h("figcaption", null, `Part ${index + 1}`), view.element, h("div", { class: "text-options", "data-part": index + 1 }))));
      this.boards.classList.toggle("single", parts.length === 1);
    }
    const latest = state.played.at(-1);
    for (const [index, part] of parts.entries()) {
      const last = latest && latest.part === index + 1 ? { move: latest, player: latest.player } : null;
      const ruleset = this.rulesets.find(({ name }) => name === part.game);
      this.views[index].show(part, ruleset, { label: `${parts.length > 1 ? `Part ${index + 1}, ` : ""}${part.part}`, last });
      this.views[index].markKo(part.banned ?? null);
      const moves = mine ? state.moves.filter((move) => move.part === index + 1) : [];
      this.pointers[index].allow(moves, terms.side);
      // What cannot be pointed at on a drawing is a button below it; moves in numbers are in the list of all moves.
      const unplaced = isNumber(part.position) ? [] : moves.filter((move) => !(move.cells ?? move.edges ?? move.nodes)?.length || part.drawing.kind === "text" || part.drawing.kind === "heaps");
      const row = /** @type {Element} */ (this.boards.querySelector(`[data-part="${index + 1}"]`));
      fill(row, unplaced.map((move) => this.#option(move)));
    }
    fill(this.options, state.moves.length ? (mine ? state.moves.map((move) => this.#option(move, parts.length > 1)) : h("p", { class: "empty" }, "It is not your turn.")) : h("p", { class: "empty" }, "No move."));
    fill(this.log, state.played.map((move, number) => h("li", null, h("span", { class: "log-move" }, chip(move.player), h("span", { class: "move-name" }, parts.length > 1 ? `${move.part}: ${move.move}` : move.move)),
      this.reasons.has(number) && h("span", { class: "reason" }, this.reasons.get(number)))));
    this.unplayed.hidden = state.played.length > 0;
    this.log.scrollTop = this.log.scrollHeight;
    this.undo.disabled = this.made.length === 0;
    this.ask.disabled = !mine;
    const you = `You are ${NAMES[terms.side]}.`;
    const said = parts[0]?.remark ?? "";
    const remark = said && ` ${said[0].toUpperCase()}${said.slice(1)}.`;
    fill(this.status, chip(state.to_move), mine ? `Your move. ${you}${remark}` : `${terms.player} is thinking … ${you}${remark}`);
    this.clocks.run(state.over ? null : state.to_move);
  }

  /** @param {PlainMove & { part: number }} move @param {boolean} [named] */
  #option(move, named = false) {
    const look = (/** @type {boolean} */ on) => this.views[move.part - 1]?.mark(on && this.state ? { move, player: this.state.to_move } : null);
    const name = move.position ? `${move.move} → ${move.position}` : move.move;
    return button(named ? `${move.part}: ${name}` : name, () => this.#move(move.part, move.move), {
      class: "quiet small", onpointerenter: () => look(true), onpointerleave: () => look(false), onfocus: () => look(true), onblur: () => look(false),
    });
  }

  /** @param {number} part @param {PlainMove[]} moves */
  #several(part, moves) {
    fill(this.hint, "Which move? ", moves.map((move) => this.#option({ ...move, part })));
  }

  /** @param {GameState} state @param {AbortSignal} signal */
  async #ended(state, signal) {
    const { side } = /** @type {Terms} */ (this.terms);
    const winner = state.winner ?? (state.to_move === "left" ? "right" : "left");
    const result = winner === "draw" ? "It is a draw." : winner === side ? "You have won." : `${NAMES[winner]} has won.`;
    // With the last move, or a result that counts as a whole win, the score says nothing more.
    const counts = state.score !== undefined && state.position.ending !== "normal" && Math.abs(float(rational(state.score))) < WIN;
    fill(this.status, h("strong", null, result), counts && ` The score is ${pretty(state.score ?? "")}.`, state.position.ending === "normal" && ` ${NAMES[winner]} has made the last move.`);
    this.clocks.run(null);
    const question = this.#question();
    if (state.played.length > 0) await this.losses.ask(question, state, signal);
  }

  #undo() {
    const { state, terms } = this;
    if (!state || !terms) return;
    // Back to the last own turn: the engine's answer is taken back as well.
    let length = state.played.length;
    do length -= 1;
    while (length > 0 && state.played[length].player !== terms.side);
    this.made = this.made.slice(0, Math.max(0, length));
    for (const number of this.reasons.keys()) if (number >= this.made.length) this.reasons.delete(number);
    tell("play", this.#place(terms, this.made), "push");
    void this.#show();
  }

  /** Goes back to the state before a move. @param {number} number */
  #replay(number) {
    const move = this.state?.played[number - 1];
    if (!move || !this.terms) return;
    this.made = this.made.slice(0, number - 1);
    tell("play", this.#place(this.terms, this.made), "push");
    toast(`This is the position before move ${number}.`);
    void this.#show();
  }

  async #advise() {
    const { terms } = this;
    if (!terms) return;
    fill(this.hint, "Thinking about a hint …");
    const { signal } = this.controller;
    try {
      const { answer } = await job("choose", { ...this.#question(), player: terms.player, time: Math.max(1, terms.time) }, () => {}, signal);
      const move = this.state?.moves.find((each) => each.part === answer.part && each.move === answer.move);
      fill(this.hint, "Hint: ", move ? this.#option(move, (this.state?.position.parts.length ?? 1) > 1) : answer.move, ` ${answer.reason}`);
      if (move) this.views[move.part - 1]?.mark({ move, player: terms.side });
    } catch (error) {
      if (!signal.aborted) fill(this.hint, error instanceof Error ? error.message : String(error));
    }
  }

  #exports() {
    const { state, terms } = this;
    if (!state || !terms) return [linkEntry()];
    const record = state.record ?? { start: terms.start, first: terms.first, seed: terms.seed, player: terms.player, side: terms.side, moves: this.made };
    return [
      linkEntry(),
      { label: "Copy notation", run: () => copy(state.position.position) },
      { label: "Record as JSON", run: () => save("game.json", JSON.stringify(record, null, 2), "application/json") },
      ...(state.position.kind === "position" && state.position.parts[0].drawing.kind === "grid" ? pictures(state.position.position, ["board"]) : []),
      ...(state.sgf ? [{ label: "Record as SGF", run: () => save("game.sgf", /** @type {string} */ (state.sgf), "application/x-go-sgf") }] : []),
      { label: "Explore this position", run: () => void (location.hash = link(state.position.parts.length > 1 ? "sum" : "explore", state.position.parts.length > 1 ? { s: state.position.position } : { p: state.position.position })) },
    ];
  }
}

export const play = () => new Play();
