import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSortBy, defineCatalog, parseSortBy } from "tamis";
import { showPlan } from "../../../src/engine/explain.ts";
import { sqlCollection, type SqlCollectionOptions } from "../../../src/engine/databases/sql-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";

const catalog = defineCatalog({
  name: "reports",
  members: { id: "integer", name: "string", size: "integer" },
  key: "id",
});
const { filterOf, sortByOf } = checking(catalog);
const keyless = defineCatalog({ name: "reports", members: { id: "integer", name: "string" } });
const FILTER = "and(gt(size,1),match(name,'se.ret'))";

describe("the explanation of a page", () => {
  let plain: SqliteFile;
  let able: SqliteFile;
  beforeAll(async () => {
    plain = await sqliteFile({ functions: false });
    able = await sqliteFile();
    for (const { database } of [plain, able])
      database.exec("CREATE TABLE reports (id INTEGER, name TEXT, size INTEGER)");
  });
  afterAll(() => {
    plain.close();
    able.close();
  });
  const reports = ({ source }: SqliteFile, options: Partial<SqlCollectionOptions> = {}) =>
    sqlCollection({ source, catalog, table: { table: "reports" }, ...options });

  it("warns that rows that tie have no stable order if the catalog has no key", async () => {
    const explained = await reports(plain, { catalog: keyless }).explain({});
    const warning =
      "reports has no key, so rows that tie have no stable order. Pages can repeat or omit such rows.";
    expect(explained.warning).toBe(warning);
    expect(showPlan(explained)).toContain(`warning: ${warning}`);
    expect((await reports(plain).explain({})).warning).toBeUndefined();
  });

  it("names the missing key as the only reason if the database evaluates the filter exactly", async () => {
    const filter = checking(keyless).filterOf("gt(id,1)");
    for (const sortBy of [undefined, checkSortBy(parseSortBy("id").expression!, keyless).sortBy]) {
      const explained = await reports(able, { catalog: keyless }).explain({ filter, sortBy });
      expect(explained).toMatchObject({ verdict: "superset", filteredBy: "database", sortedBy: "memory" });
      const [verdict, ...reasons] = showPlan(explained).split("\nwarning")[0]!.split("\n");
      expect(verdict).toBe("The database evaluates the filter. Rows are sorted in memory.");
      expect(reasons).toEqual(["  sortBy: the catalog reports has no key, so rows that tie have no order"]);
    }
    const strict = await reports(able, { catalog: keyless, strict: true }).page({ filter });
    expect(strict).toMatchObject({ ok: false, diagnostics: [{ code: "not-exact" }] });
    expect(JSON.stringify(strict)).toContain("the catalog reports has no key");
  });

  it("shows the parts of the database and of memory", async () => {
    const sortBy = sortByOf("name:primary");
    const explained = await reports(plain).explain({ filter: filterOf(FILTER), sortBy, limit: 5 });
    expect(explained).toMatchObject({
      verdict: "superset",
      filteredBy: "both",
      sortedBy: "memory",
      countedBy: "both",
      reasons: [
        { of: "filter", span: { start: 15, end: 35 }, node: "match(name,'se.ret')" },
        { of: "sortBy", span: { start: 0, end: 4 }, node: "name" },
      ],
      requires: [],
    });
    expect(explained.statements.map(({ purpose }) => purpose)).toEqual(["candidates"]);
  });

  it("contains the statements that run", async () => {
    const [filter, primary] = [filterOf(FILTER), sortByOf("name:primary")];
    const either = filterOf("or(gt(size,1),match(name,'se.ret'))");
    for (const [file, query, options] of [
      [able, { filter, sortBy: primary, limit: 5, start: 2 }, {}],
      [plain, { filter, sortBy: sortByOf("id"), limit: 5 }, {}],
      [plain, { filter: either, sortBy: sortByOf("id"), limit: 5 }, { select: ["id"] }],
      [plain, { sortBy: primary, limit: 5 }, { select: ["size"] }],
      [plain, { limit: 0 }, {}],
    ] as const) {
      file.database.exec("DELETE FROM reports; INSERT INTO reports VALUES (1, 'secret', 5)");
      // An empty page takes a second statement for the count.
      if ("start" in query)
        file.database.exec("INSERT INTO reports VALUES (2, 'secret', 6), (3, 'secret', 7)");
      file.statements.length = 0;
      const page = await reports(file).page(query, options);
      expect(page.ok).toBe(true);
      const ran = [...file.statements];
      const { statements } = await reports(file).explain(query, options);
      const texts = statements.map(({ text }) => text);
      for (const text of ran) expect(texts).toContain(text);
      expect(file.statements).toEqual(ran);
    }
  });

  it("contains values only on request", async () => {
    const query = { filter: filterOf(FILTER) };
    const hidden = await reports(able).explain(query);
    expect(JSON.stringify(hidden.statements)).not.toMatch(/se\.ret/);
    expect(hidden.statements[0]!.parameters).toContainEqual({ type: "text" });
    expect(hidden.requires).toContainEqual({ kind: "requirement", what: "function", name: "tamis_match" });
    const shown = await reports(able).explain(query, { values: true });
    expect(shown.statements[0]!.parameters).toContainEqual({ type: "text", value: "se.ret" });
  });

  it("reports a rejected request, with the reasons of its rule", async () => {
    const rule = filterOf("match(name,'a.*')");
    const explained = await reports(plain, { strict: true, rule }).explain({
      filter: filterOf("gt(size,1)"),
    });
    expect(explained).toMatchObject({ verdict: "refused", statements: [], reasons: [{ of: "rule" }] });
  });

  it("is formatted as text", async () => {
    const text = showPlan(
      await reports(plain).explain({ filter: filterOf(FILTER), limit: 5 }, { values: true }),
    );
    expect(text.split("\n")).toEqual([
      "The database returns a superset of the rows, and memory evaluates the rest.",
      "  match(name,'se.ret'): SQLite has no regular expressions, and the function tamis_match is not installed",
      "candidates",
      expect.stringMatching(
        /^ {2}SELECT .* FROM "reports" AS t WHERE .* ORDER BY t\."id" LIMIT \? OFFSET \?$/,
      ),
      '  parameters: integer 1, text "ret", integer 100001, integer 0',
    ]);
    expect(showPlan(await reports(able).explain({ filter: filterOf(FILTER) }))).toMatch(
      /^The database alone[^]*requires: function tamis_match$/,
    );
  });
});
