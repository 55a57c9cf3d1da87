// Sum: boards and values side by side, each with its thermograph; what they are worth together, how hot it is, and
// who wins with which move.

import { ApiError, job } from "../lib/api.js";
import { analyse, read, rulesets } from "../lib/ask.js";
import { button, fill, h } from "../lib/dom.js";
import { asQuestion } from "../lib/edit.js";
import { known, told } from "../lib/kos.js";
import { compare, pretty, rational, text as show } from "../lib/rational.js";
import { link, tell } from "../lib/route.js";
import { FactsView } from "../view/facts.js";
import { KomasterGraphs } from "../view/komasters.js";
import { chip } from "../view/moves.js";
import { NotationField } from "../view/notation.js";
import { PositionView } from "../view/position.js";
import { tellReading } from "../view/reading.js";
import { copy, linkEntry, pictures, save, ShareMenu, toast } from "../view/share.js";
import { ThermographView } from "../view/thermograph.js";

/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").Part} Part */
/** @typedef {import("../lib/types.js").PartFacts} PartFacts */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */

const START = "amazons:##o|x.#|..# + {2|-1} + clobber:xoxo. + ^";
const SUGGESTIONS = ["{2|-1}", "^", "1/2", "*", "+-3", "amazons:x..|..o", "clobber:xoxox", "domineering:...|...", "nogo:..x|o..", "go:#XXX##|#X..O#|#XXXX#"];

/** A part with its views. */
class PartCard {
  /** @param {Sum} sum */
  constructor(sum) {
    this.sum = sum;
    this.index = 0;
    /** @type {Part | null} */
    this.part = null;
    this.title = h("h2", { class: "part-title" });
    this.badge = h("span", { class: "tag sente", hidden: true }, "hottest");
    this.view = new PositionView({});
    this.worth = h("p", { class: "part-worth" });
    this.canonical = h("code", { class: "value part-canonical" });
    this.thermograph = new ThermographView({ height: 130, small: true });
    this.komasters = new KomasterGraphs({ height: 110, small: true });
    const act = (/** @type {string} */ label, /** @type {() => void} */ action, /** @type {string} */ icon) => button(label, action, { class: "quiet icon" }, icon);
    this.earlier = act("Move to the left", () => sum.move(this.index, this.index - 1), "←");
    this.later = act("Move to the right", () => sum.move(this.index, this.index + 1), "→");
    this.negate = act("Negate", () => sum.negate(this.index), "±");
    this.element = h("li", { class: "card part", draggable: "true" }, h("div", { class: "part-head" }, h("span", { class: "handle", "aria-hidden": "true" }, "⠿"), this.title, this.badge, act("Remove", () => sum.remove(this.index), "×")),
      this.view.element, h("div", { class: "part-graphs" }, this.thermograph.element, this.komasters.element), this.worth, this.canonical,
      h("div", { class: "part-tools", role: "group", "aria-label": "Change this part" }, this.earlier, this.later, this.negate,
        button("Explore", () => (location.hash = link("explore", { p: this.part?.part })), { class: "quiet" }),
        act("Duplicate", () => sum.insert(this.index + 1, this.part?.part ?? ""), "+")));
    this.element.addEventListener("dragstart", (event) => {
      event.dataTransfer?.setData("text/plain", this.part?.part ?? "");
      sum.dragged = this.index;
      this.element.classList.add("dragged");
    });
    this.element.addEventListener("dragend", () => this.element.classList.remove("dragged"));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      if (sum.dragged !== null) sum.move(sum.dragged, this.index);
      sum.dragged = null;
    });
  }

  /** @param {Part} part @param {number} index @param {number} count @param {Ruleset | undefined} ruleset */
  show(part, index, count, ruleset) {
    this.part = part;
    this.index = index;
    fill(this.title, `Part ${index + 1}`, part.game && h("span", { class: "part-game" }, part.game));
    this.view.show(part, ruleset, { label: `Part ${index + 1}, ${part.part}` });
    this.thermograph.label = `Thermograph of part ${index + 1}`;
    this.earlier.disabled = index === 0;
    this.later.disabled = index + 1 === count;
    this.negate.disabled = part.negative === undefined;
  }

  /** @param {PartFacts | undefined} facts @param {boolean} hottest */
  tell(facts, hottest) {
    this.element.classList.toggle("hottest", hottest);
    this.badge.hidden = !hottest;
    const figure = (/** @type {"mean" | "temperature"} */ key) => {
      const [exact, bounds] = [known(facts, key), facts?.[`${key}_bounds`]];
      if (exact === undefined && facts?.komasters) return pretty(told(facts.komasters, key));
      return exact !== undefined ? pretty(exact) : bounds ? `${pretty(bounds[0])} to ${pretty(bounds[1])}` : "not known";
    };
    fill(this.worth, ...(facts ? /** @type {const} */ (["mean", "temperature"]).map((key) => h("span", null, `${key} `, h("strong", null, figure(key)))) : []));
    fill(this.canonical, facts?.canonical ?? (facts?.ko ? `${facts.ko} ko` : ""));
    this.thermograph.element.hidden = facts?.komasters !== undefined;
    this.thermograph.show(facts?.thermograph ?? null);
    this.komasters.show(facts?.komasters);
  }
}

