// What is played, against which player, on which side? The form before a game.

import { players, read } from "../lib/ask.js";
import { button, fill, h, identifier } from "../lib/dom.js";
import { asQuestion } from "../lib/edit.js";
import { choice } from "./editor.js";
import { NotationField } from "./notation.js";

/** @typedef {import("../page/play.js").Terms} Terms */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */

/** @type {{ name: string, about: string, start: string }[]} */
const GAMES = [
  { name: "Amazons", about: "Two duels beside each other", start: "amazons:x...|..#.|...o + amazons:..o|.#.|x.." },
  { name: "Clobber", about: "Stones take stones; who cannot move has lost", start: "clobber:xoxox|oxoxo|xoxox" },
  { name: "Domineering", about: "Upright against flat", start: "domineering:.....|.....|.....|....." },
  { name: "NoGo", about: "Never take a last liberty", start: "nogo:....|....|...." },
  { name: "A warm sum", about: "Which part is the hottest?", start: "{5|-3} + {2|-1} + {7|5||0} + amazons:##o|x.#|..#" },
  { name: "Triangular Nim", about: "Remove pieces that lie in a line", start: "triangular-nim:x|xx|xxx|xxxx" },
  { name: "EinStein würfelt nicht!", about: "A die says which stone may move", start: "ewn:" },
  { name: "Chinese dark chess", about: "Pieces lie face down", start: "dark-chess:" },
  { name: "Go with a ko", about: "A small endgame; Left has a ko threat", start: "go-ko:.X.X#|XOXX#|OOOX#|##### left threats 1 0" },
];

const LEVELS = [
  { value: "0.2", label: "quick" },
  { value: "1", label: "normal" },
  { value: "3", label: "strong" },
  { value: "10", label: "patient" },
];

/** The players that are offered first: for a sum with a score, for one that the last move decides, with chance. */
export const STRONGEST = { score: "informed", normal: "solve", chance: "star2" };

/**
 * Is this a game with a turn: one with chance, or one in which positions may not come back?
 * @param {string} start @param {Ruleset[]} rulesets
 */
export const isContest = (start, rulesets) => rulesets.some(({ name, contest }) => contest && start.startsWith(`${name}:`));

export class Setup {
  /** @param {(terms: Terms) => void} begin */
  constructor(begin) {
    this.begin = begin;
    /** @type {Ruleset[]} */
    this.rulesets = [];
    /** @type {Side} */
    this.side = "left";
    /** @type {Side} */
    this.first = "left";
    this.time = "1";
    this.notation = new NotationField({ label: "Or any sum, value or game with chance, in notation", action: "Choose", submit: (text) => this.#take(text) });
    this.opponent = h("select", { id: identifier("player"), onchange: () => this.#pick() });
    this.picked = "";
    this.source = h("select", { id: identifier("source") });
    this.sourceBox = h("div", { hidden: true }, h("label", { for: this.source.id }, "thermographs from"), this.source);
    this.games = h("div", { class: "game-list", role: "group", "aria-label": "Games" });
    this.about = h("p", { class: "hint" });
    this.firstBox = h("div");
    this.element = h("section", { class: "card setup", "aria-label": "New game" },
      h("h2", null, "What shall we play?"), this.games, this.notation.element,
      h("div", { class: "setup-row" },
        h("div", null, h("label", { for: this.opponent.id }, "Opponent"), this.opponent), this.sourceBox,
        choice("Level", LEVELS, this.time, (value) => (this.time = value)),
        choice("You are", [{ value: "left", label: "Left" }, { value: "right", label: "Right" }], this.side, (value) => (this.side = value === "right" ? "right" : "left")),
        this.firstBox),
      this.about,
      button("Start", () => void this.#start(), { class: "start" }));
    fill(this.firstBox, choice("First", [{ value: "left", label: "Left" }, { value: "right", label: "Right" }], this.first, (value) => (this.first = value === "right" ? "right" : "left")));
    this.start = GAMES[0].start;
  }

  /** @param {string | undefined} start @param {Ruleset[]} rulesets */
  async show(start, rulesets) {
    this.rulesets = rulesets;
    this.start = start ?? this.start;
    this.notation.value = this.start;
    this.#games();
    await this.#players();
  }

  #games() {
    fill(this.games, GAMES.map(({ name, about, start }) => h("button", { type: "button", class: "quiet game-tile", "aria-pressed": start === this.start ? "true" : "false", onclick: () => this.#choose(start) }, h("strong", null, name), h("span", null, about))));
  }

  /** @param {string} start */
  #choose(start) {
    const focused = document.activeElement?.textContent;
    this.start = start;
    this.notation.value = start;
    this.#games();
    for (const tile of this.games.children) if (tile.textContent === focused) /** @type {HTMLElement} */ (tile).focus();
    void this.#players();
  }

  async #players() {
    const contest = isContest(this.start, this.rulesets);
    this.firstBox.hidden = contest;
    try {
      const { players: all, sources } = await players();
      const fitting = all.filter((player) => (contest ? player.contests : player.sums));
      const { ending = "score" } = await read(asQuestion(this.start), { details: false }).catch(() => /** @type {{ ending?: "score" | "normal" }} */ ({}));
      const wanted = fitting.some(({ name }) => name === this.picked) ? this.picked : STRONGEST[contest ? "chance" : ending];
      fill(this.opponent, fitting.map(({ name }) => h("option", { value: name }, name)));
      this.opponent.value = wanted;
      fill(this.source, h("option", { value: "" }, "the usual"), sources.map((name) => h("option", { value: name }, name)));
      this.known = fitting;
      this.#sources();
    } catch (error) {
      fill(this.about, error instanceof Error ? error.message : String(error));
    }
  }

  /** A player that was picked is kept for other games that it plays. */
  #pick() {
    this.picked = this.opponent.value;
    this.#sources();
  }

  #sources() {
    const player = this.known?.find(({ name }) => name === this.opponent.value);
    this.sourceBox.hidden = !player?.sources || isContest(this.start, this.rulesets);
    fill(this.about, player ? `${player.name}: ${player.about}` : "");
  }

  /** @param {string} text */
  async #take(text) {
    const question = asQuestion(text);
    await read(question, { details: false });
    this.#choose(question);
  }

  async #start() {
    const text = asQuestion(this.notation.value.trim() || this.start);
    try {
      await read(text, { details: false });
    } catch (error) {
      return this.notation.show(error, text);
    }
    this.start = text;
    const source = this.sourceBox.hidden || !this.source.value ? "" : `:${this.source.value}`;
    this.begin({ start: text, first: this.first, side: this.side, player: this.opponent.value + source, time: Number(this.time), seed: 1 + Math.floor(Math.random() * 1e6) });
  }
}
