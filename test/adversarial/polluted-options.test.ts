import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { catalogFromJsonSchema } from "../../src/catalog/json-schema/from-json-schema.ts";
import { catalogToJsonSchema } from "../../src/catalog/json-schema/to-json-schema.ts";
import { catalogFromOpenApi } from "../../src/catalog/openapi/from-openapi.ts";
import { catalogToOpenApi } from "../../src/catalog/openapi/to-openapi.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { catalogFromRows } from "../../src/catalog/rows/from-rows.ts";
import { catalogToTypes } from "../../src/catalog/to-types.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { checkSortBy } from "../../src/checker/check.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { assumedDialect, DIALECTS } from "../../src/sql/dialects/list.ts";
import { render } from "../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import { parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { optionalNames, withPolluted } from "./polluted-names.ts";
import { words } from "../words.ts";

const VALUES: readonly unknown[] = ["1=1", true];

const TABLE: TableDefinition = {
  table: "documents",
  members: {
    name: "label",
    size: { column: "bytes" },
    tags: { json: "labels" },
    sizes: { childTable: "sizes", parent: "id", value: "size" },
    payload: { expression: "lower(payload)" },
  },
};

const FILTERS = words(`
  eq(name,'x') and(eq($primary,name,'X'),gt(size,1)) in(code,'a','b') match(payload,'a.*')
  not(isNull(owner.name)) contains(name,'a') eq(tags,'a') eq(sizes,1) gt(created,2020-01-01T00:00:00Z)
  eq(day,2020-01-01) eq(properties.a,'x') eq(length(name),3) or(eq(enabled,true),lt(ratio,1.5))
`);

function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}

function statements(): readonly unknown[] {
  return DIALECTS.flatMap(({ name }) => {
    const dialect = assumedDialect(name);
    // Compiled parts are remembered for each table definition.
    const table = { ...TABLE };
    return FILTERS.map((text) =>
      attempt(() => {
        const filter = compileFilter(text, { catalog: CATALOG }).filter!;
        const sorted = checkSortBy(parseSortBy("name,size:descending").expression!, CATALOG);
        const sortBy = sorted.ok ? sorted.sortBy : undefined;
        const sql = compileSql({ filter, sortBy, limit: 10 }, { catalog: CATALOG, table, dialect });
        const all = [sql.where, sql.lowerBound, sql.orderBy, sql.page, sql.count];
        return [
          sql.verdict,
          sql.reasons.map(({ reason }) => reason),
          all.map((each) => each && render(each, dialect.placeholder)),
        ];
      }),
    );
  });
}

function tables(): readonly unknown[] {
  return DIALECTS.map(({ createTables }) =>
    attempt(() => createTables({ catalog: CATALOG, table: { ...TABLE }, locales: [] })),
  );
}

function queries(): readonly unknown[] {
  return words(`
    ?filter=gt(size,1)&sortBy=name&limit=20 ?name=a%7Cb&secret=x ?limit=99999 ?foo=1 ?tags=a
    ?filter=eq(secret,'x') ?sortBy=code ?start=-1
  `).map((raw) =>
    [{}, { catalog: CATALOG }].map((options) => {
      const { query, diagnostics } = decodeQuery(raw, options);
      return [diagnostics, query && [query.start, query.limit, query.pageLimit, encodeQuery(query)]];
    }),
  );
}

function described(catalog: Catalog | undefined): unknown {
  return catalog && [catalog.definition, [...catalog.members.byName.values()]];
}

function catalogs(): readonly unknown[] {
  const schema = catalogToJsonSchema(CATALOG);
  const api = catalogToOpenApi(CATALOG, { path: "/documents" });
  return [
    described(
      defineCatalog({ name: "a", members: { id: "string", tags: { type: "list", items: "string" } } }),
    ),
    described(readCatalog({ name: "a", members: { id: {} } }).catalog),
    readCatalog({ name: "a", members: { id: {} } }).problems,
    schema,
    api,
    catalogToTypes(CATALOG),
    described(catalogFromJsonSchema(schema).catalog),
    described(
      catalogFromJsonSchema({ type: "object", properties: { a: {}, b: { type: "string" } } }, { name: "a" })
        .catalog,
    ),
    described(catalogFromOpenApi(api, { path: "/documents" }).catalog),
    described(catalogFromRows([{ a: 1, b: "x", c: [1], d: { e: true } }], { name: "a" }).catalog),
  ].map((each) => JSON.stringify(each));
}

describe("a polluted Object.prototype", () => {
  const CATALOG_FILES = words(`
    src/catalog/{to-types,types}.ts src/catalog/{openapi,rows}/*.ts src/catalog/json-schema/from-*.ts
  `);
  const AREAS = [
    ["statements", statements, ["src/sql/tables/*.ts", "src/sql/compile/compile-sql.ts"]],
    ["tables", tables, ["src/sql/tables/*.ts"]],
    ["queries", queries, ["src/url/collection-query.ts"]],
    ["catalogs", catalogs, CATALOG_FILES],
  ] as const;

  it.each(AREAS)("sets no option and no definition of %s", (_, run, files) => {
    const names = optionalNames(...files);
    expect(names.length).toBeGreaterThan(2);
    const before = JSON.stringify(run());
    const affected = names.flatMap((name) =>
      VALUES.filter((value) => {
        const after = withPolluted(name, value, () => attempt(() => JSON.stringify(run())));
        return after !== before;
      }).map((value) => `${name} = ${String(value)}`),
    );
    expect(affected).toEqual([]);
  });
});
