import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { fromNodeSqlite } from "tamis/databases";
import { countOf } from "../../../test/effort.ts";
import { embeddedPool } from "../../../test/sql/engines/postgres.ts";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import { LOCALES } from "../src/reports/contract/report-catalogs.ts";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import type { Storage } from "../src/storage/storage.ts";
import {
  capturePostgres,
  captureSqlite,
  type Capture,
  type CapturedStatement,
} from "./captured-statements.ts";
import { createDatabase } from "./database-fixture.ts";
import { fillPostgres, fillSqlite, IS_DECLARED } from "./filled-tables.ts";
import {
  clientWith,
  registration,
  sqliteOpener,
  sqlitePath,
  startPlatform,
  tokenOf,
} from "./platform-fixture.ts";

const postgres = createDatabase("platform_indexes", embeddedPool);

/** Rows of each table. */
const ROWS = countOf("apps/platform/test/indexes: rows");

const MODELS = "/modelManagement";
const JOBS = `${MODELS}/performanceTasks/loan-default-quarterly/performanceJobs`;

/** Requests for pages: default orders, published filters and orders, and collections that belong to an item. */
const PAGES = [
  "/annotations/annotations",
  "/annotations/annotations?sortBy=name:descending",
  "/annotations/annotations?domain=stewardship&name=owner",
  "/annotations/annotations?name=owner",
  "/annotations/annotations?filter=startsWith(name,'ow')",
  "/annotations/annotations?filter=eq(createdBy,'sample')",
  "/annotations/annotations?resourceUri=/tables/places/columns/name",
  "/reports/reports",
  ...LOCALES.map((locale) => `/reports/reports?sortBy=name&language=${locale}`),
  "/reports/reports?sortBy=modifiedTimeStamp:descending",
  "/reports/reports?name=Places",
  "/reports/reports?filter=in(name,'a','b')",
  "/reports/reports?createdBy=sample",
  "/folders/folders",
  "/folders/folders/public/members",
  "/files/files",
  `${MODELS}/models`,
  `${MODELS}/performanceTasks`,
  JOBS,
  `${MODELS}/workflowTasks`,
  `${MODELS}/workflowAssociations`,
  `${MODELS}/workflowAssociations?solutionObjectId=m1`,
  `${MODELS}/publishedModels`,
  `${MODELS}/publishedModels?destinationName=scoring&publishName=a`,
  `${MODELS}/modelComparisons`,
  "/authorization/rules",
  "/authorization/rules?principal=writers",
  "/authorization/rules/jobs",
  "/audit/entries",
  "/audit/entries?client=boss",
  "/audit/entries?user=ann",
  "/audit/entries?kind=delete",
  "/audit/entries?filter=eq(resourceUri,'/reports/reports/1')",
];

/** Captures the statements of a start with data, of pages, of items, and of changes that look for other rows. */
async function statementsOf(storage: Storage, capture: Capture): Promise<readonly CapturedStatement[]> {
  const first = await startPlatform({ storage, sample: true });
  await first.close();
  capture.statements.length = 0;
  const platform = await startPlatform({ storage, audit: { days: 365 } });
  await platform.tokens.addClient(registration("boss", { authorities: [ADMINISTRATORS] }));
  const { send } = clientWith(platform, await tokenOf(platform, "boss", ADMINISTRATORS));
  const follow = async (target: string) => {
    const [, language = "en"] = /&language=(\w+)$/.exec(target) ?? [];
    const answer = await send(target.replace(/&language=\w+$/, ""), {
      headers: { "accept-language": language },
    });
    expect([target, answer.status, answer.text]).toEqual([target, 200, expect.anything()]);
    return answer.json;
  };
  for (const target of PAGES) await follow(target);
  const [annotation] = (await follow("/annotations/annotations")).items;
  const own = `/annotations/annotations/${annotation.id as string}`;
  await follow(own);
  await follow(`${own}/members`);
  await send(own, { method: "DELETE", headers: { "if-match": "*" } });
  const created = await send("/reports/reports?parentFolderUri=/folders/folders/public", {
    type: "application/vnd.vendor.report+json",
    json: { name: "New" },
  });
  expect(created.status).toBe(201);
  const report = created.headers["location"]!;
  await follow(`${report}/states`);
  await send(report, { method: "DELETE", headers: { "if-match": created.headers["etag"]! } });
  const associated = await send(`${MODELS}/workflowAssociations`, {
    type: "application/vnd.vendor.workflow.object.association+json",
    json: { processName: "Retraining", solutionObjectId: "m1" },
  });
  const { processId } = associated.json;
  await follow(`${MODELS}/workflowProcesses/${processId as string}`);
  await follow(`${MODELS}/workflowTasks/${processId as string}-train/prompts`);
  await send(`${MODELS}/workflowTasks/${processId as string}-train/complete`, { method: "POST" });
  const job = (
    await send(`${MODELS}/performanceTasks/loan-default-quarterly/@defaultTask/performanceJobs`, {
      method: "POST",
    })
  ).headers["location"]!;
  await expect.poll(async () => (await send(`${job}/state`)).text, { timeout: 20_000 }).toBe("completed");
  const compared = await send(`${MODELS}/modelComparisons`, {
    type: "application/vnd.vendor.models.report.comparison.request+json",
    json: { name: "c", modelUris: ["loan-default", "home-price"].map((id) => `${MODELS}/models/${id}`) },
  });
  expect(compared.json.performance.length).toBeGreaterThan(0);
  await send(job, { method: "DELETE", headers: { "if-match": "*" } });
  expect((await send("/detection/restart", { method: "PATCH" })).status).toBe(200);
  await platform.tokens.deleteExpired();
  await platform.close();
  return [...new Map(capture.statements.map((each) => [each.text, each])).values()];
}

