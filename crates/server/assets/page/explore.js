// Explore: edit a position and see at once what it is worth, walk into moves, and look back at the tree of what was
// looked at.

import { ApiError } from "../lib/api.js";
import { analyse, read, remembered, rulesets } from "../lib/ask.js";
import { button, fill, h, identifier } from "../lib/dom.js";
import { asQuestion } from "../lib/edit.js";
import { float, rational } from "../lib/rational.js";
import { link, tell } from "../lib/route.js";
import { Tree } from "../lib/tree.js";
import { addressOf, follow, isAt, keep, kept } from "../lib/walk.js";
import { BoardCard } from "../view/boardcard.js";
import { duration, FactsView } from "../view/facts.js";
import { KomasterGraphs } from "../view/komasters.js";
import { MovesView } from "../view/moves.js";
import { NotationField } from "../view/notation.js";
import { tellReading } from "../view/reading.js";
import { copy, linkEntry, pictures, save, ShareMenu, toast } from "../view/share.js";
import { ThermographView } from "../view/thermograph.js";
import { TreeView } from "../view/treeview.js";

/** @typedef {import("../lib/types.js").Analysed} Analysed */
/** @typedef {import("../lib/types.js").Facts} Facts */
/** @typedef {import("../lib/types.js").Part} Part */
/** @typedef {import("../lib/types.js").Read} Read */
/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {import("../lib/tree.js").Step} Step */
/** @typedef {import("../lib/tree.js").TreeNode} TreeNode */

const START = "amazons:X.#.|....|.##.|...O";

