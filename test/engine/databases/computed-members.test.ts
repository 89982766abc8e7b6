import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { DATABASES, type OpenedDatabase } from "./opened-databases.ts";

/** Members that an SQL expression computes. */

const catalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    name: "string",
    n: "integer",
    computed: "integer",
    words: { type: "map", values: "string" },
  },
  key: "id",
});

/**
 * Longer than 250 bytes, above which MariaDB sends the length of a column's name in several bytes. The parentheses keep the
 * depth below the limit of D1.
 */
const LONG = `${"(n + n + n + n + n + n + n + n + n + n) + ".repeat(10)}n`;

describe.each(DATABASES)("members that a long expression computes, in $name", ({ name, open }) => {
  let database: OpenedDatabase | undefined;
  let collection: Collection;
  beforeAll(async () => {
    database = await open();
    if (database === undefined) return;
    await database.run("CREATE TABLE things (id INTEGER NOT NULL, name VARCHAR(20), n BIGINT, words JSON)");
    await database.run(
      `INSERT INTO things VALUES (1, 'a', 1, '{"x":"y"}'), (2, 'ß', 3, '{}'), (3, 'c', NULL, NULL), (4, 'd', 2, '{"x":"y"}')`,
    );
    collection = sqlCollection({
      source: database.source,
      catalog,
      table: { table: "things", members: { computed: { expression: LONG } } },
    });
  }, 120_000);
  afterAll(() => database?.end());

  it.for([
    ["computed", "", [null, 101, 202, 303]],
    ["computed:descending", "ge(computed,202)", [303, 202]],
    // For this order MariaDB collects the rows in a temporary table.
    ["match(words,'x','y'):descending,computed", "", [101, 202, 303, null]],
    // Some databases cannot change the case of this letter and check the rows in memory.
    ["computed", "or(eq(upCase(name),'SS'),eq(computed,101))", [101, 303]],
  ] as const)(
    "are read, filtered and sorted: sortBy=%s&filter=%s",
    async ([order, text, expected], { skip }) => {
      if (database === undefined) return skip(`${name} is not here`);
      const { sortBy } = checkSortBy(parseSortBy(order).expression!, catalog);
      const filter = text === "" ? undefined : check(parseFilter(text).expression!, catalog).filter;
      const page = await collection.page({ filter, sortBy, limit: 10 });
      if (!page.ok) throw new Error(JSON.stringify(page));
      expect(page.items.map(({ computed }) => computed)).toEqual(expected);
      const streamed: unknown[] = [];
      const stream = await collection.stream({ filter, sortBy });
      if (!stream.ok) throw new Error(JSON.stringify(stream));
      for await (const { computed } of stream.rows) streamed.push(computed);
      expect(streamed).toEqual(expected);
    },
  );
});
