// Play: whole games against the engine, hints, undo, the review.

import assert from "node:assert/strict";
import { at } from "../stage.js";

/** @typedef {import("../scenarios.js").Scenario} Scenario */
/** @typedef {import("playwright-core").Page} Page */

/** Plays legal moves until the game is over. @param {Page} page @param {(page: Page) => Promise<void>} [move] */
async function toTheEnd(page, move = firstMove) {
  for (let moves = 0; moves < 200; moves += 1) {
    await page.locator(".turn").filter({ hasText: /Your move|won|draw/ }).waitFor();
    const status = await page.locator(".turn").innerText();
    if (/won|draw/.test(status)) return status;
    const made = await page.locator(".log li").count();
    await move(page);
    await page.waitForFunction((count) => document.querySelectorAll(".log li").length > count, made);
  }
  throw new Error("the game does not end");
}

/** @param {Page} page */
async function firstMove(page) {
  const list = page.locator(".all-moves");
  if (!(await list.getAttribute("open"))) await list.evaluate((element) => element.setAttribute("open", ""));
  await list.getByRole("button").first().click();
}

/** @param {Page} page @param {string} tile @param {string} [level] */
async function begin(page, tile, level = "quick") {
  await page.goto(at("play"));
  await page.getByRole("button", { name: new RegExp(`^${tile}`) }).click();
  await page.getByRole("radio", { name: level }).check({ force: true });
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

/** @type {Scenario[]} */
export const playing = [
  {
    name: "a ko that was taken is marked, and may not be retaken before a threat",
    run: (stage) =>
      stage.play(async (page) => {
        const start = "go-ko:.X.X#|XOXX#|OOOX#|##### right threats 1 0";
        await page.goto(at("play", { s: start, y: "left", a: "random", t: "0.2", seed: "1", m: "1:A4" }));
        await page.locator(".turn").filter({ hasText: /Your move.*A3 may not be retaken/ }).waitFor();
        await page.locator(".board .ko").waitFor();
        await page.locator('[role="gridcell"][aria-label^="A3,"]').click();
        await page.locator(".hint-text").filter({ hasText: "may not be retaken" }).waitFor();
        assert.equal(await page.locator(".log li").count(), 1);
        await page.getByRole("button", { name: "threat", exact: true }).first().click();
        await page.waitForFunction(() => !document.querySelector(".board .ko"));
        await page.locator('[role="gridcell"][aria-label^="A3,"]').click();
        await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 3);
      }),
  },
  {
    name: "a whole sum is played, with hint, undo and review",
    run: (stage) =>
      stage.play(async (page) => {
        await begin(page, "A warm sum");
        await page.locator(".turn").filter({ hasText: "Your move" }).waitFor();
        assert.equal(await page.locator(".hint-text").innerText(), "", "hints are hidden until asked for");
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".hint-text").filter({ hasText: /Hint: \S+/ }).waitFor();
        await firstMove(page);
        await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 2);
        assert.notEqual(await page.locator(".log .reason").first().innerText(), "", "the engine says why");
        await page.getByRole("button", { name: "Undo" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".log li").length === 0);
        const status = await toTheEnd(page);
        assert.match(status, /The score is/);
        await page.getByText(/In all, Left gave away/).waitFor();
        assert.ok((await page.locator(".loss-bar").count()) > 0);
        await page.getByText("Share & export").click();
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record as JSON" }).click()]);
        assert.equal(download.suggestedFilename(), "game.json");
        await page.reload();
        await page.locator(".turn").filter({ hasText: /won|draw/ }).waitFor();
      }),
  },
  {
    name: "a whole game of Clobber is played on the board",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("play", { s: "clobber:xoxo|oxox" }));
        await page.getByRole("radio", { name: "quick" }).check({ force: true });
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await toTheEnd(page, async () => {
          const name = /** @type {string} */ (await page.locator(".all-moves").evaluate((element) => element.querySelector("button")?.textContent));
          const [from, to] = /** @type {RegExpMatchArray} */ (name.match(/[A-Z]\d+/g));
          await page.locator(`[role="gridcell"][aria-label^="${from},"]`).click();
          // A stone with a single move has moved already.
          const target = page.locator(".board .target");
          if (await target.count()) await page.locator(`[role="gridcell"][aria-label^="${to},"]`).click();
        });
      }),
  },
  {
    name: "a whole game of Triangular Nim is played",
    run: (stage) =>
      stage.play(async (page) => {
        await begin(page, "Triangular Nim");
        await toTheEnd(page);
        await page.getByText("Who wins is proved before and after every move.").waitFor();
      }),
  },
  {
    name: "a whole game of EinStein würfelt nicht! is played",
    run: (stage) =>
      stage.play(async (page) => {
        await begin(page, "EinStein");
        await toTheEnd(page);
        await page.getByText(/These are estimates by random play/).waitFor();
        assert.ok((await page.locator(".loss-bar.guessed").count()) > 0);
      }),
  },
];
