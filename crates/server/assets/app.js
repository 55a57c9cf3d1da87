// The frame of all pages: which page is shown, light or dark, and whether the server is there.

import { fill } from "./lib/dom.js";
import { onReachable } from "./lib/api.js";
import { here, link } from "./lib/route.js";
import { explore } from "./page/explore.js";
import { learn } from "./page/learn.js";
import { play } from "./page/play.js";
import { results } from "./page/results.js";
import { sum } from "./page/sum.js";

/**
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {(state: Record<string, string>) => void | Promise<void>} go Shows a state of the address.
 * @property {() => void} leave Ends all work of the page.
 * @property {() => void} [back] The server is there again.
 */

const PAGES = /** @type {Record<string, { title: string, make: () => Page }>} */ ({
  explore: { title: "Explore", make: explore },
  sum: { title: "Sum", make: sum },
  play: { title: "Play", make: play },
  learn: { title: "Learn", make: learn },
  results: { title: "Results", make: results },
});

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Page | null} */
let page = null;
let name = "";

function show() {
  const { page: wanted, state } = here();
  if (!(wanted in PAGES)) {
    history.replaceState(null, "", link("explore"));
    return show();
  }
  if (wanted !== name || !page) {
    const first = page === null;
    page?.leave();
    name = wanted;
    page = PAGES[wanted].make();
    document.title = `${PAGES[wanted].title} · Tedomari`;
    for (const anchor of document.querySelectorAll("nav a")) {
      if (anchor.getAttribute("data-page") === wanted) anchor.setAttribute("aria-current", "page");
      else anchor.removeAttribute("aria-current");
    }
    fill(main, page.element);
    if (!first) {
      window.scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
  }
  void page.go(state);
}

function theme() {
  const control = /** @type {HTMLElement} */ (document.getElementById("theme"));
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (localStorage.getItem("theme") ?? (system.matches ? "dark" : "light")) === "dark";
  const apply = () => {
    document.documentElement.dataset.theme = dark() ? "dark" : "light";
    fill(control, dark() ? "☀" : "☾");
    const label = dark() ? "Switch to light" : "Switch to dark";
    control.setAttribute("aria-label", label);
    control.title = label;
  };
  control.addEventListener("click", () => {
    localStorage.setItem("theme", dark() ? "light" : "dark");
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

onReachable((reachable) => {
  /** @type {HTMLElement} */ (document.getElementById("offline")).hidden = reachable;
  if (reachable) page?.back?.();
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  // The fragment of the address is the state of the page, so the link is followed by hand.
  event.preventDefault();
  main.focus();
});
theme();
window.addEventListener("hashchange", show);
show();
