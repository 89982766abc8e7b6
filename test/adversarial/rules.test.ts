import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { showPlan } from "../../src/engine/explain.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { sqliteFile, type SqliteFile } from "../engine/databases/sqlite-source.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    size: "integer",
    tenant: { type: "string", filterable: false },
    rank: { type: "string", filterable: false, strength: "primary" },
  },
  key: "id",
  defaultSort: ["rank"],
});
const filter = check(parseFilter("and(gt(size,1),lt(size,9))").expression!, catalog).filter!;
const sortBy = checkSortBy(parseSortBy("size").expression!, catalog).sortBy!;
const rule = parseFilter("match(tenant,'secret-tenant.*')").expression!;
/** Text of the rule, its values, and members that only the program names. */
const SECRETS = /tenant|rank|match\(/;

const ALLOWED = [1, 2, 3, 4].map((id) => ({ id, size: id, tenant: "secret-tenant-1", rank: `r${id}` }));
const FORBIDDEN = [5, 6, 7].map((id) => ({ id, size: id, tenant: "other", rank: "r0" }));

describe("an explanation of rows in memory", () => {
  const explain = (rows: readonly object[], internals?: boolean) =>
    createCollection(rows, { catalog })
      .asCollection({ rule })
      .explain({ filter }, internals === undefined ? {} : { internals });

  it("shows neither rules nor closed members, and counts no row that a rule hides", async () => {
    const explained = await explain([...ALLOWED, ...FORBIDDEN]);
    expect(showPlan(explained) + JSON.stringify(explained)).not.toMatch(SECRETS);
    expect(explained.memory).toMatchObject({
      size: 4,
      count: 3,
      filter: [
        { node: "gt(size,1)", rows: 3, cost: undefined },
        { node: "lt(size,9)", rows: 4, cost: undefined },
      ],
    });
    expect(explained).toEqual(await explain(ALLOWED));
  });

  it("shows everything if the program asks for internals", async () => {
    const explained = await explain([...ALLOWED, ...FORBIDDEN], true);
    expect(explained.memory).toMatchObject({
      size: 7,
      count: 3,
      filter: [{ rows: 6 }, { rows: 7 }, { node: "match(tenant,'secret-tenant.*')", rows: 4 }],
    });
    expect(showPlan(explained)).toMatch(/4 rows\nOrder: .*rank/);
  });
});

describe("an explanation of a table", () => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile({ functions: false });
    file.database.exec("CREATE TABLE reports (id INTEGER, size INTEGER, tenant TEXT, rank TEXT)");
  });
  afterAll(() => file.close());
  const reports = (options: { readonly strict?: boolean; readonly maximumScan?: number } = {}) =>
    sqlCollection({ source: file.source, catalog, table: { table: "reports" }, rule, ...options });

  it("shows neither rules nor closed members", async () => {
    const explained = await reports().explain({ filter, sortBy }, { values: true });
    expect(showPlan(explained) + JSON.stringify(explained)).not.toMatch(SECRETS);
    expect(explained).toMatchObject({ verdict: "superset", filteredBy: "both", statements: [] });
    const { reasons } = await reports().explain({ filter });
    expect(JSON.stringify(reasons)).not.toMatch(SECRETS);
    expect(reasons.map(({ of, reason }) => [of, reason])).toEqual([
      ["rule", "a rule of the collection needs more"],
      ["sortBy", "the default order needs more"],
    ]);
  });

  it("shows everything if the program asks for internals", async () => {
    const explained = await reports().explain({ filter }, { values: true, internals: true });
    expect(explained.reasons.map(({ node }) => node)).toEqual(["match(tenant,'secret-tenant.*')", "rank"]);
    expect(JSON.stringify(explained.statements)).toContain("secret-tenant");
  });

  it("does not name the rule in a rejection either", async () => {
    const rejected = await reports({ strict: true }).page({ filter });
    expect(rejected).toMatchObject({ ok: false });
    expect(JSON.stringify(rejected)).not.toMatch(SECRETS);
    for (const { id, size, tenant, rank } of ALLOWED)
      file.database.prepare("INSERT INTO reports VALUES (?, ?, ?, ?)").run(id, size, tenant, rank);
    const limited = await reports({ maximumScan: 1 }).page({ filter });
    expect(limited).toMatchObject({ ok: false, diagnostics: [{ code: "scan-limit" }] });
    expect(JSON.stringify(limited)).not.toMatch(SECRETS);
  });
});
