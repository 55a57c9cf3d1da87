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

const wanted = process.argv[2] ?? "";
for (const { name, run } of [...frame, ...explore, ...sums, ...playing, ...learning]) {
  if (name.includes(wanted)) test(name, () => run(/** @type {Stage} */ (stage)));
}
