import { parseArgs } from "node:util";
import { compareDecisions } from "./compare-decisions.ts";

/**
 * Decides questions about random pairs of filters: `node test/understand/main.ts --pairs 200000 --seed 1`. The exit code is 1 for a
 * wrong answer.
 */

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "200000" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const start = performance.now();
const { pairs, answers, wrong } = compareDecisions(Number(values.pairs), seed);
for (const each of wrong) console.error(each);
for (const [name, { yes, no, unknown }] of Object.entries(answers)) {
  const share = ((100 * unknown) / (yes + no + unknown)).toFixed(1);
  console.log(`${name}: ${yes} yes, ${no} no with counterexamples, ${unknown} unknown (${share} %)`);
}
const seconds = Math.round((performance.now() - start) / 1000);
console.log(`${pairs} pairs, ${wrong.length} wrong answers, seed ${seed}, ${seconds} s`);
if (wrong.length > 0) process.exitCode = 1;
