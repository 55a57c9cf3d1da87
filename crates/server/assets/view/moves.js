// Which moves are there, and how good are they? One list for each player, best first; looking at a move (mouse or
// focus) shows it on the board, choosing it plays it.

import { fill, h } from "../lib/dom.js";
import { told } from "../lib/kos.js";
import { pretty } from "../lib/rational.js";

/** @typedef {import("../lib/types.js").PlainMove} PlainMove */
/** @typedef {import("../lib/types.js").RankedMove} RankedMove */
/** @typedef {import("../lib/types.js").Side} Side */
/** @typedef {import("../lib/types.js").KoMove} KoMove */
/** @typedef {{ plain?: PlainMove[], ranked?: RankedMove[], kos?: KoMove[] }} Moves `kos` in place of `ranked` where positions can come back. */

const SHOWN = 40;

/** The mark of a player. @param {Side} player */
export const chip = (player) => h("span", { class: `chip ${player}`, "aria-hidden": "true" }, player === "left" ? "L" : "R");

export class MovesView {
  /**
   * @param {Side} player
   * @param {{ play: (name: string, player: Side) => void, look: (name: string | null, player: Side) => void }} events
   */
  constructor(player, events) {
    this.player = player;
    this.events = events;
    this.title = player === "left" ? "Left" : "Right";
    this.all = false;
    this.count = h("span", { class: "count" });
    this.body = h("div", { class: "moves-body" });
    this.element = h("section", { class: `moves ${player}`, "aria-label": `${this.title}'s moves` },
      h("h3", null, chip(player), `${this.title}’s moves`, this.count), this.body);
    this.element.addEventListener("pointerleave", () => events.look(null, player));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Moves} moves
   * @param {{ sensible: boolean, banned?: string | null, orthodox?: Set<string> | null }} options `orthodox` names the moves
   *   to be marked, `banned` the one that would retake a ko at once.
   */
  show({ plain, ranked, kos }, { sensible, banned = null, orthodox = null }) {
    this.shown = { plain, ranked, kos };
    this.options = { sensible, banned, orthodox };
    const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement)
      ? document.activeElement.dataset.move
      : null;
    /** @type {(PlainMove & Partial<RankedMove>)[]} */
    const judged = ranked ?? kos?.map((move) => ofKo(move, move.move === banned)) ?? plain ?? [];
    const all = judged.filter((move) => !sensible || move.sensible !== false);
    const some = this.all ? all : all.slice(0, SHOWN);
    fill(this.count, String(all.length));
    fill(
      this.body,
      all.length === 0 && h("p", { class: "empty" }, plain || ranked ? "No move." : "Moves are not listed here."),
      (ranked || kos) && all.length > 0 && h("div", { class: "move-head", "aria-hidden": "true" }, h("span", null, "move"), h("span", null, "mean"), h("span", null, "temp."), h("span", null, "loss")),
      h("ul", null, some.map((move) => h("li", null, this.#move(move)))),
      all.length > some.length && h("button", { type: "button", class: "quiet", onclick: () => this.#showAll() }, `Show all ${all.length}`),
    );
    this.mark(orthodox);
    if (focused) this.#button(focused)?.focus();
  }

  #showAll() {
    this.all = true;
    if (this.shown && this.options) this.show(this.shown, this.options);
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-move="${CSS.escape(name)}"]`));
  }

  /**
   * Marks the moves that are orthodox at a tax; null means at the temperature, as the engine says.
   * @param {Set<string> | null} orthodox
   */
  mark(orthodox) {
    if (this.options) this.options.orthodox = orthodox;
    for (const element of this.body.querySelectorAll("button.move")) {
      const { move = "", best } = /** @type {HTMLElement} */ (element).dataset;
      element.classList.toggle("orthodox", orthodox ? orthodox.has(move) : best === "true");
      element.classList.toggle("dimmed", orthodox !== null && !orthodox.has(move));
    }
  }

  /** @param {PlainMove & Partial<RankedMove>} move */
  #move(move) {
    const { mean, temperature, loss, kind, orthodox, wins } = move;
    const judged = mean !== undefined && temperature !== undefined;
    // The options of a value have no names of their own: what they are is said instead.
    const option = !judged && move.position && !move.position.includes(":") ? move.position : null;
    const spoken = judged
      ? `${move.move}: mean ${mean}, temperature ${temperature} after it, ${orthodox ? "orthodox" : loss === undefined ? "" : `loses ${loss}`}${kind ? `, ${kind}` : ""}${wins ? ", wins" : ""}`
      : option
        ? `${move.move}: ${option}`
        : move.move;
    return h(
      "button",
      {
        type: "button",
        class: "move",
        "data-move": move.move,
        "data-best": orthodox === true ? "true" : null,
        "aria-label": spoken,
        onclick: () => this.events.play(move.move, this.player),
        onpointerenter: () => this.events.look(move.move, this.player),
        onfocus: () => this.events.look(move.move, this.player),
        onblur: () => this.events.look(null, this.player),
      },
      h("span", { class: "move-name" }, move.move, option && ` → ${option}`),
      judged && h("span", { class: "number" }, pretty(mean)),
      judged && h("span", { class: "number" }, pretty(temperature)),
      judged && h("span", { class: `number loss${orthodox ? " none" : ""}` }, orthodox ? "✓" : loss === undefined ? "" : `−${pretty(loss)}`),
      judged && h("span", { class: "tags" }, kind && kind.split(", ").map((each) => h("span", { class: `tag ${each.split(" ")[0]}` }, each)), wins && h("span", { class: "tag wins" }, "wins")),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const buttons = [...this.body.querySelectorAll("button")];
    const at = buttons.findIndex((each) => each === document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
  }
}

/**
 * A move in a position with kos, as a row of the list.
 * @param {KoMove} move
 * @param {boolean} banned Would it retake a ko at once?
 * @returns {PlainMove & Partial<RankedMove>}
 */
function ofKo({ move, takes_ko: takes, orthodox, after }, banned) {
  const kind = [takes && "takes the ko", banned && "needs a threat first"].filter(Boolean).join(", ");
  return { move, mean: told(after, "mean"), temperature: told(after, "temperature"), orthodox: orthodox === true, kind };
}