class Sum {
  constructor() {
    /** @type {Part[]} */
    this.parts = [];
    /** @type {PartCard[]} */
    this.cards = [];
    /** @type {number | null} */
    this.dragged = null;
    /** @type {Facts | null} */
    this.facts = null;
    this.controller = new AbortController();
    this.notation = new NotationField({ label: "Add a board, a value or a record", action: "Add", submit: (text) => this.add(text), placeholder: "{2|-1}" });
    this.list = h("ol", { class: "parts" });
    this.total = new FactsView();
    this.thermograph = new ThermographView({ label: "Thermograph of the sum", height: 240, read: (reading) => tellReading(this.reading, reading, this.facts ?? undefined) });
    this.komasters = new KomasterGraphs({ height: 220, read: (reading, komaster) => tellReading(this.reading, reading, this.facts ?? undefined, undefined, komaster) });
    this.reading = h("p", { class: "reading-note" });
    this.ambient = h("p", { class: "ambient" });
    this.winners = h("div", { class: "winners", role: "status" });
    this.empty = h("p", { class: "empty", hidden: true }, "An empty sum is 0: the player who has to move loses. Add a part.");
    this.share = new ShareMenu(() => [
      linkEntry(),
      { label: "Copy notation", run: () => copy(this.text()) },
      ...pictures(this.text(), ["thermograph"]),
      ...(this.facts ? [{ label: "Analysis as JSON", run: () => save("sum.json", JSON.stringify(this.facts, null, 2), "application/json") }] : []),
    ]);
    this.element = h("div", { class: "page sum" },
      h("h1", { class: "visually-hidden" }, "Sum"),
      h("section", { class: "card toolbar", "aria-label": "Add parts" }, this.notation.element,
        h("div", { class: "tools" }, button("Play this sum", () => this.#toPlay()), button("Empty", () => this.#go([]), { class: "quiet" }), this.share.element),
        h("div", { class: "suggestions", role: "group", "aria-label": "Parts to try" }, SUGGESTIONS.map((part) => button(part, () => void this.add(part).catch((error) => toast(error.message)), { class: "quiet suggestion" })))),
      h("section", { "aria-label": "Parts", class: "parts-area" }, this.empty, this.list),
      h("section", { class: "card total", "aria-label": "The sum" }, h("h2", null, "Together"), this.ambient, this.winners, this.total.element, this.thermograph.element, this.komasters.element, this.reading));
  }

  text() {
    return this.parts.map(({ part }) => part).join(" + ");
  }

  /** @param {Record<string, string>} state */
  async go(state) {
    const text = state.s ?? sessionStorage.getItem("sum") ?? START;
    if (this.parts.length && text === this.text()) return;
    if (text === "0" && "s" in state) {
      this.parts = [];
      return this.#show();
    }
    try {
      const { kind, position, parts } = await read(text);
      if (kind === "contest") return location.replace(link("play", { s: position }));
      this.parts = parts;
      tell("sum", { s: this.text() }, "replace");
      await this.#show();
    } catch (error) {
      this.notation.value = text;
      this.notation.show(error, text);
    }
  }

  leave() {
    this.controller.abort();
  }

  back() {
    void this.#show();
  }

  /** Why a sum is not played or solved. */
  #why() {
    const reason = this.parts.find(({ ko }) => ko)?.no_value;
    return reason ? `Who wins is not told: ${reason}.` : "Who wins depends on ko threats, which are no part of a sum.";
  }

  /** A Go board with a ko is played by its own rules, which know the ban; sums with a ko are not. */
  #toPlay() {
    const [first] = this.parts;
    if (!this.parts.some(({ ko }) => ko)) location.hash = link("play", { s: this.text() });
    else if (this.parts.length === 1 && first.game === "go") location.hash = link("play", { s: `go-ko:${first.position} left threats 0 0` });
    else toast(`This sum cannot be played. ${this.#why()} A single board of Go can be played.`);
  }

