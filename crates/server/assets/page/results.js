// Results: the experiments of the papers, run when asked for, and censuses of small boards that can be browsed by
// temperature.

import { get, job } from "../lib/api.js";
import { experiments, read, rulesets } from "../lib/ask.js";
import { button, fill, h, identifier } from "../lib/dom.js";
import { pretty } from "../lib/rational.js";
import { link } from "../lib/route.js";
import { duration } from "../view/facts.js";
import { PositionView } from "../view/position.js";
import { linkEntry, save, ShareMenu } from "../view/share.js";

/** @typedef {import("../lib/types.js").Ruleset} Ruleset */
/** @typedef {{ text: string, number?: number | null }} TypedCell */
/** @typedef {{ title: string, columns: string[], rows: TypedCell[][], notes: string[], csv: string }} Table */
/** @typedef {{ name: string, command: string, extent: string, version: string, machine: string, date: string, seconds: number, tables: Table[], plots: { title: string, svg: string }[] }} Experiment */
/** @typedef {{ mean: string, temperature: string, boards: number, example: string }} Counted */

const PAGE = 24;

/** Boards that are counted in a second or two. */
const BOARDS = ["nogo 3x3", "nogo 4x2", "nogo 4x3", "amazons 3x2", "amazons 3x3", "clobber 3x3", "domineering 3x3", "domineering 4x3"];

/** Answers of this visit, so that browsing does not count again. @type {Map<string, any>} */
const answers = new Map();

class Results {
  constructor() {
    this.controller = new AbortController();
    /** @type {Record<string, string>} */
    this.state = {};
    this.list = h("ul", { class: "result-list" });
    this.census = h("select", { id: identifier("census"), onchange: () => (location.hash = link("results", { c: this.census.value })) });
    this.output = h("section", { class: "result-output", "aria-label": "Result" });
    this.share = new ShareMenu(() => [linkEntry(), ...this.exports]);
    /** @type {import("../view/share.js").Export[]} */
    this.exports = [];
    this.element = h("div", { class: "page results" }, h("h1", null, "Results"),
      h("aside", { class: "card result-menu", "aria-label": "Choose a result" },
        h("h2", null, "Censuses"), h("label", { for: this.census.id }, "All positions of a board"), this.census,
        h("h2", null, "Experiments"), this.list),
      h("div", null, h("div", { class: "tools end" }, this.share.element), this.output));
    void this.#menus();
  }

