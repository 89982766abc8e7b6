import { expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { planQuery, type PlanOptions } from "../../../src/engine/databases/query-plan.ts";
import { pageStatement } from "../../../src/engine/databases/statements.ts";
import type { CollectionRequest, Query } from "../../../src/engine/request.ts";
import { RequestReader } from "../../../src/engine/request-reader.ts";
import { assumedDialect, render } from "tamis/sql";
import { decodeQuery } from "../../../src/url/decode-query.ts";

const catalog = defineCatalog({
  name: "things",
  members: { id: { type: "integer", nullable: false }, n: "integer", name: "string" },
  key: "id",
});
const other = decodeQuery("?filter=gt(n,7)", { catalog }).query!;
const options: PlanOptions = { catalog, table: { table: "things" }, dialect: assumedDialect("clickhouse") };
const reader = new RequestReader(catalog, {});
const query = (): Query => decodeQuery("?filter=gt(n,2)&sortBy=n", { catalog }).query!;
// The second time, `decodeQuery` keeps the query.
query();
const requestOf = (changes: Partial<CollectionRequest> = {}): CollectionRequest => ({
  ...reader.read(query(), { select: ["id", "n"], locale: "sv" }),
  ...changes,
});
const sqlOf = (request: CollectionRequest, own: PlanOptions = options) =>
  render(pageStatement(planQuery(request, own)), own.dialect.placeholder).text;

it("plans an equal request once", () => {
  const plan = planQuery(requestOf(), options);
  expect(planQuery(requestOf(), { ...options })).toBe(plan);
  expect(pageStatement(plan)).toBe(pageStatement(planQuery(requestOf(), options)));
});

it.each<[string, Partial<CollectionRequest>]>([
  ["filter", { filter: other.checkedFilter }],
  ["order", { sortBy: other.checkedSortBy }],
  ["rule", { rules: [other.checkedFilter] }],
  ["start", { start: 1 }],
  ["limit", { limit: 3 }],
  ["locale", { locale: "de" }],
  ["selection", { select: reader.read({}, { select: ["n", "id"] }).select }],
  ["missing selection", { select: undefined }],
  ["cursor", { after: { values: [5, 1], index: 4 } }],
])("plans a request with another %s again", (_name, changes) => {
  const plan = planQuery(requestOf(), options);
  const changed = planQuery(requestOf(changes), options);
  expect(changed).not.toBe(plan);
  expect(changed.request).toMatchObject(changes);
  const fresh = planQuery(requestOf(changes), { ...options, table: { table: "things" } });
  expect(pageStatement(changed)).toEqual(pageStatement(fresh));
});

it("plans a request for another table or dialect again", () => {
  expect(sqlOf(requestOf())).toMatch(/"things".*\{p0:Int64\}/);
  expect(sqlOf(requestOf(), { ...options, table: { table: "others" } })).toContain('"others"');
  expect(sqlOf(requestOf(), { ...options, dialect: assumedDialect("sqlite") })).toMatch(/"things".*\?/);
});

it("keeps no plan with a cursor, or whose conditions are evaluated in memory", () => {
  const request = requestOf({ after: { values: [5, 1], index: 4 } });
  expect(planQuery(request, options)).not.toBe(planQuery(request, options));
  const { query: refused } = decodeQuery("?filter=contains($primary,name,'x')", { catalog });
  const inMemory = reader.read(refused!, {});
  const plan = planQuery(inMemory, options);
  expect(plan.verdict).toBe("superset");
  expect(planQuery(inMemory, options)).not.toBe(plan);
});
