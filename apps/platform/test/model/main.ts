import { parseArgs } from "node:util";
import { runModel, type ModelRun } from "./run-model.ts";

/*
 * Runs random commands against the platform, kills it in between, and compares each response with a model:
 *
 *   node apps/platform/test/model/main.ts --steps 100000 --seed 7
 */

const { values } = parseArgs({
  options: { steps: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const wanted = Number(values.steps);
const seed = Number(values.seed);

/** Maximum number of commands against one database. */
const COMMANDS = 1_000;

const began = performance.now();
const total = { steps: 0, kills: 0, unanswered: 0, effective: 0 };
for (let run = 0; total.steps < wanted; run++) {
  const result = await runModel(seed + run, COMMANDS);
  for (const key of Object.keys(total) as (keyof ModelRun)[]) total[key] += result[key];
  process.stderr.write(`${total.steps} of ${wanted} steps, ${total.kills} kills and restarts\n`);
}
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(
  `${total.steps} steps, ${total.kills} kills and restarts, ${total.unanswered} requests without an answer, ${total.effective} of them with an effect, seed ${seed}, ${seconds} s`,
);
