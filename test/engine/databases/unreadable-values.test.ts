import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import { findTable, type FoundTable, sqlCollection } from "tamis/databases";
import type { Collection } from "../../../src/engine/collection.ts";
import type { ColumnStorage } from "../../../src/sql/tables/table-definition.ts";
import { checking } from "../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, throughPages, useOpened } from "./collection-suite.ts";
import { DATABASES, type Product } from "./opened-databases.ts";

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

/** Values that a member reads as they are written. */
const readable = (...texts: readonly string[]): Column["values"] => texts.map((text) => [`'${text}'`, text]);
/** Values that a member reads as null. */
const unreadable = (...literals: readonly string[]): Column["values"] => literals.map((text) => [text, null]);

/** Dates and doubles that PostgreSQL and DuckDB both store. */
const ENDS: Column["values"] = [
  ["'infinity'", null],
  ["'2020-05-01'", "2020-05-01"],
  ["'-infinity'", null],
  ...readable("2020-05-02", "9999-12-31"),
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
        ...unreadable(
          "'infinity'",
          "'-infinity'",
          "'10000-01-01'",
          "'5874897-12-31'",
          "'0001-12-31 BC'",
          "'2020-05-01 BC'",
          "'4713-01-01 BC'",
        ),
        ...readable("9999-12-31", "0001-01-01", "2020-05-01"),
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "timestamptz",
      values: [
        ...unreadable(
          "'infinity'",
          "'-infinity'",
          "'9999-12-31 23:59:59.9999999Z'",
          "'9999-12-31 23:59:59-05:00'",
          "'294276-01-01Z'",
          "'0001-01-01 00:00:00+05:00'",
          "'2020-05-01 10:00:00Z BC'",
        ),
        ["'9999-12-31 23:59:59.999999Z'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00Z'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00Z'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "local",
      type: "timestamp",
      values: [
        ...unreadable("'infinity'", "'-infinity'", "'10000-01-01'", "'2020-05-01 10:00:00 BC'"),
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    { name: "ends", type: "date NOT NULL", values: ENDS },
    { name: "weight", type: "double precision NOT NULL", values: WEIGHTS },
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
        ...unreadable("'0000-01-01'", "'0000-12-31'"),
        ...readable("9999-12-31", "0001-01-01", "2020-05-01"),
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "INTEGER",
      member: { type: "dateTime", storage: { column: "at" } },
      values: [
        ...unreadable("253402300800000", "-62135596800001", "9223372036854775807", "-9223372036854775808"),
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
        ...unreadable("253402300800", "-62135596801", "9223372036854775807"),
        ["253402300799", "9999-12-31T23:59:59Z"],
        ["-62135596800", "0001-01-01T00:00:00Z"],
        ["1588327200", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "weight",
      type: "REAL NOT NULL",
      values: [...unreadable("9e999"), ["2.5", 2.5], ...unreadable("-9e999"), ["-1.0", -1]],
    },
  ],
  mariadb: [
    {
      name: "day",
      type: "DATE",
      values: [
        ...unreadable("'0000-00-00'", "'2020-00-10'", "'2020-05-00'", "'2020-02-31'", "'0000-05-01'"),
        ...readable("2020-02-29", "2020-05-01", "0001-01-01", "9999-12-31"),
        ["NULL", null],
      ],
    },
    {
      name: "at",
      type: "DATETIME(6)",
      values: [
        ...unreadable(
          "'0000-00-00 00:00:00'",
          "'2020-00-10 10:00:00'",
          "'2020-05-00 10:00:00'",
          "'2020-04-31 10:00:00'",
          "'0000-05-01 10:00:00'",
        ),
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "stamp",
      type: "TIMESTAMP(3) NULL",
      values: [...unreadable("0"), ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"], ["NULL", null]],
    },
    {
      name: "ends",
      type: "DATE NOT NULL",
      values: [
        ...unreadable("'0000-00-00'"),
        ["'2020-05-01'", "2020-05-01"],
        ...unreadable("'2020-00-10'"),
        ...readable("2020-05-02", "9999-12-31"),
      ],
    },
    {
      name: "clock",
      type: "TIME(3)",
      values: [
        ...unreadable("'-00:00:00.001'", "'-10:00:00'", "'-838:59:59'", "'24:00:00.001'", "'838:59:59'"),
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
        ...unreadable("'infinity'", "'-infinity'", "'10000-01-01'", "'5881580-07-10'", "'2020-05-01 (BC)'"),
        ...readable("9999-12-31", "0001-01-01", "2020-05-01"),
        ["NULL", null],
      ],
    },
    {
      name: "moment",
      type: "TIMESTAMP",
      values: [
        ...unreadable(
          "'infinity'",
          "'-infinity'",
          "'10000-01-01'",
          "'290000-01-01'",
          "'2020-05-01 (BC) 10:00:00'",
        ),
        ["'9999-12-31 23:59:59.999999'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "zoned",
      type: "TIMESTAMPTZ",
      values: [
        ...unreadable("'infinity'", "'-infinity'", "'9999-12-31 23:59:59-05'", "'0001-01-01 00:00:00+05'"),
        ["'9999-12-31 23:59:59.999999+00'", "9999-12-31T23:59:59.999999Z"],
        ["'0001-01-01 00:00:00+00'", "0001-01-01T00:00:00Z"],
        ["'2020-05-01 10:00:00+00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "fine",
      type: "TIMESTAMP_NS",
      values: [
        ...unreadable("'infinity'", "'-infinity'"),
        ["'2262-04-11 23:47:16.854775806'", "2262-04-11T23:47:16.854775806Z"],
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
      ],
    },
    {
      name: "seconds",
      type: "TIMESTAMP_S",
      values: [
        ...unreadable("'infinity'", "'290000-01-01'"),
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
        ...unreadable("'10000-01-01'"),
      ],
    },
    {
      name: "millis",
      type: "TIMESTAMP_MS",
      values: [
        ["'2020-05-01 10:00:00'", "2020-05-01T10:00:00Z"],
        ...unreadable("'2020-05-01 (BC)'", "'-infinity'", "'10000-01-01'"),
      ],
    },
    { name: "ends", type: "DATE NOT NULL", values: ENDS },
    { name: "weight", type: "DOUBLE NOT NULL", values: WEIGHTS },
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

describe.each(DATABASES.filter(({ product }) => COLUMNS[product] !== undefined))("$name", (entry) => {
  const { product } = entry;
  const columns = COLUMNS[product]!;
  const expected: Row[] = [];
  let found: FoundTable;
  let collection: Collection;

  useOpened(entry, async ({ run, source, view }) => {
    const all = columns.map((column) => `${column.name} ${column.type}`);
    if (product === "mariadb") await run("SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
    await run(`CREATE TABLE held (id BIGINT PRIMARY KEY, ${all.join(", ")})`);
    const count = Math.max(...columns.map(({ values }) => values.length));
    for (let id = 0; id < count; id++) {
      const values = columns.map((column) => column.values[id % column.values.length]!);
      await run(`INSERT INTO held VALUES (${[id, ...values.map(([literal]) => literal)].join(", ")})`);
      const read = columns.map((column, i) => [column.name, values[i]![1]] as const);
      expected.push({ id, ...Object.fromEntries(read) });
    }
    const table = (await view?.("held")) ?? "held";
    found = withMembers(await findTable(source, [table], { of: ["held"] }), columns);
    const { catalog } = found;
    collection = sqlCollection({ source, catalog, table: found.table, cursorKey: CURSOR_KEY });
  });

  const filterOf = (text: string) => checking(found.catalog).filterOf(text);
  const sortByOf = (text: string) => checking(found.catalog).sortByOf(text);

  it("reports the columns that have some, with their number", () => {
    const counted = columns.filter(({ type, member }) => !type.endsWith("[]") && member === undefined);
    const reported = counted.map((column) => {
      const isUnreadable = (row: Row, id: number) =>
        row[column.name] === null && column.values[id % column.values.length]![0] !== "NULL";
      const count = expected.filter(isUnreadable).length;
      return expect.stringMatching(
        new RegExp(
          `^${column.name}: ${count} of the values in its ${expected.length} rows (?:is|are) .*, and read as null\\.$`,
        ),
      );
    });
    expect(found.notes.filter((note) => note.includes("read as null"))).toEqual(reported);
  });

  it("reads them as null", async () => {
    const { items } = await pageOf(collection, { sortBy: sortByOf("id"), limit: 100 });
    expect(items).toEqual(expected);
  });

  it.for(columns.map((column) => column.name))("filters %s as null", async (member) => {
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
      const { items, count } = await pageOf(collection, { filter, sortBy: sortByOf("id"), limit: 100 });
      const kept = expected.filter(compilePredicate(filter));
      const ids = (rows: readonly unknown[]) => rows.map((row) => (row as Row)["id"]);
      if (JSON.stringify(ids(items)) !== JSON.stringify(ids(kept)) || count !== kept.length)
        differing.push({ text, found: ids(items), kept: ids(kept), count });
    }
    expect(differing).toEqual([]);
  });

  const ordered = columns.filter(({ type }) => !type.endsWith("[]"));
  it.for(ordered.flatMap(({ name }) => [name, `${name}:descending`]))(
    "orders by %s as null, page by page",
    async (text) => {
      const sortBy = sortByOf(text);
      expect(await throughPages(collection, { sortBy, limit: 2 })).toEqual(sortRows(expected, sortBy));
    },
  );
});