  async #menus() {
    try {
      const [all, { tables }] = await Promise.all([experiments(), get("tables")]);
      fill(this.list, all.map(({ name, about, kept }) => h("li", null, h("a", { href: link("results", { e: name }), "data-name": name }, h("strong", null, name, kept && h("span", { class: "tag" }, "result kept")), h("span", null, about)))));
      const option = (/** @type {string} */ value, /** @type {string} */ label) => h("option", { value }, label);
      fill(this.census, option("", "Choose …"), h("optgroup", { label: "Small boards" }, BOARDS.map((board) => option(board, board))),
        tables.length > 0 && h("optgroup", { label: "Tables" }, tables.map((/** @type {{ table: string }} */ { table }) => option(table, table))));
      this.#choose();
    } catch (error) {
      this.#fail(error, this.controller.signal);
    }
  }

  #choose() {
    const { c, e } = this.state;
    if (c && ![...this.census.options].some(({ value }) => value === c)) this.census.append(h("option", { value: c }, c));
    this.census.value = c ?? "";
    for (const anchor of this.list.querySelectorAll("a")) {
      if (anchor.dataset.name === e) anchor.setAttribute("aria-current", "true");
      else anchor.removeAttribute("aria-current");
    }
  }

  /** @param {Record<string, string>} state */
  async go(state) {
    this.controller.abort();
    this.controller = new AbortController();
    this.state = state;
    this.exports = [];
    this.#choose();
    const { signal } = this.controller;
    try {
      if (state.e) await this.#experiment(state.e, signal);
      else if (state.c) await this.#census(state.c, signal);
      else fill(this.output, h("div", { class: "card" }, h("p", { class: "lead" }, "Choose a census, to see how many positions of a small board are how hot and to browse them, or an experiment, to run it again on this machine.")));
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  leave() {
    this.controller.abort();
  }

  back() {
    void this.#menus();
    void this.go(this.state);
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  #fail(error, signal) {
    if (!signal.aborted) fill(this.output, h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
  }

  /**
   * Asks a long question, once in a visit.
   * @param {string} path @param {object} question @param {AbortSignal} signal
   */
  async #ask(path, question, signal) {
    const key = path + JSON.stringify(question);
    if (answers.has(key)) return answers.get(key);
    const progress = h("p", { class: "card status", role: "status" }, "Working …");
    if (path !== "census/positions") fill(this.output, progress);
    const { answer, reason } = await job(path, question, (event, data) => {
      if (event === "queued") fill(progress, `Waiting for ${data.ahead} other questions …`);
      else if (event === "progress") fill(progress, data.message ?? `Working … ${(data.nodes ?? 0).toLocaleString("en")} positions`);
      else if (event === "heartbeat") fill(progress, `Working … ${Math.round(data.seconds)} s`);
    }, signal);
    if (!answer) throw new Error(`It ended early: ${reason}.`);
    answers.set(key, answer);
    return answer;
  }

  // ---- experiments -----------------------------------------------------------------------------------------

  /** Shows a result: one that was run here, else the one that was kept. @param {string} name @param {AbortSignal} signal */
  async #experiment(name, signal) {
    const { about = "", kept = false } = (await experiments()).find((each) => each.name === name) ?? {};
    const ran = this.state.run === "1" || answers.has(`experiments${JSON.stringify({ name })}`);
    const head = [h("h2", null, name), h("p", null, about)];
    const run = h("p", { class: "hint" }, "The short form takes less than a minute on a calm machine. The command ", h("code", null, `tedomari experiment run ${name} --paper`), " runs the long one.");
    const start = button(kept ? "Run it again here" : "Run it", () => (location.hash = link("results", { e: name, run: "1" })), { class: kept ? "quiet" : null });
    if (!ran && !kept) return fill(this.output, h("div", { class: "card" }, head, run, start));
    const answer = /** @type {Experiment} */ (ran ? await this.#ask("experiments", { name }, signal) : await keptResult(name, signal));
    if (signal.aborted) return;
    this.exports = [
      { label: "Result as JSON", run: () => save(`${name}.json`, JSON.stringify(answer, null, 2), "application/json") },
      ...answer.tables.map((table, i) => ({ label: `Table ${i + 1} as CSV`, run: () => save(`${name}-${i + 1}.csv`, table.csv, "text/csv") })),
      ...answer.plots.map((plot, i) => ({ label: `Plot ${i + 1} as SVG`, run: () => save(`${name}-${i + 1}.svg`, plot.svg, "image/svg+xml") })),
    ];
    const made = [h("code", null, answer.command), `, ${answer.date}, version ${answer.version}, ${duration(answer.seconds)} of processor time on ${answer.machine}. ${answer.extent}`];
    fill(this.output, h("div", { class: "card" }, head,
      h("p", { class: "hint" }, ran ? "Computed just now: " : "A result that was kept: ", made), !ran && start,
      answer.plots.map((plot, i) => {
        const address = URL.createObjectURL(new Blob([plot.svg], { type: "image/svg+xml" }));
        const image = h("img", { src: address, alt: plot.title || `Plot ${i + 1} of ${name}`, class: "plot", onload: () => URL.revokeObjectURL(address) });
        return h("figure", null, image);
      }),
      answer.tables.map((table) => dataTable(table))));
  }

  // ---- censuses --------------------------------------------------------------------------------------------

  /** @param {string} name @param {AbortSignal} signal */
  async #census(name, signal) {
    const question = { table: name };
    const answer = await this.#ask("census", question, signal);
    if (signal.aborted) return;
    /** @type {Counted[]} */
    const graphs = answer.graphs;
    this.exports = [
      { label: "Census as JSON", run: () => save("census.json", JSON.stringify(answer, null, 2), "application/json") },
      { label: "Thermographs as CSV", run: () => save("census.csv", ["mean,temperature,boards,example", ...graphs.map((each) => [each.mean, each.temperature, each.boards, `"${each.example}"`].join(","))].join("\n"), "text/csv") },
    ];
    /** @type {Map<string, number>} */
    const temperatures = new Map();
    for (const { temperature, boards } of graphs) temperatures.set(temperature, (temperatures.get(temperature) ?? 0) + boards);
    const most = Math.max(...temperatures.values());
    const { t } = this.state;
    const bars = [...temperatures].map(([temperature, boards]) =>
      h("li", null, h("a", { href: link("results", { c: name, t: temperature }), "aria-current": temperature === t ? "true" : null, "aria-label": `temperature ${temperature}: ${boards} boards` },
        h("span", { class: "bar-name" }, pretty(temperature)), h("span", { class: "bar-track" }, h("span", { class: "bar-fill", vars: { "--share": `${Math.max(0.5, (Math.log1p(boards) / Math.log1p(most)) * 100)}%` } })), h("span", { class: "bar-count" }, boards.toLocaleString("en")))));
    const boards = h("div", { class: "census-boards" });
    fill(this.output, h("div", { class: "card" }, h("h2", null, name),
      h("p", null, `${Number(answer.positions).toLocaleString("en")} positions, ${Number(answer.distinct).toLocaleString("en")} different up to symmetry. Choose a temperature to see its boards.`),
      h("div", { class: "census" }, h("div", null, h("h3", null, "Boards by temperature"), h("ul", { class: "bars" }, bars), h("p", { class: "hint" }, "The lengths of the bars are logarithms.")), boards)));
    if (t) await this.#boards(question, t, boards, signal);
  }

  /** @param {object} question @param {string} temperature @param {HTMLElement} target @param {AbortSignal} signal */
  async #boards(question, temperature, target, signal) {
    const offset = Number(this.state.o) || 0;
    fill(target, h("p", { class: "status", role: "status" }, "Looking for boards …"));
    const { positions, total } = await this.#ask("census/positions", { ...question, temperature, offset, limit: PAGE }, signal);
    const all = /** @type {Ruleset[]} */ (await rulesets());
    const page = (/** @type {number} */ to) => link("results", { ...this.state, o: to ? String(to) : "" });
    const cards = await Promise.all(positions.map(async (/** @type {{ position: string, mean: string }} */ { position, mean }) => {
      const { parts } = await read(position, { details: false, signal });
      const view = new PositionView({});
      view.show(parts[0], all.find(({ name }) => name === parts[0].game));
      // A picture here: the link around it is what can be focused.
      view.element.inert = true;
      return h("a", { class: "census-board", href: link("explore", { p: position }), "aria-label": `${position}, mean ${mean}` }, view.element, h("span", { "aria-hidden": "true" }, `mean ${pretty(mean)}`));
    }));
    if (signal.aborted) return;
    fill(target, h("h3", null, `Temperature ${pretty(temperature)}: ${Number(total).toLocaleString("en")} boards`), h("div", { class: "census-grid" }, cards),
      h("div", { class: "tools" }, offset > 0 && h("a", { class: "button", href: page(Math.max(0, offset - PAGE)) }, "Earlier"), offset + PAGE < total && h("a", { class: "button", href: page(offset + PAGE) }, "Later")));
  }
}

