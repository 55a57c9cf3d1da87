// All scenarios, one after the other, with one server and one browser. `node scenarios.js WORD` runs those whose names
// contain the word.

import { after, before, test } from "node:test";
import { Stage } from "./stage.js";
import { explore } from "./scenarios/explore.js";
import { frame } from "./scenarios/frame.js";
import { learning } from "./scenarios/learning.js";
import { playing } from "./scenarios/playing.js";
import { sums } from "./scenarios/sums.js";

/** @typedef {{ name: string, run: (stage: Stage) => Promise<void> }} Scenario */

/** @type {Stage | undefined} */
let stage;

before(async () => {
  stage = await Stage.open();
});

after(() => stage?.close());

/**
 * Runs a scenario, and once more if it fails: on a busy machine a click may come before the page has drawn what was
 * looked at. What fails twice is a failure.
 * @param {string} name @param {() => Promise<void>} scenario
 */
async function twice(name, scenario) {
  try {
    await scenario();
  } catch (error) {
    console.log(`# once more: ${name}: ${error instanceof Error ? error.message : error}`);
    await scenario();
  }
}

const wanted = process.argv[2] ?? "";
for (const { name, run } of [...frame, ...explore, ...sums, ...playing, ...learning]) {
  if (name.includes(wanted)) test(name, () => twice(name, () => run(/** @type {Stage} */ (stage))));
}
