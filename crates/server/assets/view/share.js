// How does something leave the page? As a link, as text on the clipboard, or as a file that the browser saves.

import { button, fill, h } from "../lib/dom.js";
import { picture } from "../lib/api.js";

let region = /** @type {HTMLElement | null} */ (null);

/**
 * A short message at the border of the page, read out as well.
 * @param {string} text
 */
export function toast(text) {
  region ??= /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const note = h("p", { class: "toast" }, text);
  region.append(note);
  setTimeout(() => note.remove(), 4000);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    // Without permission: the text is shown, selected, to be copied by hand.
    const area = h("textarea", { readonly: true, rows: 4, "aria-label": "Text to copy" }, text);
    const dialog = h("dialog", { class: "copy" }, h("p", null, "Copy this text:"), area, button("Close", () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
  }
}

/**
 * Lets the browser save a file.
 * @param {string} name
 * @param {Blob | string} content
 * @param {string} [type]
 */
export function save(name, content, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  toast(`Saved ${name}.`);
}

/**
 * @typedef {object} Export
 * @property {string} label
 * @property {() => void | Promise<void>} run
 */

/** A menu of exports. */
export class ShareMenu {
  /** @param {() => Export[]} entries */
  constructor(entries) {
    this.list = h("div", { class: "menu-list" });
    this.element = h("details", { class: "menu" }, h("summary", { class: "button" }, "Share & export"), this.list);
    this.element.addEventListener("toggle", () => {
      if (this.element.open) fill(this.list, entries().map((entry) => button(entry.label, () => this.#run(entry), { class: "quiet" })));
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.element.open) {
        this.#close();
        event.stopPropagation();
      }
    });
    document.addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Node && this.element.contains(event.target))) this.element.open = false;
    });
  }

  #close() {
    this.element.open = false;
    this.element.querySelector("summary")?.focus();
  }

  /** @param {Export} entry */
  async #run(entry) {
    this.#close();
    try {
      await entry.run();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * The entries that save pictures which the server draws.
 * @param {string} position
 * @param {("board" | "thermograph")[]} kinds
 * @returns {Export[]}
 */
export function pictures(position, kinds) {
  return kinds.flatMap((of) =>
    /** @type {const} */ (["svg", "png", "tikz"]).map((format) => ({
      label: `${of === "board" ? "Board" : "Thermograph"} as ${format === "tikz" ? "TikZ" : format.toUpperCase()}`,
      run: async () => save(`${of}.${format === "tikz" ? "tex" : format}`, await picture(position, of, format)),
    })),
  );
}

/** The entry that copies the link of what is shown. @returns {Export} */
export const linkEntry = () => ({ label: "Copy link", run: () => copy(location.href) });
