import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { pageOf, streamOf, useOpened } from "./collection-suite.ts";
import { DATABASES } from "./opened-databases.ts";

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

describe.each(DATABASES)("members that a long expression computes, in $name", (database) => {
  let collection: Collection;
  useOpened(database, async ({ source, run }) => {
    await run("CREATE TABLE things (id INTEGER NOT NULL, name VARCHAR(20), n BIGINT, words JSON)");
    await run(
      `INSERT INTO things VALUES (1, 'a', 1, '{"x":"y"}'), (2, 'ß', 3, '{}'), (3, 'c', NULL, NULL), (4, 'd', 2, '{"x":"y"}')`,
    );
    const table = { table: "things", members: { computed: { expression: LONG } } };
    collection = sqlCollection({ source, catalog, table });
  });

  it.for([
    ["computed", "", [null, 101, 202, 303]],
    ["computed:descending", "ge(computed,202)", [303, 202]],
    // For this order MariaDB collects the rows in a temporary table.
    ["match(words,'x','y'):descending,computed", "", [101, 202, 303, null]],
    // Some databases cannot change the case of this letter and check the rows in memory.
    ["computed", "or(eq(upCase(name),'SS'),eq(computed,101))", [101, 303]],
  ] as const)("are read, filtered and sorted: sortBy=%s&filter=%s", async ([order, text, expected]) => {
    const sortBy = sortByOf(order, catalog);
    const filter = text === "" ? undefined : filterOf(text, catalog);
    const { items } = await pageOf(collection, { filter, sortBy, limit: 10 });
    expect(items.map(({ computed }) => computed)).toEqual(expected);
    const streamed = await streamOf(collection, { filter, sortBy });
    expect(streamed.map(({ computed }) => computed)).toEqual(expected);
  });
});
