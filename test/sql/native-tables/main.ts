import { parseArgs } from "node:util";
import { describedNative, fuzzNative, type NativeFigures } from "./fuzz.ts";
import { NATIVE_DATABASES } from "./list.ts";
import { keepNative } from "./regressions.ts";
import { shrinkNative } from "./shrink.ts";

/**
 * Compares queries over tables of native types with their raw values:
 * `npm run fuzz:tables -- --expressions 50000 --seed 1 --engines sqlite,postgres`. Every database evaluates this number of
 * expressions, or with `--total` its share of them. Disagreements are shrunk and saved; the exit code is then 1.
 */

const { values } = parseArgs({
  options: {
    expressions: { type: "string", default: "2000" },
    total: { type: "string" },
    seed: { type: "string" },
    engines: { type: "string" },
    "most-found": { type: "string", default: "20" },
    "dry-run": { type: "boolean", default: false },
  },
});

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const databases = NATIVE_DATABASES.filter(({ name }) => values.engines?.split(",").includes(name) ?? true);
const speeds = databases.reduce((sum, { speed }) => sum + speed, 0);
const began = performance.now();
const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10;
const share = (part: number, of: number) => `${Math.round((part / of) * 1000) / 10} %`;

const interruption = new AbortController();
process.on("SIGINT", () => interruption.abort());

let told = 0;
const progress = ({ expressions, found }: NativeFigures) => {
  if (secondsSince(began) - told < 10) return;
  told = secondsSince(began);
  console.error(`  ${expressions} expressions, ${found.length} disagreements after ${told} s`);
};

const engines: object[] = [];
let disagreements = 0;
for (const database of databases) {
  const connection = interruption.signal.aborted ? undefined : await database.open();
  if (connection === undefined) continue;
  const start = performance.now();
  const expressions =
    values.total === undefined
      ? Number(values.expressions)
      : Math.ceil((Number(values.total) * database.speed) / speeds);
  console.error(`seed ${seed}: ${expressions} expressions on ${database.name}`);
  const figures = await fuzzNative({
    database,
    connection,
    expressions,
    seed,
    progress,
    isEnough: () => interruption.signal.aborted,
    mostFound: Number(values["most-found"]),
  });
  for (const found of figures.found) {
    const small = await shrinkNative(database, connection, found);
    console.error(JSON.stringify(describedNative(small), undefined, 2));
    if (!values["dry-run"]) console.error(`kept as ${keepNative(small)}`);
  }
  await connection.close();
  disagreements += figures.found.length;
  engines.push({
    engine: database.name,
    seed,
    expressions: figures.expressions,
    tables: figures.tables,
    types: `${Object.keys(figures.types).length} of ${database.types.length}`,
    exact: share(figures.exact, figures.expressions),
    residual: share(figures.residual, figures.expressions),
    refused: share(figures.refused, figures.expressions),
    orders: figures.orders,
    pages: figures.pages,
    reasons: Object.fromEntries(
      Object.entries(figures.reasons)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 6),
    ),
    seconds: secondsSince(start),
    disagreements: figures.found.length,
  });
}

console.log(JSON.stringify({ seed, disagreements, seconds: secondsSince(began), engines }, undefined, 2));
process.exitCode = disagreements === 0 ? 0 : 1;
