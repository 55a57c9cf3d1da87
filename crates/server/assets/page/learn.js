// Learn: "What is a move worth?" Six small positions with a question each; the engine answers live.

import { ApiError, job, post } from "../lib/api.js";
import { analyse, read, rulesets } from "../lib/ask.js";
import { button, fill, h, identifier } from "../lib/dom.js";
import { compare, equal, float, isNumber, pretty, ratio, rational, text as numberText } from "../lib/rational.js";
import { link } from "../lib/route.js";
import { mast, wallAt } from "../lib/thermographs.js";
import { choice } from "../view/editor.js";
import { FactsView } from "../view/facts.js";
import { LossGraph } from "../view/lossgraph.js";
import { Pointer, PositionView } from "../view/position.js";
import { ThermographView } from "../view/thermograph.js";
import { LESSONS } from "./lessons.js";

/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./play.js").GameState} GameState */

const DONE = "lessons";

class Learn {
  constructor() {
    this.controller = new AbortController();
    this.number = 0;
    /** @type {Ruleset[]} */
    this.rulesets = [];
    /** @type {Set<number>} */
    this.done = new Set(JSON.parse(localStorage.getItem(DONE) ?? "[]"));
    this.steps = h("ol", { class: "steps" });
    this.body = h("div", { class: "lesson" });
    this.element = h("div", { class: "page learn" },
      h("header", null, h("h1", null, "What is a move worth?"), h("p", { class: "lead" }, "Six small positions that teach mean, temperature, sente and gote, cooling and orthodox play. The engine’s answers are live.")),
      h("nav", { "aria-label": "Lessons" }, this.steps), this.body);
  }

  /** @param {Record<string, string>} state */
  async go(state) {
    this.controller.abort();
    this.controller = new AbortController();
    this.number = Math.max(1, Math.min(LESSONS.length, Number(state.l) || 1));
    this.#steps();
    this.rulesets = await rulesets().catch(() => []);
    this.#show(LESSONS[this.number - 1]);
  }

  leave() {
    this.controller.abort();
  }

  back() {
    void this.go({ l: String(this.number) });
  }

