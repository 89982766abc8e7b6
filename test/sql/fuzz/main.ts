import { parseArgs } from "node:util";
import { openEngines } from "../engines.ts";
import { described, fuzz, type Figures } from "./fuzz.ts";
import { keep } from "./regressions.ts";

/**
 * The long run: `npm run fuzz -- --expressions 1000000 --seed 1 --engines sqlite,duckdb`. What it finds is made small and
 * kept under regressions/; it ends with 1 if there was any.
 */

const { values } = parseArgs({
  options: {
    expressions: { type: "string", default: "100000" },
    seed: { type: "string" },
    engines: { type: "string" },
    "most-found": { type: "string", default: "20" },
  },
});

const expressions = Number(values.expressions);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const engines = await openEngines(values.engines?.split(","));
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 100) / 10;

console.error(`seed ${seed}: ${expressions} expressions on ${engines.map(({ name }) => name).join(", ")}`);
let told = 0;
const progress = ({ drawn, found }: Figures) => {
  if (seconds() - told < 10 && drawn < expressions) return;
  told = seconds();
  console.error(`${drawn} expressions in ${told} s, ${found.length} disagreements`);
};

const figures = await fuzz({ engines, expressions, seed, progress, mostFound: Number(values["most-found"]) });
for (const found of figures.found) {
  console.error(JSON.stringify(described(found), undefined, 2));
  console.error(`kept as ${await keep(found)}`);
}
await Promise.all(engines.map((engine) => engine.close()));

const share = (count: number) => `${Math.round((count / figures.valid) * 1000) / 10} %`;
console.log(
  JSON.stringify(
    {
      seed,
      expressions: figures.drawn,
      tables: figures.tables,
      valid: share((figures.valid * figures.valid) / figures.drawn),
      exact: Object.fromEntries(Object.entries(figures.exact).map(([name, count]) => [name, share(count)])),
      orders: figures.orders,
      pages: figures.pages,
      functions: Object.fromEntries(Object.entries(figures.functions).sort(([a], [b]) => (a < b ? -1 : 1))),
      seconds: seconds(),
      disagreements: figures.found.length,
    },
    undefined,
    2,
  ),
);
process.exitCode = figures.found.length === 0 ? 0 : 1;
