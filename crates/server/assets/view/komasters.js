// What a position with kos is worth: a thermograph for each komaster, side by side.

import { fill, h } from "../lib/dom.js";
import { masterName } from "../lib/kos.js";
import { chip } from "./moves.js";
import { ThermographView } from "./thermograph.js";

/** @typedef {import("../lib/types.js").Komaster} Komaster */
/** @typedef {import("./thermograph.js").Reading} Reading */

export class KomasterGraphs {
  /** @param {{ height: number, small?: boolean, read?: (reading: Reading | null, komaster: Komaster) => void }} options */
  constructor(options) {
    this.options = options;
    this.element = h("div", { class: "komasters" });
    /** @type {Komaster[] | undefined} Those that are shown. */
    this.shown = undefined;
  }

  /** @param {Komaster[] | undefined} komasters @returns {boolean} Has anything changed? */
  show(komasters) {
    if (this.shown === komasters) return false;
    this.shown = komasters;
    const { read, ...options } = this.options;
    fill(this.element, komasters?.map((komaster) => {
      if (!komaster.thermograph) return null;
      const name = `${masterName(komaster)} is komaster`;
      const view = new ThermographView({ ...options, label: name, read: read && ((reading) => read(reading, komaster)) });
      view.show(komaster.thermograph);
      return h("figure", null, h("figcaption", null, chip(komaster.komaster), name), view.element);
    }));
    return true;
  }
}
