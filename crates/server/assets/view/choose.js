// Which one is meant? A small dialog with a button for each answer.

import { button, h } from "../lib/dom.js";

/**
 * @param {string} question
 * @param {string[]} answers
 * @returns {Promise<string | null>} The answer; null if none was chosen.
 */
export function choose(question, answers) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const pick = (/** @type {string | null} */ answer) => {
      chosen = answer;
      dialog.close();
    };
    const dialog = h("dialog", { "aria-label": question }, h("p", null, question), answers.map((answer) => button(answer, () => pick(answer))), button("None", () => pick(null), { class: "quiet" }));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