  #steps() {
    fill(this.steps, LESSONS.map(({ title }, index) => h("li", null, h("a", { href: link("learn", { l: String(index + 1) }), class: this.done.has(index + 1) ? "done" : null, "aria-current": index + 1 === this.number ? "step" : null },
      h("span", { class: "step-number" }, this.done.has(index + 1) ? "✓" : String(index + 1)), h("span", { class: "step-title" }, title), this.done.has(index + 1) && h("span", { class: "visually-hidden" }, " (done)")))));
  }

  /** @param {Lesson} lesson */
  #show(lesson) {
    const { signal } = this.controller;
    this.table = h("div", { class: "lesson-table" });
    this.task = h("div", { class: "lesson-task" });
    this.verdict = h("div", { class: "verdict", role: "status" });
    this.facts = new FactsView();
    this.thermograph = new ThermographView({ height: 260, read: () => {} });
    this.live = h("section", { class: "card lesson-live", "aria-label": "The engine’s answer", hidden: true }, h("h3", null, "The engine says"), this.facts.element, this.thermograph.element);
    fill(this.body,
      h("article", { class: "card lesson-card" }, h("h2", null, `${this.number}. ${lesson.title}`), lesson.text.map((paragraph) => h("p", null, paragraph)),
        this.table, h("p", { class: "question" }, lesson.question), this.task, this.verdict,
        h("div", { class: "lesson-nav" }, this.number > 1 && h("a", { class: "button", href: link("learn", { l: String(this.number - 1) }) }, "Back"),
          this.number < LESSONS.length && h("a", { class: "button", href: link("learn", { l: String(this.number + 1) }) }, "Next"))),
      this.live);
    if (lesson.task === "count") this.#count(lesson, signal);
    else if (lesson.task === "play") new LessonGame(this, lesson, signal);
    else this.#tax(lesson, signal);
  }

  /** Ticks the lesson off. @param {Lesson} lesson @param {string} praise */
  finish(lesson, praise) {
    this.done.add(this.number);
    localStorage.setItem(DONE, JSON.stringify([...this.done]));
    this.#steps();
    fill(/** @type {Element} */ (this.verdict), h("p", { class: "praise" }, praise), lesson.after.map((paragraph) => h("p", null, paragraph)));
    void this.reveal(lesson.position);
  }

  /** Shows what the engine says about a position. @param {string} position */
  async reveal(position) {
    const { facts, live, thermograph } = this;
    if (!facts || !live || !thermograph) return;
    const { signal } = this.controller;
    live.hidden = false;
    facts.begin();
    try {
      const { answer, reason } = await analyse(position, { signal });
      facts.show(answer.analysis, reason);
      thermograph.show(answer.analysis.thermograph ?? null);
    } catch (error) {
      if (!signal.aborted) facts.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  fail(error, signal) {
    if (!signal.aborted && this.verdict) fill(this.verdict, h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)));
  }

  /** Draws a position without moves. @param {string} position @param {AbortSignal} signal */
  async #draw(position, signal) {
    const { parts } = await read(position, { signal });
    fill(/** @type {Element} */ (this.table), parts.map((part) => {
      const view = new PositionView({});
      view.show(part, this.rulesets.find(({ name }) => name === part.game));
      return view.element;
    }));
  }

  /** @param {Lesson} lesson @param {AbortSignal} signal */
  async #count(lesson, signal) {
    const fact = lesson.fact ?? "mean";
    fill(/** @type {Element} */ (this.task), choice(fact, (lesson.choices ?? []).map((value) => ({ value, label: value })), "", async (value) => {
      try {
        const { answer } = await analyse(lesson.position, { signal });
        const right = /** @type {string} */ (answer.analysis[fact]);
        if (equal(rational(value), rational(right))) this.finish(lesson, `Yes: the ${fact} is ${pretty(right)}.`);
        else fill(/** @type {Element} */ (this.verdict), h("p", null, `Not ${value}. Look again: what happens if Left moves, and if Right moves?`));
      } catch (error) {
        this.fail(error, signal);
      }
    }));
    try {
      await this.#draw(lesson.position, signal);
    } catch (error) {
      this.fail(error, signal);
    }
  }

  /** @param {Lesson} lesson @param {AbortSignal} signal */
  async #tax(lesson, signal) {
    const id = identifier("tax");
    const shown = h("output", { for: id });
    const cooled = h("p", { class: "cooled", role: "status" });
    const slider = h("input", { id, type: "range", min: -4, max: 20, step: 1, value: 0, disabled: true });
    fill(/** @type {Element} */ (this.task), h("div", { class: "tax" }, h("label", { for: id }, "Tax "), slider, shown), cooled);
    try {
      await this.#draw(lesson.position, signal);
      const { answer } = await analyse(lesson.position, { signal });
      /** @type {Facts} */
      const facts = answer.analysis;
      const graph = facts.thermograph;
      if (!graph) throw new ApiError({ status: 0, message: "The thermograph is not known." });
      const { temperature } = mast(graph);
      slider.max = String(Math.ceil(float(temperature) * 4) + 4);
      slider.disabled = false;
      const update = async () => {
        const tax = ratio(BigInt(slider.value), 4n);
        const [left, right] = [wallAt(graph, "left", tax), wallAt(graph, "right", tax)];
        fill(shown, ` ${pretty(numberText(tax))}`);
        const stops = `Left’s stop is ${pretty(numberText(left))}, Right’s stop ${pretty(numberText(right))}.`;
        const above = compare(tax, temperature) >= 0;
        fill(cooled, above ? `${stops} Nobody wants to move.` : `${stops} Moving is worth more than the tax.`);
        if (above && !this.done.has(this.number)) this.finish(lesson, `Yes: from the tax ${pretty(numberText(temperature))} on, nobody moves. That is the temperature.`);
        if (compare(tax, ratio(0n)) < 0) return;
        const wanted = slider.value;
        const { answer: cold } = await analyse(`(${lesson.position}).Cool(${numberText(tax)})`, { signal });
        if (slider.value === wanted && !signal.aborted) fill(cooled, `${stops} ${above ? "Nobody wants to move." : "Moving is worth more than the tax."} Cooled by ${numberText(tax)} the value is `, h("code", { class: "value" }, cold.analysis.canonical ?? "?"), ".");
      };
      slider.addEventListener("input", () => void update().catch((error) => this.fail(error, signal)));
      await update();
    } catch (error) {
      this.fail(error, signal);
    }
  }
}