class Explore {
  constructor() {
    this.tree = new Tree(START);
    /** @type {Part | null} */
    this.part = null;
    /** @type {Analysed | null} */
    this.analysed = null;
    this.controller = new AbortController();
    this.options = { regions: true, sensible: false };
    this.boxes = { regions: h("input", { type: "checkbox" }), sensible: h("input", { type: "checkbox" }) };
    /** @type {Ruleset[]} */
    this.rulesets = [];

    this.notation = new NotationField({ label: "Position, value or record", submit: (text) => this.enter(text), placeholder: "amazons:x..|...|..o" });
    this.game = h("select", { id: identifier("game"), onchange: () => this.#choose(this.game.value) });
    this.board = new BoardCard({
      edit: (position, name) => void this.#edit(position, name),
      play: (name, player) => this.#play(name, player),
      revert: () => void this.#show(),
      open: (position) => void this.enter(position).catch((error) => toast(error.message)),
    }, this.#toggle("regions", "Show regions"));
    this.facts = new FactsView();
    this.thermograph = new ThermographView({ height: 300, read: (reading) => tellReading(this.reading, reading, this.analysed?.analysis, this.moves) });
    this.komasters = new KomasterGraphs({ height: 220, read: (reading, komaster) => tellReading(this.reading, reading, this.analysed?.analysis, this.moves, komaster) });
    this.reading = h("p", { class: "reading-note" });
    const events = { play: (/** @type {string} */ name, /** @type {Side} */ player) => this.#play(name, player), look: (/** @type {string | null} */ name, /** @type {Side} */ player) => this.board.look(name, player) };
    this.moves = { left: new MovesView("left", events), right: new MovesView("right", events) };
    this.treeView = new TreeView((node) => this.#visit(node));
    this.share = new ShareMenu(() => this.#exports());
    this.undo = button("Undo", () => this.#step("undo"), { class: "quiet icon" }, "↶");
    this.redo = button("Redo", () => this.#step("redo"), { class: "quiet icon" }, "↷");
    this.element = this.#layout();
    this.element.addEventListener("keydown", (event) => this.#shortcut(event));
    void rulesets().then((all) => this.#games(all)).catch(() => {});
  }

  #layout() {
    const file = h("input", { type: "file", accept: ".sgf,.txt", class: "visually-hidden", tabindex: "-1", "aria-label": "Open an SGF record", onchange: () => void this.#open(file) });
    return h("div", { class: "page explore" },
      h("h1", { class: "visually-hidden" }, "Explore"),
      h("section", { class: "card toolbar", "aria-label": "Position" },
        h("div", { class: "game-choice" }, h("label", { for: this.game.id }, "Game"), this.game),
        this.notation.element,
        h("div", { class: "tools" }, this.undo, this.redo, button("Open record", () => file.click(), { class: "quiet" }), file,
          button("Add to a sum", () => this.#toSum(), { class: "quiet" }), this.share.element)),
      this.board.element,
      h("section", { class: "card worth-card", "aria-label": "Analysis" }, this.facts.element, this.thermograph.element, this.komasters.element, this.reading),
      h("section", { class: "card moves-card", "aria-label": "Moves" },
        h("div", { class: "moves-tools" }, h("h2", null, "Moves"), this.#toggle("sensible", "Sensible options only")),
        h("div", { class: "moves-pair" }, this.moves.left.element, this.moves.right.element)),
      h("section", { class: "card tree-card", "aria-label": "Tree" }, h("h2", null, "Looked at"), this.treeView.element));
  }

  // ---- the address -----------------------------------------------------------------------------------------

  /** Shows what the address says. @param {Record<string, string>} state */
  async go(state) {
    this.options = { regions: state.r !== "0", sensible: state.o === "1" };
    this.boxes.regions.checked = this.options.regions;
    this.boxes.sensible.checked = this.options.sensible;
    const address = { p: state.p ?? START, m: state.m ?? "" };
    if (this.part && isAt(this.tree.current, address)) return this.#render();
    const stored = this.part ? null : kept();
    if (stored?.find((node) => isAt(node, address))) this.tree = stored;
    else if (!this.part) this.tree = new Tree(address.p);
    const known = this.tree.find((node) => isAt(node, address));
    try {
      if (known) this.tree.visit(known);
      else await follow(this.tree, address);
    } catch (error) {
      return this.#wrong(error, this.tree.current.position);
    }
    await this.#show();
  }

  /** @param {"push" | "replace"} how */
  #tell(how) {
    tell("explore", { ...addressOf(this.tree.current), r: this.options.regions ? "" : "0", o: this.options.sensible ? "1" : "" }, how);
    keep(this.tree);
  }

  // ---- asking ----------------------------------------------------------------------------------------------

  /** Shows the current node: its drawing at once, what it is worth as soon as it is known. */
  async #show() {
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    const { position } = this.tree.current;
    this.analysed = remembered(position) ?? null;
    this.notation.value = position;
    if (this.analysed) this.facts.show(this.analysed.analysis, "complete");
    else {
      this.facts.begin();
      this.thermograph.show(null);
    }
    const reading = read(position, { signal });
    const worth = this.analysed ? null : this.#analyse(position, signal);
    try {
      const answer = await reading;
      if (signal.aborted) return;
      if (this.#elsewhere(answer)) return;
      [this.part] = answer.parts;
      this.#render();
    } catch (error) {
      if (!signal.aborted) this.#wrong(error, position);
    }
    await worth;
  }

  /** Sums and games with chance have pages of their own. @param {Read} answer */
  #elsewhere({ kind, position }) {
    if (kind !== "sum" && kind !== "contest") return false;
    this.controller.abort();
    location.replace(kind === "sum" ? link("sum", { s: position }) : link("play", { s: position }));
    return true;
  }

  /** @param {string} position @param {AbortSignal} signal @returns {Promise<void>} */
  async #analyse(position, signal) {
    try {
      const { answer, reason } = await analyse(position, {
        signal,
        hear: (event, data) => {
          if (signal.aborted) return;
          if (event === "queued") this.facts.say(`Waiting for ${data.ahead} other questions …`);
          if (event !== "bounds") return;
          this.facts.narrow(data);
          this.facts.say(`Thinking … ${duration(data.seconds)}`);
          const [mean, temperature] = [floats(data.mean_bounds), floats(data.temperature_bounds)];
          if (mean && temperature) this.thermograph.show(null, { mean, temperature });
        },
      });
      if (signal.aborted) return;
      this.analysed = answer;
      this.facts.show(answer.analysis, reason);
      this.#render();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 429) {
        this.facts.say("The server is busy; asking again …");
        await new Promise((resolve) => setTimeout(resolve, 1000));
        if (!signal.aborted) return this.#analyse(position, signal);
      }
      this.facts.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** The server is there again. */
  back() {
    if (!this.analysed || !this.part) void this.#show();
  }

  leave() {
    this.controller.abort();
  }

  // ---- showing ---------------------------------------------------------------------------------------------

  #ruleset() {
    return this.rulesets.find(({ name }) => name === this.part?.game);
  }

  /** @param {Ruleset[]} all */
  #games(all) {
    this.rulesets = all;
    fill(this.game, h("option", { value: "" }, "a value"), all.filter(({ contest }) => !contest).map(({ name }) => h("option", { value: name }, name)));
    this.#render();
  }

  #render() {
    const { part, analysed } = this;
    if (!part) return;
    const ruleset = this.#ruleset();
    this.game.value = part.game ?? "";
    const facts = analysed?.analysis;
    const ko = this.board.show(part, ruleset, { regions: this.options.regions, facts, step: this.tree.current.step, before: this.tree.current.parent?.position });
    for (const player of /** @type {const} */ (["left", "right"])) {
      this.moves[player].show({ plain: part.moves?.[player], ranked: facts?.moves?.[player], kos: facts?.ko_moves?.[player] }, { sensible: this.options.sensible, banned: ko?.player === player ? ko.move : null });
    }
    this.boxes.sensible.disabled = facts?.ko_moves !== undefined;
    if (facts) this.thermograph.show(facts.thermograph ?? null);
    this.#komasters(facts);
    this.treeView.show(this.tree);
    this.undo.disabled = !this.tree.current.parent;
    this.redo.disabled = this.tree.current.children.length === 0;
  }

  /** A thermograph for each komaster, in place of one. @param {Facts | undefined} facts */
  #komasters(facts) {
    this.thermograph.element.hidden = (facts?.komasters?.length ?? 0) > 0;
    if (this.komasters.show(facts?.komasters)) tellReading(this.reading, null, facts);
  }

  /** @param {unknown} error @param {string} position */
  #wrong(error, position) {
    this.controller.abort();
    this.facts.fail("Nothing to analyse.");
    this.thermograph.show(null);
    this.notation.value = position;
    this.notation.show(error, position);
  }

  // ---- doing -----------------------------------------------------------------------------------------------

  /** Goes to another position. @param {string} position @param {Step} step */
  #go(position, step) {
    this.tree.go(position, step);
    this.#tell("push");
    return this.#show();
  }

  /** What was typed or pasted. Errors are shown by the field. @param {string} text */
  async enter(text) {
    const answer = await read(asQuestion(text));
    if (this.#elsewhere(answer)) return;
    await this.#go(answer.position, { kind: "edit", name: "entered" });
  }

  /** @param {string} name */
  #choose(name) {
    const ruleset = this.rulesets.find((each) => each.name === name);
    this.enter(ruleset ? `${name}:${ruleset.example}` : "{3||0|-2}").catch((error) => toast(error.message));
  }

  /** @param {HTMLInputElement} file */
  async #open(file) {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text) this.enter(text).catch((error) => this.notation.show(error, text));
  }

  /** Takes an edit if it is a position. @param {string} position @param {string} name */
  async #edit(position, name) {
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    try {
      const answer = await read(position, { signal });
      if (!signal.aborted) await this.#go(answer.position, { kind: "edit", name });
    } catch (error) {
      if (signal.aborted) return;
      this.board.refuse(error);
      this.facts.fail("This is not a position yet.");
      this.thermograph.show(null);
    }
  }

  /** @param {string} name @param {Side} player */
  #play(name, player) {
    const move = this.part?.moves?.[player].find((each) => each.move === name);
    // A part with very many moves lists them only with its analysis, where they have no game.
    const ranked = this.analysed?.analysis.moves?.[player].find((each) => each.move === name)?.position;
    const position = move?.position ?? (ranked && `${this.part?.game}:${ranked}`);
    if (!position) return;
    this.board.editor.turn = player === "left" ? "right" : "left";
    void this.#go(position, { kind: "move", name, player, move });
  }

  /** @param {TreeNode} node */
  #visit(node) {
    this.tree.visit(node);
    this.#tell("push");
    void this.#show();
  }

  /** @param {"undo" | "redo"} way */
  #step(way) {
    if (way === "undo" && this.board.draft) return this.board.revert();
    const node = way === "undo" ? this.tree.undo() : this.tree.redo();
    if (node) this.#visit(node);
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    if (event.target instanceof HTMLTextAreaElement || (event.target instanceof HTMLInputElement && event.target.type === "text")) return;
    event.preventDefault();
    this.#step(event.shiftKey ? "redo" : "undo");
  }

  /** A box that switches an option. @param {"regions" | "sensible"} key @param {string} label */
  #toggle(key, label) {
    const box = this.boxes[key];
    box.addEventListener("change", () => {
      this.options[key] = box.checked;
      this.#tell("replace");
      this.#render();
    });
    return h("label", { class: "check" }, box, label);
  }

  #toSum() {
    const parts = sessionStorage.getItem("sum");
    const { position } = this.tree.current;
    location.hash = link("sum", { s: parts ? `${parts} + ${position}` : position });
  }

  #exports() {
    const { position } = this.tree.current;
    const { part, analysed } = this;
    return [
      linkEntry(),
      { label: "Copy notation", run: () => copy(position) },
      ...pictures(position, part && ["grid", "rows"].includes(part.drawing.kind) ? ["board", "thermograph"] : ["thermograph"]),
      ...(part?.sgf ? [{ label: "SGF record", run: () => save("position.sgf", /** @type {string} */ (part.sgf), "application/x-go-sgf") }] : []),
      ...(analysed ? [{ label: "Analysis as JSON", run: () => save("analysis.json", JSON.stringify(analysed.analysis, null, 2), "application/json") }] : []),
      { label: "Tree as JSON", run: () => save("tree.json", JSON.stringify(this.tree.data(), null, 2), "application/json") },
    ];
  }
}

/** Bounds as floats; null if one is missing. @param {(string | null)[] | undefined} bounds @returns {[number, number] | null} */
function floats(bounds) {
  const [low, high] = bounds ?? [null, null];
  return low === null || high === null ? null : [float(rational(low)), float(rational(high))];
}

export const explore = () => new Explore();
