import { parseArgs } from "node:util";
import { fuzzEdits } from "./fuzz.ts";

/** Random edits of correct texts: `node test/editor/main.ts --edits 100000 --seed 1`. The exit code is 1 for a wrong answer. */

const { values } = parseArgs({
  options: { edits: { type: "string", default: "100000" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const start = performance.now();
const { edits, wrong, correct } = fuzzEdits(Number(values.edits), seed);
for (const each of wrong) console.error(each);
const seconds = Math.round((performance.now() - start) / 1000);
console.log(
  `${edits} edits, ${correct} correct texts, ${wrong.length} wrong answers, seed ${seed}, ${seconds} s`,
);
if (wrong.length > 0) process.exitCode = 1;
