import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, name as nameNode, sortBy, sortKey, string } from "../../../src/ast/constructors.ts";
import { check, checkSortBy, defineCatalog } from "tamis";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { words } from "../../words.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";

const NAMES: readonly string[] = [
  'a"b',
  'a""b',
  "a`b",
  ...words("a]b [a] a.b a-- a/*b*/ a'b"),
  "a;DROP TABLE t;",
  "a?b",
  "$1",
  ":a",
  "a\\b",
  "a b",
  "a\nb",
  " ",
  ...words("select order t rowid constructor __proto__ é 😀"),
  "x".repeat(64),
  "x".repeat(300),
];

/** Members with names that can be said, in columns with names that hurt. */
const member = (i: number) => `m${i}`;

describe.each([true, false])("columns with hostile names, tamis functions installed: %s", (functions) => {
  let file: SqliteFile;
  beforeAll(async () => {
    file = await sqliteFile({ functions });
  });
  afterAll(() => file.close());

  it("are filtered, sorted and read in a table with a hostile name", async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    for (const tableName of ["t", ...NAMES]) {
      file.database.exec(`DROP TABLE IF EXISTS ${quoted(tableName)}`);
      file.database.exec(
        `CREATE TABLE ${quoted(tableName)} (id INTEGER, ${NAMES.map((each) => `${quoted(each)} TEXT`).join(", ")})`,
      );
      const insert = file.database.prepare(
        `INSERT INTO ${quoted(tableName)} VALUES (?${", ?".repeat(NAMES.length)})`,
      );
      for (let id = 0; id < 6; id++) insert.run(id, ...NAMES.map((_, i) => `v${(id * (i + 1)) % 5}`));
      const catalog = defineCatalog({
        name: "things",
        members: {
          id: "integer",
          ...Object.fromEntries(
            NAMES.map((each, i) => [member(i), { type: "string", property: each } as const]),
          ),
        },
        key: "id",
      });
      const table: TableDefinition = { table: tableName };
      const { source } = file;
      const collection = sqlCollection({ source, catalog, table, cursorKey: new Uint8Array(16) });
      // Each column in one table, and each table by one column.
      for (const [i, each] of tableName === "t" ? NAMES.entries() : [[0, NAMES[0]!] as const]) {
        const filter = check(
          call("or", [
            call("eq", [nameNode(member(i)), string("v1")]),
            call("match", [nameNode(member(i)), string("v[2-3]")]),
          ]),
          catalog,
        ).filter!;
        const order = checkSortBy(
          sortBy([sortKey(nameNode(member(i)), "descending", "primary")]),
          catalog,
        ).sortBy!;
        const first = await collection.page({ filter, sortBy: order, limit: 2 });
        const rest = first.ok
          ? await collection.page({ filter, sortBy: order, limit: 9 }, { cursor: first.next })
          : first;
        const items = [
          ...(first.ok ? first.items : []),
          ...(rest.ok && first.ok && first.next !== undefined ? rest.items : []),
        ];
        const expected = [0, 1, 2, 3, 4, 5]
          .map((id) => ({ id, value: `v${(id * (i + 1)) % 5}` }))
          .filter(({ value }) => ["v1", "v2", "v3"].includes(value))
          .sort((a, b) => (a.value === b.value ? a.id - b.id : a.value < b.value ? 1 : -1));
        expect(
          items.map((row) => ({
            id: row["id"],
            value: Object.getOwnPropertyDescriptor(row, each)?.value as string,
          })),
        ).toEqual(expected);
      }
    }
    // A statement has no text of a user.
    expect(file.statements.filter((text) => text.includes("v1") || text.includes("v[2-3]"))).toEqual([]);
  });

  it("must not contain U+0000", async () => {
    const catalog = defineCatalog({ name: "things", members: { id: "integer" }, key: "id" });
    const collection = sqlCollection({ source: file.source, catalog, table: { table: "a\0b" } });
    await expect(collection.page({})).rejects.toThrow(TypeError);
  });
});
