import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { runBuild } from "./columns/build.ts";
import { runColumns } from "./columns/columns.ts";
import { runPages } from "./columns/pages.ts";
import { runSlices } from "./columns/slices.ts";
import { runEditor } from "./editor.ts";
import { runEvaluate } from "./evaluate/evaluate.ts";
import { runFiles } from "./files/files.ts";
import { progress } from "./harness.ts";
import { runDatabasePages } from "./http/database-pages.ts";
import { runHttp } from "./http/http.ts";
import { runThreads } from "./http/threads.ts";
import { runParse } from "./parse/parse.ts";
import type { PartOptions, PartResult } from "./part-result.ts";
import { printPart, writeResults } from "./report.ts";
import { duckdbPages } from "./sql/pages-duckdb.ts";
import { postgresPages } from "./sql/pages-postgres.ts";
import { sqlitePages } from "./sql/pages-sqlite.ts";
import { runSqlPages } from "./sql/pages.ts";
import { runAccessPaths } from "./traffic/access-paths.ts";
import { runTiedOrders } from "./traffic/tied-orders.ts";
import { runTraffic } from "./traffic/traffic.ts";
import { runUnitCosts } from "./columns/unit-costs.ts";
import { runUnseen } from "./traffic/unseen.ts";

/*
 * Compares tamis with hand-written references and with peers, and writes the tables and charts of the documentation. The README
 * lists the options.
 *
 * The exit code is 1 if a part fails. Missed goals are reported but do not change the exit code: on a busy machine they may
 * not be the fault of the program.
 */

const PARTS: Readonly<Record<string, (options: PartOptions) => PartResult | Promise<PartResult>>> = {
  parse: runParse,
  evaluate: runEvaluate,
  "sql-pages-sqlite": (options) => runSqlPages(sqlitePages, options),
  "sql-pages-postgresql": (options) => runSqlPages(postgresPages, options),
  "sql-pages-duckdb": (options) => runSqlPages(duckdbPages, options),
  http: runHttp,
  "database-pages-sqlite": (options) => runDatabasePages("sqlite", options),
  "database-pages-postgresql": (options) => runDatabasePages("postgres", options),
  "database-pages-mariadb": (options) => runDatabasePages("mariadb", options),
  "database-pages-duckdb": (options) => runDatabasePages("duckdb", options),
  threads: runThreads,
  files: runFiles,
  editor: runEditor,
  columns: runColumns,
  "memory-orders": runPages,
  "memory-slices": runSlices,
  traffic: runTraffic,
  "memory-ties": runTiedOrders,
  "memory-paths": runAccessPaths,
  "memory-unseen": runUnseen,
  "memory-build": runBuild,
  "memory-units": runUnitCosts,
};

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
/** Matches any words of a name: `sql-pages` selects all databases, `memory` all its parts, `orders` selects `memory-orders`. */
const isSelected = (name: string) => values.only === undefined || `-${name}-`.includes(`-${values.only}-`);
if (!Object.keys(PARTS).some(isSelected)) {
  progress(`Unknown part "${String(values.only)}". Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const { node, v8 } = process.versions;
const facts = { node, v8, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length };
for (const [name, run] of Object.entries(PARTS)) {
  if (!isSelected(name)) continue;
  try {
    const result = await run({ quick: values.quick });
    printPart(result);
    // Written after each part, so that no result is lost if a later part fails.
    if (!values.quick) writeResults(name, result, facts);
  } catch (error) {
    process.exitCode = 1;
    progress(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
