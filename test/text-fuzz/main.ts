import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fuzzTexts, runInput, type EscapedInput } from "./fuzz.ts";

/**
 * Random and hostile inputs to parse, check, print, JSON, URL and builder: `npm run fuzz:text -- --inputs 10000000 --seed 1`.
 * Inputs that escape are added to seeds.json, which the tests repeat; the exit code is then 1.
 */

const { values } = parseArgs({
  options: { inputs: { type: "string", default: "1000000" }, seed: { type: "string" } },
});
// Refused inputs throw errors whose stack nobody reads.
Error.stackTraceLimit = 0;

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const file = new URL("seeds.json", import.meta.url);
const kept = JSON.parse(readFileSync(file, "utf8")) as EscapedInput[];

// No input may run as code, or leave a property on a prototype that all objects share.
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const properties = prototypes.map((prototype) => Reflect.ownKeys(prototype).length);

const repeated = kept.filter((input) => typeof runInput(input) === "string");
const start = performance.now();
const seconds = () => Math.round((performance.now() - start) / 1000);
const { inputs, accepted, escapes } = fuzzTexts(Number(values.inputs), seed, (done) => {
  if (done > 0 && done % 1_000_000 === 0) console.error(`  ${done} inputs after ${seconds()} s`);
});
const isPolluted = prototypes.some((prototype, i) => Reflect.ownKeys(prototype).length !== properties[i]);
for (const escape of [...repeated, ...escapes]) console.error(JSON.stringify(escape));
if (escapes.length > 0) writeFileSync(file, `${JSON.stringify([...kept, ...escapes], undefined, 2)}\n`);

const shares = Object.entries(accepted).map(([name, share]) => `${name} ${share} %`);
console.log(`accepted: ${shares.join(", ")}`);
console.log(
  `${inputs} inputs, ${escapes.length} escapes, ${kept.length} kept inputs with ${repeated.length} escapes, seed ${seed}, ${seconds()} s`,
);
if (isPolluted) console.error("an input has changed a prototype");
if (escapes.length + repeated.length > 0 || isPolluted) process.exitCode = 1;