/** The committed result of an experiment. @param {string} name @param {AbortSignal} signal */
async function keptResult(name, signal) {
  const response = await fetch(`/results/${name}.json`, { signal });
  if (!response.ok) throw new Error("The result that was kept cannot be read.");
  return response.json();
}

/** A table whose columns can be sorted. @param {Table} table */
function dataTable({ title, columns, rows, notes }) {
  let [sorted, down] = [-1, false];
  const body = h("tbody");
  const heads = columns.map((column, i) => h("th", { scope: "col" }, button(column || "–", () => {
    down = sorted === i ? !down : false;
    sorted = i;
    show();
  }, { class: "quiet small head" })));
  const show = () => {
    const order = [...rows];
    const compared = (/** @type {TypedCell} */ a, /** @type {TypedCell} */ b) => (a.number != null && b.number != null ? a.number - b.number : a.text.localeCompare(b.text));
    if (sorted >= 0) order.sort((a, b) => (down ? -1 : 1) * compared(a[sorted], b[sorted]));
    for (const [i, head] of heads.entries()) head.setAttribute("aria-sort", i !== sorted ? "none" : down ? "descending" : "ascending");
    fill(body, order.map((row) => h("tr", null, row.map((cell) => cell.number == null ? h("td", null, cell.text) : h("td", { class: "numeric" }, pretty(cell.text))))));
  };
  show();
  return h("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": title }, h("table", null, h("caption", null, title), h("thead", null, h("tr", null, heads)), body), notes.map((note) => h("p", { class: "hint" }, note)));
}

export const results = () => new Results();