  /** @param {string} text */
  async add(text) {
    const { kind, parts } = await read(asQuestion(text));
    if (kind === "contest") throw new ApiError({ status: 400, message: "A game with chance is not a part of a sum; play it on the page Play." });
    if ([...this.parts, ...parts].some(({ ko, game }) => ko && !game) && this.parts.length + parts.length > 1) {
      throw new ApiError({ status: 400, message: "A graph with 'where' stands alone; of kos, boards of Go can be parts of a sum." });
    }
    this.#go([...this.parts, ...parts]);
    this.notation.input.value = "";
  }

  /** @param {number} index @param {string} text */
  async insert(index, text) {
    const { parts } = await read(text);
    this.#go([...this.parts.slice(0, index), ...parts, ...this.parts.slice(index)]);
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    const parts = [...this.parts];
    const [part] = parts.splice(from, 1);
    parts.splice(to, 0, part);
    this.#go(parts);
    /** @type {HTMLElement | null} */ (this.cards[to]?.element.querySelector(to < from ? '[aria-label="Move to the left"]:enabled' : '[aria-label="Move to the right"]:enabled'))?.focus();
  }

  /** @param {number} index */
  async negate(index) {
    const { negative } = this.parts[index];
    if (negative === undefined) return;
    try {
      const { parts } = await read(negative);
      this.#go(this.parts.toSpliced(index, 1, ...parts));
      this.cards[index]?.negate.focus();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {number} index */
  remove(index) {
    this.#go(this.parts.toSpliced(index, 1));
    (this.cards[Math.min(index, this.parts.length - 1)]?.negate ?? this.notation.input).focus();
  }

  /** @param {Part[]} parts */
  #go(parts) {
    this.parts = parts;
    tell("sum", { s: this.text() || "0" }, "push");
    void this.#show();
  }

  async #show() {
    const { parts } = this;
    sessionStorage.setItem("sum", this.text());
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.facts = null;
    this.empty.hidden = parts.length > 0;
    while (this.cards.length < parts.length) this.cards.push(new PartCard(this));
    this.cards.length = parts.length;
    this.#draw([]);
    void rulesets().then((all) => this.#draw(all)).catch(() => {});
    if (this.list.children.length !== parts.length) fill(this.list, this.cards.map((card) => card.element));
    for (const card of this.cards) card.tell(undefined, false);
    fill(this.ambient);
    fill(this.winners);
    this.thermograph.show(null);
    this.komasters.show(undefined);
    this.total.begin();
    const text = this.text() || "0";
    await Promise.all([this.#analyse(text, signal), this.#solve(text, signal)]);
  }

  /** @param {Ruleset[]} all */
  #draw(all) {
    for (const [index, part] of this.parts.entries()) this.cards[index].show(part, index, this.parts.length, all.find(({ name }) => name === part.game));
  }

  /** @param {string} text @param {AbortSignal} signal */
  async #analyse(text, signal) {
    try {
      const { answer, reason } = await analyse(text, { signal, hear: (event, data) => event === "bounds" && this.total.narrow(data) });
      if (signal.aborted) return;
      /** @type {Facts} */
      const facts = answer.analysis;
      this.facts = facts;
      this.total.show(facts, reason);
      this.thermograph.show(facts.thermograph ?? null);
      this.thermograph.element.hidden = facts.komasters !== undefined;
      this.komasters.show(facts.komasters);
      // A question with one part is answered as a position or a value.
      const each = /** @type {PartFacts[]} */ (facts.parts ?? (this.parts.length === 1 ? [{ ...facts, part: text }] : []));
      const temperatures = each.flatMap((part) => known(part, "temperature") ?? []).map(rational);
      const ambient = temperatures.reduce((most, next) => (most && compare(most, next) >= 0 ? most : next), temperatures[0]);
      for (const [index, card] of this.cards.entries()) {
        const temperature = known(each[index], "temperature");
        card.tell(each[index], ambient !== undefined && this.parts.length > 1 && temperature !== undefined && compare(rational(temperature), ambient) === 0);
      }
      if (ambient && temperatures.length === this.parts.length) fill(this.ambient, "Ambient temperature ", h("strong", null, pretty(show(ambient))), ": the temperature of the hottest part.");
    } catch (error) {
      if (!signal.aborted) this.total.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} sum @param {AbortSignal} signal */
  async #solve(sum, signal) {
    if (this.parts.some(({ ko }) => ko)) return fill(this.winners, h("p", { class: "hint" }, this.#why()));
    fill(this.winners, h("p", { class: "hint" }, "Who wins? Searching …"));
    try {
      const { answer } = await job("solve", { sum }, () => {}, signal);
      if (signal.aborted) return;
      const line = (/** @type {Side} */ first, /** @type {{ winner: Side, part: number | null, move: string | null } | undefined} */ won) => {
        const name = (/** @type {string} */ side) => (side === "left" ? "Left" : "Right");
        if (!won) return h("p", null, chip(first), `${name(first)} starts: not found in time.`);
        return h("p", null, chip(first), `${name(first)} starts: `, h("strong", null, `${name(won.winner)} wins`),
          won.move && won.part && [" with ", button(`${won.move} in part ${won.part}`, () => this.#play(/** @type {number} */ (won.part) - 1, /** @type {string} */ (won.move), first), {
            class: "quiet small",
            onpointerenter: () => this.#look(/** @type {number} */ (won.part) - 1, won.move, first),
            onpointerleave: () => this.#look(/** @type {number} */ (won.part) - 1, null, first),
            onfocus: () => this.#look(/** @type {number} */ (won.part) - 1, won.move, first),
            onblur: () => this.#look(/** @type {number} */ (won.part) - 1, null, first),
          })]);
      };
      const { left_first: left, right_first: right, error } = answer;
      fill(this.winners, line("left", left), line("right", right), error && h("p", { class: "hint" }, error));
    } catch (error) {
      if (!signal.aborted) fill(this.winners, h("p", { class: "hint" }, `Who wins is not known: ${error instanceof Error ? error.message : error}`));
    }
  }

  /** @param {number} index @param {string | null} name @param {Side} player */
  #look(index, name, player) {
    const move = this.parts[index]?.moves?.[player].find((each) => each.move === name);
    this.cards[index]?.view.mark(move ? { move, player } : null);
  }

  /** @param {number} index @param {string} name @param {Side} player */
  async #play(index, name, player) {
    const position = this.parts[index]?.moves?.[player].find((each) => each.move === name)?.position;
    if (!position) return toast(`The page Play makes this move: ${name}.`);
    const { parts } = await read(position);
    this.#go(this.parts.toSpliced(index, 1, ...parts));
  }
}


export const sum = () => new Sum();