/** Statements of a start: for tables that the platform keeps in memory, and for the messages of a day, which it reads in order. */
const AT_START =
  /FROM "platform_(?:(?:rules|clients|signing_keys|users|revoked_families|reports|reportContents)" AS t(?: ORDER BY t\."\w+"(?: COLLATE "C")?)?$|detectionMessages" AS t WHERE .*"time" >)/;
/** Counts of all rows read the smallest index. They can be a part of the statement for a page. */
const COUNTS = /^SELECT count\(\*\) FROM "\w+" AS t$/i;
const COUNT_IN_PAGE = /, \(SELECT count\(\*\) FROM "\w+" AS t\)/i;

const isChecked = ({ text }: CapturedStatement) => !AT_START.test(text) && !COUNTS.test(text);

function expectAllUsed(declared: readonly string[], plans: readonly string[]): void {
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter((name) => !plans.some((plan) => plan.includes(name)))).toEqual([]);
}

describe(`with ${ROWS} rows in each table, each statement of the platform uses an index, and each index is used`, () => {
  it("on SQLite", async () => {
    const path = sqlitePath();
    const storage = await sqliteOpener(path)();
    const capture = captureSqlite();
    const statements = await statementsOf(storage, capture).finally(capture.stop);
    await storage.close();
    const database = new DatabaseSync(path);
    await fromNodeSqlite(database).prepare({ locales: [...LOCALES] });
    database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000");
    const schema = database
      .prepare("SELECT type, name, tbl_name FROM sqlite_schema WHERE tbl_name LIKE 'platform%'")
      .all();
    const declared = schema.filter(({ type, name }) => type === "index" && IS_DECLARED.test(String(name)));
    for (const table of new Set(declared.map((each) => String(each["tbl_name"])))) {
      database.exec("BEGIN");
      fillSqlite(database, table, 1_000_000, ROWS);
      database.exec("COMMIT");
    }
    const plans = statements.filter(isChecked).map(({ text, values }) => {
      const steps = database
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...(values as string[]))
        .map(({ detail }) => String(detail));
      const plan = steps.join("; ");
      // Only what a search has found may be sorted.
      const isSorted = plan.includes("SCAN t") && plan.includes("TEMP B-TREE FOR ORDER BY");
      expect.soft(isSorted || /SCAN t(?! USING)/.test(plan), `${plan}: ${text}`).toBe(false);
      return plan;
    });
    expectAllUsed(
      declared.map(({ name }) => String(name)),
      plans,
    );
    database.close();
  }, 300_000);

  it("on PostgreSQL", async () => {
    const storage = await postgresStorage(postgres.address!);
    const capture = capturePostgres();
    const statements = await statementsOf(storage, capture).finally(capture.stop);
    await storage.close();
    const pool = await embeddedPool({ database: postgres.name });
    const { rows: declared } = await pool.query<{ name: string; table: string }>(
      `SELECT indexname AS name, tablename AS table FROM pg_indexes WHERE indexname ~ '${IS_DECLARED.source}'`,
    );
    for (const table of new Set(declared.map((each) => each.table)))
      await fillPostgres(pool, table, 1_000_000, ROWS);
    const plans: string[] = [];
    for (const { text, values } of statements.filter(isChecked)) {
      const { rows } = await pool.query<{ "QUERY PLAN": string }>({
        text: `EXPLAIN ${text.replace(COUNT_IN_PAGE, "")}`,
        values: [...values],
      });
      const plan = rows.map((each) => each["QUERY PLAN"]).join("\n");
      const table = /FROM "(\w+)"/.exec(text)![1]!;
      if (declared.some((each) => each.table === table)) expect.soft(plan, text).not.toContain("Seq Scan");
      plans.push(plan);
    }
    await pool.end();
    expectAllUsed(
      declared.map((each) => each.name),
      plans,
    );
  }, 300_000);
});
