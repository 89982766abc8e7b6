import { parseArgs } from "node:util";
import { randomNumbers } from "../../../../bench/harness.ts";
import { killSaves } from "./killed-saves.ts";

/**
 * The long run: `npm run fuzz:save -- --kills 10000 --seed 1`. Kills processes at random moments while they save a
 * collection. After each kill, the file must be the complete old or new one. Exits with 1 if one was not.
 */

const { values } = parseArgs({
  options: { kills: { type: "string", default: "10000" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 100) / 10;
let told = 0;
const figures = await killSaves(Number(values.kills), randomNumbers(seed), (done) => {
  if (seconds() - told < 10) return;
  told = seconds();
  console.error(`  ${done} kills after ${told} s`);
});
console.log(JSON.stringify({ seed, ...figures, seconds: seconds() }, undefined, 2));
process.exitCode = figures.wrong.length === 0 ? 0 : 1;
