import { describe, expect, it } from "vitest";
import { eq, name } from "../../src/builder/index.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { checkRule } from "../../src/engine/rules.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { compileComparator, compileSortValues } from "../../src/evaluator/comparator.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { parseSortBy } from "../../src/parser/parse.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { assumedDialect } from "../../src/sql/dialects/list.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";

/** The catalog hides `secret`. The check refuses it, and so must every way around the check. */
const CATALOG = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: { type: "integer", nullable: false },
    secret: { type: "string", filterable: false, sortable: false },
  },
});
const FILTER = check(eq(name("id"), 1), CATALOG).filter!;
const SORT = checkSortBy(parseSortBy("id").expression!, CATALOG).sortBy!;
const HIDDEN = eq(name("secret"), "x");
const ROWS = [{ id: 1, secret: "x" }];

const any = (value: unknown) => value as never;
const imitations = (kind: string, own: object, checked: object): readonly (readonly [string, unknown])[] => [
  ["null", null],
  ["a string", "true"],
  ["a number", 1],
  ["an empty object", {}],
  ["an expression", HIDDEN],
  [
    "an object of the same shape",
    { kind, catalog: CATALOG, functions: new Map(), members: new Map(), ...own },
  ],
  ["a copy by a spread", { ...checked }],
  ["a copy with another tree", { ...checked, ...own }],
  ["a copy by JSON", JSON.parse(JSON.stringify(checked))],
  ["the name of the brand", { "tamis.checked": true, "Symbol(tamis.checked)": true, kind, ...own }],
];
const FILTERS = [
  ...imitations("checkedFilter", { expression: HIDDEN }, FILTER),
  ["a checked sort", SORT] as const,
];
const SORTS = [...imitations("checkedSortBy", { keys: [] }, SORT), ["a checked filter", FILTER] as const];

const TABLE = { table: "things" };
const dialect = assumedDialect("sqlite");
const decoded = decodeQuery("", { catalog: CATALOG }).query!;
const sql = { catalog: CATALOG, table: TABLE, dialect };
const store = createCollection(ROWS, { catalog: CATALOG });
// Requests are read before the source is used, so it can lack a database.
const database = sqlCollection({ source: any({ dialect }), catalog: CATALOG, table: TABLE });

const USES_OF_FILTERS: Readonly<Record<string, (filter: CheckedFilter) => unknown>> = {
  compilePredicate: (filter) => compilePredicate(filter),
  explain: (filter) => explain(filter, ROWS[0]),
  compileSql: (filter) => compileSql({ filter, limit: 1 }, sql),
  "page of a store": (filter) => store.page({ filter }),
  "count of a store": (filter) => store.count({ filter }),
  "page of a collection": (filter) => store.asCollection().page({ filter }),
  "a decoded query": (filter) => store.asCollection().page({ ...decoded, checkedFilter: filter }),
  "page of a table": (filter) => database.page({ filter }),
};

const USES_OF_SORTS: Readonly<Record<string, (sortBy: CheckedSortBy) => unknown>> = {
  compileComparator: (sortBy) => compileComparator(sortBy),
  compileSortValues: (sortBy) => compileSortValues(sortBy),
  sortRows: (sortBy) => sortRows(ROWS, sortBy),
  compileSql: (sortBy) => compileSql({ sortBy, limit: 1 }, sql),
  "page of a store": (sortBy) => store.page({ sortBy }),
  "page of a collection": (sortBy) => store.asCollection().page({ sortBy }),
  "a decoded query": (sortBy) => store.asCollection().page({ ...decoded, checkedSortBy: sortBy }),
  "page of a table": (sortBy) => database.page({ sortBy }),
};

const attempt = (run: () => unknown): Promise<unknown> => Promise.resolve().then(run);

describe.each(Object.entries(USES_OF_FILTERS))("%s", (title, use) => {
  it.skipIf(title.includes("table"))("accepts the checker's filter", () => {
    expect(() => use(FILTER)).not.toThrow();
  });

  it.each(FILTERS)("refuses %s in place of a filter, and names the argument", async (_what, value) => {
    await expect(attempt(() => use(value as CheckedFilter))).rejects.toThrow(
      /^(?:filter|(?:filter|checkedFilter) of the query) must be a filter that check\(expression, catalog\) returned, got /,
    );
  });
});

describe.each(Object.entries(USES_OF_SORTS))("%s", (title, use) => {
  it.skipIf(title.includes("table"))("accepts the checker's sort", () => {
    expect(() => use(SORT)).not.toThrow();
  });

  it.each(SORTS)("refuses %s in place of a sort, and names the argument", async (_what, value) => {
    await expect(attempt(() => use(value as CheckedSortBy))).rejects.toThrow(
      /^(?:sortBy|(?:sortBy|checkedSortBy) of the query) must be a sortBy that checkSortBy\(expression, catalog\) returned, got /,
    );
  });
});

it("a rule that imitates a checked filter is refused", () => {
  for (const [what, value] of FILTERS)
    if (what !== "an expression")
      expect(() => checkRule(any(value), CATALOG, undefined), what).toThrow(TypeError);
});
