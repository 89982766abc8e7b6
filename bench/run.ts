import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { runBuild } from "./columns/build.ts";
import { runColumns } from "./columns/columns.ts";
import { runFirst, runPeers } from "./columns/peers.ts";
import { runGrowth } from "./columns/growth.ts";
import { runPages } from "./columns/pages.ts";
import { runRequests } from "./columns/requests.ts";
import { runRestart } from "./columns/restart.ts";
import { runSearch } from "./columns/search.ts";
import { runSlices } from "./columns/slices.ts";
import { runWrites } from "./columns/writes.ts";
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
 *   npm run bench                        everything; some half an hour
 *   npm run bench -- --quick             fewer rounds, 100,000 rows; writes no file
 *   npm run bench -- --only evaluate     one part, named as below; the others stay as written
 *
 * The exit code is 1 where the time of a stage grows faster than its input, or a part fails. Goals that are missed are told, no more:
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
  "memory-peers": runPeers,
  "memory-first": runFirst,
  "memory-search": runSearch,
  "memory-orders": runPages,
  "memory-requests": runRequests,
  "memory-slices": runSlices,
  "memory-writes": runWrites,
  "memory-build": runBuild,
  "memory-restart": runRestart,
  "memory-growth": runGrowth,
};

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
/** `sql-pages` stands for all of its databases, `memory` for all parts of it, `peers` for `memory-peers`. */
const isAsked = (name: string) => values.only === undefined || `-${name}-`.includes(`-${values.only}-`);
if (!Object.keys(PARTS).some(isAsked)) {
  progress(`There is no part ${String(values.only)}. Parts are ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const { node, v8 } = process.versions;
const facts = { node, v8, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length };
for (const [name, run] of Object.entries(PARTS)) {
  if (!isAsked(name)) continue;
  try {
    const result = await run({ quick: values.quick });
    printPart(result);
    // One by one: what was measured is not lost where a later part fails.
    if (!values.quick) writeResults({ [name]: result }, facts);
    if (name === "linear" && result.goals.some((goal) => !isReached(goal))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    progress(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
