// Learn and Results.

import assert from "node:assert/strict";
import { at, analysed, visit } from "../stage.js";

/** @typedef {import("../scenarios.js").Scenario} Scenario */

/** @type {Scenario[]} */
export const learning = [
  {
    name: "lessons are answered, played and remembered",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("learn", { l: "2" }));
        await page.getByRole("radio", { name: "6" }).check({ force: true });
        await page.locator(".verdict").filter({ hasText: "Not 6" }).waitFor();
        await page.getByRole("radio", { name: "3" }).check({ force: true });
        await page.locator(".praise").waitFor();
        await analysed(page);
        await page.getByRole("link", { name: "Next" }).click();
        for (const part of [1, 2, 3]) {
          await page.locator(".turn").filter({ hasText: "Your move" }).waitFor();
          const here = page.getByRole("button", { name: `option 1 in part ${part}` });
          if (await here.count()) await here.click();
        }
        await page.locator(".praise").filter({ hasText: "10" }).waitFor();
        await visit(page, at("learn", { l: "5" }));
        await page.locator('.tax input:enabled').press("End");
        await page.locator(".praise").filter({ hasText: "3" }).waitFor();
        await page.locator(".cooled code").waitFor();
        await page.reload();
        assert.equal(await page.locator(".steps .done").count(), 3);
      }),
  },
  {
    name: "a census is browsed and an experiment is run",
    run: (stage) =>
      stage.play(async (page) => {
        await page.goto(at("results"));
        const census = page.getByLabel("All positions of a board");
        const listed = census.locator("optgroup option");
        await listed.first().waitFor({ state: "attached" });
        for (const board of await listed.allInnerTexts()) {
          await census.selectOption(board);
          await page.locator(".result-output h2").filter({ hasText: board }).waitFor();
          assert.ok((await page.locator(".bars a").count()) > 1, board);
        }
        await census.selectOption("nogo 3x3");
        await page.locator(".result-output h2").filter({ hasText: "nogo 3x3" }).waitFor();
        await page.locator(".bars a").first().click();
        await page.waitForURL(/t=/);
        const board = page.locator(".census-board").first();
        await board.click();
        await page.waitForURL(/explore/);
        await analysed(page);
        const temperature = await page.locator(".measure.temperature .figure").innerText();
        await page.goBack();
        assert.match(await page.locator(".census-boards h3").innerText(), new RegExp(`Temperature ${temperature}:`));
        await visit(page, at("results", { e: "xt-domineering-3x3" }));
        await page.getByText(/A result that was kept: tedomari experiment run xt-domineering-3x3/).waitFor();
        const kept = await page.locator("tbody").innerText();
        await page.getByRole("button", { name: "Run it again here" }).click();
        await page.getByText("Computed just now").waitFor();
        assert.equal(await page.locator("tbody").innerText(), kept, "the same values come out");
        const other = page.locator(".result-list a").filter({ hasNotText: "result kept" }).first();
        await other.click();
        await page.getByRole("button", { name: "Run it" }).waitFor();
      }),
  },
];
