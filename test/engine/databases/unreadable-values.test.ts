import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import { findTable, type FoundTable } from "../../../src/engine/databases/introspect/find-table.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { sortRows } from "../../../src/evaluator/sort-rows.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import type { ColumnStorage } from "../../../src/sql/tables/table-definition.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";

/**
 * Values that a column can store but that are read as null: infinity, dates outside the years 0001 to 9999, days that no
 * calendar has, and durations. Tables are written with plain SQL and found by `findTable`.
 */

interface Column {
  readonly name: string;
  readonly type: string;
  /** Member of a column that `findTable` reads as another type. */
  readonly member?: { readonly type: "date" | "dateTime"; readonly storage: ColumnStorage };
  readonly values: readonly (readonly [literal: string, read: unknown])[];
}

/** Dates and doubles that PostgreSQL and DuckDB both store. */
const ENDS: Column["values"] = [
  ["'infinity'", null],
  ["'2020-05-01'", "2020-05-01"],
  ["'-infinity'", null],
  ["'2020-05-02'", "2020-05-02"],
  ["'9999-12-31'", "9999-12-31"],
];
const WEIGHTS: Column["values"] = [
  ["'Infinity'", null],
  ["2.5", 2.5],
  ["'NaN'", null],
  ["-1", -1],
  ["'-Infinity'", null],
];

