import { parseArgs } from "node:util";
import { BACKENDS, entriesCalled } from "../engines/list.ts";
import { described, fuzz, type Figures } from "./fuzz.ts";
import { keep } from "./regressions.ts";
import { shared } from "./shares.ts";

/**
 * The long run: `npm run fuzz -- --expressions 1000000 --seed 1 --engines sqlite --layouts first`. The expressions are
 * distributed over the databases and collections. Disagreements are shrunk and saved under regressions/; the exit code is
 * then 1.
 */

const { values } = parseArgs({
  options: {
    expressions: { type: "string", default: "100000" },
    seed: { type: "string" },
    engines: { type: "string" },
    layouts: { type: "string", default: "all" },
    "most-found": { type: "string", default: "20" },
  },
});

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const entries = entriesCalled(BACKENDS, values.engines?.split(",")).filter(
  ({ isFirst }) => values.layouts === "all" || isFirst,
);
const began = performance.now();
const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10;
const share = (count: number, of: number) => `${Math.round((count / of) * 1000) / 10} %`;
const most = (counts: Record<string, number>, many: number) =>
  Object.fromEntries(
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .slice(0, many),
  );

// On interruption, reports the results so far.
const interruption = new AbortController();
process.on("SIGINT", () => interruption.abort());

let told = 0;
const progress = ({ drawn, found }: Figures) => {
  if (secondsSince(began) - told < 10) return;
  told = secondsSince(began);
  console.error(`  ${drawn} expressions, ${found.length} disagreements after ${told} s`);
};

const functions: Record<string, number> = {};
let expressions = 0;
let disagreements = 0;
const engines: object[] = [];

for (const [entry, { from, count }] of shared(Number(values.expressions), entries)) {
  const engine = interruption.signal.aborted ? undefined : await entry.open();
  if (engine === undefined) continue;
  const start = performance.now();
  console.error(`seed ${seed + from}: ${count} expressions on ${engine.name}`);
  const figures = await fuzz({
    engines: [engine],
    expressions: count,
    seed: seed + from,
    progress,
    isEnough: () => interruption.signal.aborted,
    mostFound: Number(values["most-found"]),
  });
  for (const found of figures.found) {
    console.error(JSON.stringify(described(found), undefined, 2));
    console.error(`kept as ${await keep(found)}`);
  }
  await engine.close();
  for (const [name, times] of Object.entries(figures.functions))
    functions[name] = (functions[name] ?? 0) + times;
  expressions += figures.drawn;
  disagreements += figures.found.length;
  engines.push({
    engine: engine.name,
    seed: seed + from,
    expressions: figures.drawn,
    tables: figures.tables,
    valid: share(figures.valid, figures.drawn),
    exact: share(figures.exact[engine.name]!, figures.valid),
    orders: figures.orders[engine.name],
    pages: figures.pages[engine.name],
    reasons: most(figures.reasons, 6),
    seconds: secondsSince(start),
    disagreements: figures.found.length,
  });
}

console.log(
  JSON.stringify(
    {
      seed,
      expressions,
      disagreements,
      seconds: secondsSince(began),
      functions: most(functions, 200),
      engines,
    },
    undefined,
    2,
  ),
);
process.exitCode = disagreements === 0 ? 0 : 1;
