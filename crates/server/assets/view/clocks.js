// Two clocks that count the time which each player has used.

import { fill, h } from "../lib/dom.js";
import { chip } from "./moves.js";

/** @typedef {import("../lib/types.js").Side} Side */

export class Clocks {
  constructor() {
    this.used = { left: 0, right: 0 };
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    this.timer = 0;
    this.faces = { left: h("span", { class: "time" }), right: h("span", { class: "time" }) };
    const clock = (/** @type {Side} */ side) => h("div", { class: "clock", "data-side": side }, chip(side), side === "left" ? "Left" : "Right", this.faces[side]);
    this.element = h("div", { class: "clocks", role: "timer", "aria-label": "Time used" }, clock("left"), clock("right"));
    this.#show();
  }

  reset() {
    this.used = { left: 0, right: 0 };
    this.running = null;
    this.#show();
  }

  /** Lets the clock of a player run; null stops both. @param {Side | null} side */
  run(side) {
    this.#count();
    this.running = side;
    this.since = performance.now();
    clearInterval(this.timer);
    if (side) this.timer = window.setInterval(() => this.#show(), 500);
    this.#show();
  }

  stop() {
    this.run(null);
  }

  #count() {
    if (!this.running) return;
    this.used[this.running] += performance.now() - this.since;
    this.since = performance.now();
  }

  #show() {
    this.#count();
    for (const side of /** @type {const} */ (["left", "right"])) {
      const seconds = Math.floor(this.used[side] / 1000);
      fill(this.faces[side], `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
      this.element.querySelector(`[data-side="${side}"]`)?.classList.toggle("running", this.running === side);
    }
  }
}