const COLUMNS: Readonly<Partial<Record<Product, readonly Column[]>>> = {
  postgres: [
    {
      name: "day",
      type: "date",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'10000-01-01'", null],
        ["'5874897-12-31'", null],
        ["'0001-12-31 BC'", null],
        ["'2020-05-01 BC'", null],
        ["'4713-01-01 BC'", null],
        ["'9999-12-31'", "9999-12-31"],
        ["'0001-01-01'", "0001-01-01"],
        ["'2020-05-01'", "2020-05-01"],
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "timestamptz",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'9999-12-31 23:59:59.9999999Z'", null],
        ["'9999-12-31 23:59:59-05:00'", null],
        ["'294276-01-01Z'", null],
        ["'0001-01-01 00:00:00+05:00'", null],
        ["'2020-05-01 10:00:00Z BC'", null],
        ["'9999-12-31 23:59:59.999999Z'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00Z'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00Z'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "local",
      type: "timestamp",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'10000-01-01'", null],
        ["'2020-05-01 10:00:00 BC'", null],
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "ends",
      type: "date NOT NULL",
      values: ENDS,
    },
    {
      name: "weight",
      type: "double precision NOT NULL",
      values: WEIGHTS,
    },
    {
      name: "days",
      type: "date[]",
      values: [
        ["'{infinity}'", [null]],
        ["'{2020-05-01,-infinity,NULL}'", ["2020-05-01", null, null]],
        ["'{\"2020-05-01 BC\",10000-01-01}'", [null, null]],
        ["'{2020-05-01}'", ["2020-05-01"]],
        ["'{}'", []],
        ["NULL", null],
      ],
    },
  ],
  sqlite: [
    {
      name: "day",
      type: "TEXT",
      member: { type: "date", storage: { column: "day" } },
      values: [
        ["'0000-01-01'", null],
        ["'0000-12-31'", null],
        ["'9999-12-31'", "9999-12-31"],
        ["'0001-01-01'", "0001-01-01"],
        ["'2020-05-01'", "2020-05-01"],
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "INTEGER",
      member: { type: "dateTime", storage: { column: "at" } },
      values: [
        ["253402300800000", null],
        ["-62135596800001", null],
        ["9223372036854775807", null],
        ["-9223372036854775808", null],
        ["253402300799999", "9999-12-31T23:59:59.999Z"],
        ["-62135596800000", "0001-01-01T00:00:00Z"],
        ["1588327200000", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "second",
      type: "INTEGER NOT NULL",
      member: { type: "dateTime", storage: { column: "second", form: "epochSeconds" } },
      values: [
        ["253402300800", null],
        ["-62135596801", null],
        ["9223372036854775807", null],
        ["253402300799", "9999-12-31T23:59:59Z"],
        ["-62135596800", "0001-01-01T00:00:00Z"],
        ["1588327200", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "weight",
      type: "REAL NOT NULL",
      values: [
        ["9e999", null],
        ["2.5", 2.5],
        ["-9e999", null],
        ["-1.0", -1],
      ],
    },
  ],
  mariadb: [
    {
      name: "day",
      type: "DATE",
      values: [
        ["'0000-00-00'", null],
        ["'2020-00-10'", null],
        ["'2020-05-00'", null],
        ["'2020-02-31'", null],
        ["'0000-05-01'", null],
        ["'2020-02-29'", "2020-02-29"],
        ["'2020-05-01'", "2020-05-01"],
        ["'0001-01-01'", "0001-01-01"],
        ["'9999-12-31'", "9999-12-31"],
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "DATETIME(6)",
      values: [
        ["'0000-00-00 00:00:00'", null],
        ["'2020-00-10 10:00:00'", null],
        ["'2020-05-00 10:00:00'", null],
        ["'2020-04-31 10:00:00'", null],
        ["'0000-05-01 10:00:00'", null],
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "stamp",
      type: "TIMESTAMP(3) NULL",
      values: [
        ["0", null],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
        ["NULL", null],
      ],
    },
    {
      name: "ends",
      type: "DATE NOT NULL",
      values: [
        ["'0000-00-00'", null],
        ["'2020-05-01'", "2020-05-01"],
        ["'2020-00-10'", null],
        ["'2020-05-02'", "2020-05-02"],
        ["'9999-12-31'", "9999-12-31"],
      ],
    },
    {
      name: "clock",
      type: "TIME(3)",
      values: [
        ["'-00:00:00.001'", null],
        ["'-10:00:00'", null],
        ["'-838:59:59'", null],
        ["'24:00:00.001'", null],
        ["'838:59:59'", null],
        ["'24:00:00'", "24:00:00Z"],
        ["'00:00:00'", "00:00:00Z"],
        ["'10:00:00'", "10:00:00Z"],
      ],
    },
  ],
  duckdb: [
    {
      name: "day",
      type: "DATE",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'10000-01-01'", null],
        ["'5881580-07-10'", null],
        ["'2020-05-01 (BC)'", null],
        ["'9999-12-31'", "9999-12-31"],
        ["'0001-01-01'", "0001-01-01"],
        ["'2020-05-01'", "2020-05-01"],
        ["NULL", null],
      ],
    },
    {
      name: "moment",
      type: "TIMESTAMP",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'10000-01-01'", null],
        ["'290000-01-01'", null],
        ["'2020-05-01 (BC) 10:00:00'", null],
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "zoned",
      type: "TIMESTAMPTZ",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'9999-12-31 23:59:59-05'", null],
        ["'0001-01-01 00:00:00+05'", null],
        ["'9999-12-31 23:59:59.999999+00'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00+00'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00+00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "fine",
      type: "TIMESTAMP_NS",
      values: [
        ["'infinity'", null],
        ["'-infinity'", null],
        ["'2262-04-11 23:47:16.854775806'", "2262-04-11T23:47:16.854775806Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "seconds",
      type: "TIMESTAMP_S",
      values: [
        ["'infinity'", null],
        ["'290000-01-01'", null],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
        ["'10000-01-01'", null],
      ],
    },
    {
      name: "millis",
      type: "TIMESTAMP_MS",
      values: [
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
        ["'2020-05-01 (BC)'", null],
        ["'-infinity'", null],
        ["'10000-01-01'", null],
      ],
    },
    {
      name: "ends",
      type: "DATE NOT NULL",
      values: ENDS,
    },
    {
      name: "weight",
      type: "DOUBLE NOT NULL",
      values: WEIGHTS,
    },
    {
      name: "days",
      type: "DATE[]",
      values: [
        ["['infinity']", [null]],
        ["['2020-05-01','-infinity',NULL]", ["2020-05-01", null, null]],
        ["['2020-05-01 (BC)','10000-01-01']", [null, null]],
        ["['2020-05-01']", ["2020-05-01"]],
        ["[]", []],
        ["NULL", null],
      ],
    },
  ],
};

/** Filters of a member by its type. `X` stands for the member. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  date: [
    ...["gt(X,2020-01-01)", "ge(X,2020-05-01)", "lt(X,2020-05-02)", "le(X,0001-01-01)", "eq(X,2020-05-01)"],
    ...["ne(X,2020-05-01)", "gt(X,2020-01-01T12:00:00Z)", "le(X,9999-12-31T23:59:59Z)", "eq(X,X)"],
    ...["in(X,2020-05-01,9999-12-31)", "in(X,2020-05-01T12:00:00Z)", "lt(0001-01-01,X,9999-12-31)"],
  ],
  dateTime: [
    ...["gt(X,2020-01-01T00:00:00Z)", "ge(X,2020-05-01)", "lt(X,2020-05-01T10:00:00.0000001Z)", "eq(X,X)"],
    ...["le(X,0001-01-01T00:00:00Z)", "eq(X,2020-05-01T10:00:00Z)", "ne(X,2020-05-01T10:00:00Z)"],
    ...["lt(X,9999-12-31T23:59:59-05:00)", "ge(X,0001-01-01T00:00:00+05:00)"],
    ...["in(X,2020-05-01T10:00:00Z,9999-12-31T23:59:59.999999Z)", "in(X,9999-12-31T23:59:59-05:00)"],
  ],
  time: [
    ...["gt(X,10:00:00)", "ge(X,00:00:00)", "lt(X,10:00:01)", "le(X,24:00:00)", "eq(X,10:00:00)"],
    ...["ne(X,10:00:00)", "in(X,10:00:00,24:00:00)", "eq(X,X)"],
  ],
  number: [
    ...["gt(X,2)", "le(X,2.5)", "lt(X,3)", "ge(X,-1)", "eq(X,2.5)", "ne(X,2.5)", "in(X,2.5,-1)", "eq(X,X)"],
  ],
  list: [
    ...["contains(X,2020-05-01)", "eq(X,2020-05-01)", "ne(X,2020-05-01)", "gt(X,2020-01-01)"],
    ...["lt(X,2020-05-02)", "in(X,2020-05-01,2020-05-02)", "gt(length(X),1)"],
  ],
};

function withMembers({ catalog, table, notes }: FoundTable, columns: readonly Column[]): FoundTable {
  const { name, members, key } = catalog.definition;
  const own = columns.flatMap(({ name: column, member }) =>
    member === undefined ? [] : [{ column, ...member }],
  );
  const types = Object.fromEntries(own.map(({ column, type }) => [column, type]));
  const storages = Object.fromEntries(own.map(({ column, storage }) => [column, storage]));
  return {
    catalog: defineCatalog({
      name,
      members: { ...members, ...types },
      ...(key === undefined ? {} : { key }),
    }),
    table: { ...table, members: { ...table.members, ...storages } },
    notes,
  };
}

type Row = Readonly<Record<string, unknown>>;

describe.each(DATABASES.filter(({ product }) => COLUMNS[product] !== undefined))(
  "$name",
  ({ name, product, open }) => {
    const columns = COLUMNS[product]!;
    const expected: Row[] = [];
    let database: OpenedDatabase | undefined;
    let found: FoundTable;
    let collection: Collection;

    beforeAll(async () => {
      database = await open();
      if (database === undefined) return;
      const { run, source } = database;
      const all = columns.map((column) => `${column.name} ${column.type}`);
      if (product === "mariadb") await run("SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
      await run(`CREATE TABLE held (id BIGINT PRIMARY KEY, ${all.join(", ")})`);
      const count = Math.max(...columns.map(({ values }) => values.length));
      for (let id = 0; id < count; id++) {
        const values = columns.map((column) => column.values[id % column.values.length]!);
        await run(`INSERT INTO held VALUES (${[id, ...values.map(([literal]) => literal)].join(", ")})`);
        expected.push({
          id,
          ...Object.fromEntries(columns.map((column, i) => [column.name, values[i]![1]])),
        });
      }
      const table = (await database.view?.("held")) ?? "held";
      found = withMembers(await findTable(source, [table], { of: ["held"] }), columns);
      collection = sqlCollection({
        source,
        catalog: found.catalog,
        table: found.table,
        cursorKey: new Uint8Array(32).fill(7),
      });
    }, 60_000);
    afterAll(() => database?.end());

    const filterOf = (text: string) => check(parseFilter(text).expression!, found.catalog).filter!;
    const sortOf = (text: string) => checkSortBy(parseSortBy(text).expression!, found.catalog).sortBy!;
    const page = async (...request: Parameters<Collection["page"]>) => {
      const answer = await collection.page(...request);
      if (!answer.ok) throw new Error(JSON.stringify(answer.diagnostics));
      return answer;
    };

    it("reports the columns that have some, with their number", ({ skip }) => {
      if (database === undefined) return skip(`${name} is not here`);
      const counted = columns.filter(({ type, member }) => !type.endsWith("[]") && member === undefined);
      const reported = counted.map((column) => {
        const isStored = (literal: string) => literal !== "NULL";
        const count = expected.filter((row, id) => {
          const [literal] = column.values[id % column.values.length]!;
          return row[column.name] === null && isStored(literal);
        }).length;
        return expect.stringMatching(
          new RegExp(
            `^${column.name}: ${count} of the values in its ${expected.length} rows (?:is|are) .*, and read as null\\.$`,
          ),
        );
      });
      expect(found.notes.filter((note) => note.includes("read as null"))).toEqual(reported);
    });

    it("reads them as null", async ({ skip }) => {
      if (database === undefined) return skip(`${name} is not here`);
      const { items } = await page({ sortBy: sortOf("id"), limit: 100 });
      expect(items).toEqual(expected);
    });

    it.for(columns.map((column) => column.name))("filters %s as null", async (member, { skip }) => {
      if (database === undefined) return skip(`${name} is not here`);
      const { type } = found.catalog.members.byName.get(member)!;
      const others = columns.filter((other) => {
        const types = [type, found.catalog.members.byName.get(other.name)!.type];
        return types.every((each) => each === "date" || each === "dateTime");
      });
      const texts = [
        ...["isNull(X)", "not(isNull(X))", ...FILTERS[type]!].map((text) => text.replaceAll("X", member)),
        ...others.flatMap((other) => [`lt(${member},${other.name})`, `ge(${member},${other.name})`]),
        ...others.map((other) => `eq(${member},${other.name})`),
      ].flatMap((text) => [text, `not(${text})`, `isNull(${text})`]);
      const differing: unknown[] = [];
      for (const text of texts) {
        const filter = filterOf(text);
        const { items, count } = await page({ filter, sortBy: sortOf("id"), limit: 100 });
        const kept = expected.filter(compilePredicate(filter));
        const ids = (rows: readonly unknown[]) => rows.map((row) => (row as Row)["id"]);
        if (JSON.stringify(ids(items)) !== JSON.stringify(ids(kept)) || count !== kept.length)
          differing.push({ text, found: ids(items), kept: ids(kept), count });
      }
      expect(differing).toEqual([]);
    });

    it.for(columns.flatMap((column) => [column.name, `${column.name}:descending`]))(
      "orders by %s as null, page by page",
      async (text, { skip }) => {
        if (database === undefined) return skip(`${name} is not here`);
        const [member = ""] = text.split(":");
        if (found.catalog.members.byName.get(member)!.type === "list") return skip("a list has no order");
        const sortBy = sortOf(text);
        const rows: unknown[] = [];
        for (let cursor: string | undefined; ;) {
          const part = await page({ sortBy, limit: 2 }, { cursor });
          rows.push(...part.items);
          cursor = part.next;
          if (cursor === undefined) break;
        }
        expect(rows).toEqual(sortRows(expected, sortBy));
      },
    );
  },
);