/** A game of a lesson: the reader is Left and moves first, the engine is Right. */
class LessonGame {
  /** @param {Learn} learn @param {Lesson} lesson @param {AbortSignal} signal */
  constructor(learn, lesson, signal) {
    this.learn = learn;
    this.lesson = lesson;
    this.signal = signal;
    /** @type {[number, string][]} */
    this.made = [];
    this.status = h("p", { class: "turn", role: "status" });
    this.losses = new LossGraph(() => this.#again());
    fill(/** @type {Element} */ (learn.task), this.status, h("div", { class: "tools" },
      button("Undo", () => this.#undo(), { class: "quiet" }), button("Start again", () => this.#again(), { class: "quiet" }), button("Show me the temperatures", () => void learn.reveal(lesson.position), { class: "quiet" })), this.losses.element);
    void this.#show();
  }

  #question() {
    return { start: this.lesson.position, first: "left", moves: this.made };
  }

  #again() {
    this.made = [];
    this.losses.clear();
    void this.#show();
  }

  #undo() {
    this.made = this.made.slice(0, Math.max(0, this.made.length - (this.made.length % 2 ? 1 : 2)));
    this.losses.clear();
    void this.#show();
  }

  /** @param {[number, string]} move */
  #make(move) {
    this.made = [...this.made, move];
    fill(this.status, "…");
    void this.#show();
  }

  async #show() {
    const { signal, made } = this;
    try {
      const state = /** @type {GameState} */ (await post("play", this.#question(), signal));
      if (signal.aborted || made !== this.made) return;
      this.#draw(state);
      if (state.over) return this.#ended(state);
      fill(this.status, state.to_move === "left" ? "Your move: choose a move in one of the parts." : "The engine moves …");
      if (state.to_move === "left") return;
      const { answer } = await job("choose", { ...this.#question(), player: "informed", time: 1 }, () => {}, signal);
      if (!signal.aborted && made === this.made) this.#make([answer.part, answer.move]);
    } catch (error) {
      this.learn.fail(error, signal);
    }
  }

  /** @param {GameState} state */
  #draw(state) {
    const { parts } = state.position;
    const mine = !state.over && state.to_move === "left";
    fill(/** @type {Element} */ (this.learn.table), parts.map((part, index) => {
      const moves = mine ? state.moves.filter((move) => move.part === index + 1) : [];
      /** @type {Pointer} */
      let pointer;
      const view = new PositionView({ pick: (place) => pointer.pick(place) });
      const play = (/** @type {PlainMove} */ move) => this.#make([index + 1, move.move]);
      pointer = new Pointer(view, { play, several: ([move]) => play(move) });
      const last = state.played.at(-1);
      view.show(part, this.learn.rulesets.find(({ name }) => name === part.game), { label: `Part ${index + 1}, ${part.part}`, last: last?.part === index + 1 ? { move: last, player: last.player } : null });
      pointer.allow(moves, "left");
      const named = part.drawing.kind === "text" && !isNumber(part.position) ? moves : [];
      return h("figure", { class: "play-part" }, h("figcaption", null, `Part ${index + 1}`), view.element,
        h("div", { class: "text-options" }, named.map((move) => button(`Move here${named.length > 1 ? ` (${move.move})` : ""}`, () => play(move), { class: "quiet small", "aria-label": `${move.move} in part ${index + 1}` }))));
    }));
  }

  /** @param {GameState} state */
  async #ended(state) {
    const { lesson, learn } = this;
    const score = state.score ?? "0";
    fill(this.status, `The total is ${pretty(score)}.`);
    const reached = lesson.best === undefined || compare(rational(score), rational(lesson.best)) >= 0;
    if (reached) learn.finish(lesson, lesson.best === undefined ? `You have played it to the end: ${pretty(score)}.` : `${pretty(score)}: it cannot be done better.`);
    else fill(/** @type {Element} */ (learn.verdict), h("p", null, `${pretty(score)} is not yet the best. Start again, or look at what each move lost.`));
    await this.losses.ask(this.#question(), state, this.signal);
  }
}

export const learn = () => new Learn();
