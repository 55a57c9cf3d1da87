// A field for notation, in which an error is shown at its place.

import { fill, h, identifier } from "../lib/dom.js";
import { ApiError } from "../lib/api.js";

export class NotationField {
  /**
   * @param {{ label: string, submit: (text: string) => void | Promise<void>, action?: string, placeholder?: string }} options
   */
  constructor({ label, submit, action = "Show", placeholder = "" }) {
    const [id, problem] = [identifier("notation"), identifier("problem")];
    this.submit = submit;
    this.input = h("textarea", { id, rows: 1, spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder, "aria-describedby": problem, maxlength: 8192 });
    this.problem = h("p", { id: problem, class: "problem", role: "alert" });
    this.element = h(
      "form",
      { class: "notation", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("label", { for: id }, label),
      h("div", { class: "field" }, this.input, h("button", { type: "submit" }, action)),
      this.problem,
    );
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !this.input.value.includes("\n")) void this.#submit(event);
    });
    this.input.addEventListener("input", () => this.clear());
  }

  get value() {
    return this.input.value;
  }

  /** @param {string} text */
  set value(text) {
    if (document.activeElement === this.input && this.input.value.trim() === text) return;
    this.input.value = text;
    this.input.rows = Math.min(6, Math.max(1, text.split("\n").length));
    this.clear();
  }

  clear() {
    this.input.removeAttribute("aria-invalid");
    fill(this.problem);
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    try {
      await this.submit(text);
      this.clear();
    } catch (error) {
      this.show(error, text);
    }
  }

  /**
   * Shows what is wrong, and where.
   * @param {unknown} error
   * @param {string} text The text that the error is about.
   */
  show(error, text) {
    if (!(error instanceof Error)) throw error;
    this.input.setAttribute("aria-invalid", "true");
    const place = error instanceof ApiError ? error.place : undefined;
    fill(this.problem, error.message, place && pointed(text, place));
    if (place) {
      // Places count characters, selections count UTF-16 units.
      const units = (/** @type {number} */ at) => [...text].slice(0, at).join("").length;
      this.input.value = text;
      this.input.focus();
      this.input.setSelectionRange(units(place.start), units(place.end));
    }
  }
}

/**
 * The text with its wrong characters marked; only the surroundings of a long one.
 * @param {string} text
 * @param {{ start: number, end: number }} place
 */
function pointed(text, { start, end }) {
  const characters = [...text];
  const from = Math.max(0, start - 30);
  const to = Math.max(end, start + 1);
  return h(
    "code",
    { class: "pointed" },
    from > 0 && "…",
    characters.slice(from, start).join(""),
    h("mark", null, characters.slice(start, to).join("") || "␣"),
    characters.slice(to, to + 30).join(""),
    to + 30 < characters.length && "…",
  );
}
