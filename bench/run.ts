import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { runColumns } from "./columns/columns.ts";
import { runEvaluate } from "./evaluate/evaluate.ts";
import { progress } from "./harness.ts";
import { runLinear } from "./linear.ts";
import { runOneShot } from "./one-shot.ts";
import { runParse } from "./parse/parse.ts";
import type { PartOptions, PartResult } from "./parts.ts";
import { isReached, printPart, writeResults } from "./report.ts";
import { runSqlCompile } from "./sql/compile.ts";
import { duckdbPages } from "./sql/pages-duckdb.ts";
import { postgresPages } from "./sql/pages-postgres.ts";
import { sqlitePages } from "./sql/pages-sqlite.ts";
import { runSqlPages } from "./sql/pages.ts";
import { runStartup } from "./startup.ts";

/*
 * Measures tamis beside the limit and its peers, and writes the tables and charts of the documentation.
 *
 *   npm run bench                        everything; some ten minutes
 *   npm run bench -- --quick             fewer rounds, 100,000 rows; writes no file
 *   npm run bench -- --only evaluate     one part, named as below; the others stay as written
 *
 * The exit code is 1 where the time of a stage grows faster than its input. Goals that are missed are told, no more:
 * on a machine that does other things they are no fault of the program.
 */

const PARTS: Readonly<Record<string, (options: PartOptions) => PartResult | Promise<PartResult>>> = {
  parse: runParse,
  evaluate: runEvaluate,
  "one-shot": runOneShot,
  "sql-compile": runSqlCompile,
  "sql-pages-sqlite": (options) => runSqlPages(sqlitePages, options),
  "sql-pages-postgresql": (options) => runSqlPages(postgresPages, options),
  "sql-pages-duckdb": (options) => runSqlPages(duckdbPages, options),
  startup: runStartup,
  linear: runLinear,
  columns: runColumns,
};

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
/** `sql-pages` stands for all of its databases. */
const isAsked = (name: string) =>
  values.only === undefined || name === values.only || name.startsWith(`${values.only}-`);
if (!Object.keys(PARTS).some(isAsked)) {
  progress(`There is no part ${String(values.only)}. Parts are ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const results: Record<string, PartResult> = {};
for (const [name, run] of Object.entries(PARTS)) {
  if (!isAsked(name)) continue;
  results[name] = await run({ quick: values.quick });
  printPart(results[name]);
}
const { node, v8 } = process.versions;
const facts = { node, v8, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length };
if (!values.quick) writeResults(results, facts);
if (results["linear"]?.goals.some((goal) => !isReached(goal)) === true) process.exitCode = 1;
