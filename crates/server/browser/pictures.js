// Takes the pictures of docs/page.md: every page in light and dark, and one on a phone.

import { join } from "node:path";
import { analysed, at, Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

const FOLDER = join(import.meta.dirname, "../../../docs/pictures");

/** @type {{ name: string, address: string, prepare?: (page: Page) => Promise<void> }[]} */
const PICTURES = [
  {
    name: "explore",
    address: at("explore", { p: "amazons:x.#.|....|.##.|...o" }),
    prepare: async (page) => {
      await analysed(page);
      await page.locator(".moves.left button.move").first().dispatchEvent("pointerenter");
    },
  },
  {
    name: "ko",
    address: at("explore", { p: "go-territory:.X.X#|XOXX#|OOOX#|#####" }),
    prepare: async (page) => {
      await analysed(page);
      await page.locator(".moves.right button.move").filter({ hasText: "takes the ko" }).click();
      await page.locator(".board .ko").waitFor();
      await page.mouse.move(0, 0);
    },
  },
  { name: "sum", address: at("sum", { s: "amazons:##o|x.#|..# + {2|-1} + clobber:xoxo. + go:#XXX##|#X..O#|#XXXX#" }), prepare: analysed },
  { name: "sum-ko", address: at("sum", { s: "go:.X.X#|XOXX#|OOOX#|##### + {2|-1} + amazons:##o|x.#|..#" }), prepare: analysed },
  {
    name: "play",
    address: at("play", { s: "amazons:x...|..#.|...o + domineering:...|...|..# + {5|-3}", y: "left", a: "hotstrat", t: "0.2" }),
    prepare: async (page) => {
      for (const part of [3, 2]) {
        await page.locator(".turn").filter({ hasText: "Your move" }).waitFor();
        await page.locator(".all-moves").evaluate((element) => element.setAttribute("open", ""));
        await page.locator(".all-moves button").filter({ hasText: new RegExp(`^${part}:`) }).first().click();
        await page.waitForTimeout(300);
      }
      await page.locator(".turn").filter({ hasText: "Your move" }).waitFor();
      await page.locator(".all-moves").evaluate((element) => element.removeAttribute("open"));
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint-text button").waitFor();
    },
  },
  {
    name: "learn",
    address: at("learn", { l: "2" }),
    prepare: async (page) => {
      await page.getByRole("radio", { name: "3" }).check({ force: true });
      await analysed(page);
    },
  },
  { name: "results", address: at("results", { c: "nogo 3x3", t: "1" }), prepare: (page) => page.locator(".census-board").first().waitFor() },
];

/** @param {Stage} stage @param {string} name @param {(typeof PICTURES)[number]} picture @param {"light" | "dark"} colorScheme @param {{ width: number, height: number }} viewport */
const take = (stage, name, { address, prepare }, colorScheme, viewport) =>
  stage.play(
    async (page) => {
      await page.goto(address);
      await prepare?.(page);
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(FOLDER, `page-${name}${colorScheme === "dark" ? "-dark" : ""}.png`) });
    },
    { colorScheme, viewport },
  );

const wanted = process.argv[2] ?? "";
const stage = await Stage.open();
try {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const picture of PICTURES) {
      if (picture.name.includes(wanted)) await take(stage, picture.name, picture, colorScheme, { width: 1360, height: 900 });
    }
    if ("phone".includes(wanted)) await take(stage, "phone", PICTURES[0], colorScheme, { width: 360, height: 740 });
  }
} finally {
  await stage.close();
}
