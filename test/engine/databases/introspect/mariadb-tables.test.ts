import { createConnection, type Connection } from "mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileComparator, compilePredicate, defineCatalog } from "tamis";
import { findTable, sqlCollection, type SqlSource } from "tamis/databases";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../../sql/engines/mariadb.ts";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { CURSOR_KEY, pageOf, throughPages } from "../collection-suite.ts";

type Row = Readonly<Record<string, unknown>>;

/** Tables as people write them, compared with the predicate and the comparator over the values that were inserted. */
describe.skipIf(!(await mariadbAnswers())).each(["mariadb", "mysql2"] as const)(
  "a hand-made table of MariaDB through %s",
  (driver) => {
    let source: SqlSource;
    let end: () => Promise<void>;
    let admin: Connection;
    let count = 0;
    const tables: string[] = [];
    beforeAll(async () => {
      ({ source, end } = mariadbSourceOf(driver));
      admin = await createConnection(MARIADB);
      await admin.query("SET NAMES utf8mb4, sql_mode = ''");
    });
    afterAll(async () => {
      for (const name of tables) await admin.query(`DROP TABLE IF EXISTS ${name}`);
      await admin.end();
      await end();
    });

    const found = async (columns: string, values: readonly string[]) => {
      const name = `tamis_hand_${process.pid}_${driver}_${++count}`;
      tables.push(name);
      await admin.query(`CREATE TABLE ${name} (${columns})`);
      if (values.length > 0) await admin.query(`INSERT IGNORE INTO ${name} VALUES ${values.join(", ")}`);
      const { catalog, table, notes } = await findTable(source, [name]);
      const keys = catalog.key === undefined ? {} : { cursorKey: CURSOR_KEY };
      const collection = sqlCollection({ source, catalog, table, ...keys });
      const page = async (text?: string) => {
        const filter = text === undefined ? undefined : filterOf(text, catalog);
        return (await pageOf(collection, { filter, limit: 100 })).items;
      };
      const expectSame = async (rows: readonly Row[], filters: readonly string[]) => {
        expect(await page()).toEqual(rows);
        for (const filter of filters) {
          const matches = compilePredicate(filterOf(filter, catalog));
          expect(await page(filter), filter).toEqual(rows.filter((row) => matches(row)));
        }
        for (const member of catalog.members.byName.keys()) {
          for (const direction of ["", ":descending"]) {
            const text = `${member}${direction}`;
            const sortBy = sortByOf(text, catalog);
            const sorted = rows.toSorted(compileComparator(sortBy));
            expect(await throughPages(collection, { sortBy, limit: 2 }), text).toEqual(sorted);
          }
        }
      };
      return { catalog, notes, name, expectSame };
    };

    const LARGE = ["9223372036854775807", "9223372036854775808", "18446744073709551615"];
    const relations = (member: string, literals: readonly string[]) =>
      literals.flatMap((literal) =>
        ["eq", "ne", "lt", "le", "gt", "ge"].map((relation) => `${relation}(${member},${literal})`),
      );

    it("compares integers beyond 2^63 in every column that can hold them", async () => {
      const { catalog, expectSame } = await found(
        "id BIGINT UNSIGNED PRIMARY KEY, s BIGINT, n DECIMAL(38,0), d DOUBLE",
        [
          "(0, -9223372036854775808, -99999999999999999999999999999999999999, -9223372036854775808e0)",
          "(5, 5, 5, 5.5)",
          "(9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775808e0)",
          "(9223372036854775808, NULL, 9223372036854775808, 9223372036854775808e0)",
          "(18446744073709549568, 1, 36893488147419103232, 18446744073709549568e0)",
          "(18446744073709551615, 0, 99999999999999999999999999999999999999, 1e38)",
        ],
      );
      expect(catalog.key).toBe("id");
      const rows = [
        { id: 0, s: -(2n ** 63n), n: -99999999999999999999999999999999999999n, d: -(2 ** 63) },
        { id: 5, s: 5, n: 5, d: 5.5 },
        { id: 2n ** 63n - 1n, s: 2n ** 63n - 1n, n: 2n ** 63n - 1n, d: 2 ** 63 },
        { id: 2n ** 63n, s: null, n: 2n ** 63n, d: 2 ** 63 },
        { id: 18446744073709549568n, s: 1, n: 2n ** 65n, d: 18446744073709549568 },
        { id: 2n ** 64n - 1n, s: 0, n: 99999999999999999999999999999999999999n, d: 1e38 },
      ];
      const small = ["-1", "2.5", "18446744073709551616", "9".repeat(38), `1${"0".repeat(40)}`];
      const literals = [...LARGE, ...small];
      const many = Array.from({ length: 30 }, (_, i) => `${9_223_372_036_854_775_790n + BigInt(i)}`);
      await expectSame(rows, [
        ...["id", "s", "n", "d"].flatMap((member) => relations(member, literals)),
        ...["id", "s", "n"].flatMap((left) =>
          ["id", "s", "n", "d"].flatMap((right) => relations(left, [right])),
        ),
        ...["id", "n"].flatMap((member) => [
          `in(${member},${LARGE.join(",")})`,
          `not(in(${member},${LARGE.join(",")}))`,
          `in(${member},${many.join(",")})`,
          `contains(${member},'922')`,
        ]),
      ]);
    });

    it("writes numbers of ZEROFILL columns without leading zeros", async () => {
      const { expectSame } = await found(
        "n INT(6) ZEROFILL PRIMARY KEY, b BIGINT(20) UNSIGNED ZEROFILL, d DECIMAL(8,0) ZEROFILL",
        ["(42, 7, 9)", "(100, 18446744073709551615, NULL)"],
      );
      await expectSame(
        [
          { n: 42, b: 7, d: 9 },
          { n: 100, b: 2n ** 64n - 1n, d: null },
        ],
        ["n", "b", "d"].flatMap((member) => [
          `contains(${member},'0')`,
          `eq(length(${member}),2)`,
          `startsWith(${member},'4')`,
          `match(${member},'[0-9]')`,
          `eq(${member},9)`,
        ]),
      );
    });

    it("does not take a column for the key if different values are read as the same one", async () => {
      const decimal = await found("k DECIMAL(30,2) PRIMARY KEY", []);
      expect(decimal.catalog.key).toBeUndefined();
      expect(decimal.notes.join()).toContain("not the key");
      const short = await found("k DECIMAL(15,2) PRIMARY KEY", []);
      expect(short.catalog.key).toBe("k");
      const kanji = await found("k VARCHAR(20) CHARACTER SET cp932 PRIMARY KEY", []);
      expect(kanji.catalog.key).toBeUndefined();
    });

    it("sorts the empty string of a CHAR column before control characters", async () => {
      const { expectSame } = await found(
        "c CHAR(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PRIMARY KEY",
        ["('')", "('\\t')", "('a')", "('a\\t')"],
      );
      await expectSame([{ c: "" }, { c: "\t" }, { c: "a" }, { c: "a\t" }], ["startsWith(c,'a')", "eq(c,'')"]);
    });

    it("takes parts of strings by the length in an unsigned decimal column", async () => {
      const { expectSame } = await found(
        "id INT PRIMARY KEY, s VARCHAR(20) CHARACTER SET utf8mb4, d DECIMAL(20,0) UNSIGNED ZEROFILL",
        ["(1, 'abc', 99999999999999999999)", "(2, 'abc', 2)"],
      );
      await expectSame(
        [
          { id: 1, s: "abc", d: 99999999999999999999n },
          { id: 2, s: "abc", d: 2 },
        ],
        ["eq(substr(s,0,d),'abc')", "eq(substr(s,0,d),'ab')", "eq(substr(s,d),'c')"],
      );
    });

    it("a view of a table that does not exist is an error with this cause", async () => {
      const { name } = await found("id INT PRIMARY KEY", []);
      await admin.query(`CREATE VIEW ${name}_view AS SELECT id FROM ${name}`);
      await admin.query(`DROP TABLE ${name}`);
      const error = await findTable(source, [`${name}_view`]).catch((thrown: unknown) => thrown);
      await admin.query(`DROP VIEW ${name}_view`);
      expect(String((error as Error).cause)).toContain("references invalid table(s)");
    });

    it("leaves out geometries", async () => {
      const { catalog, notes } = await found("id INT PRIMARY KEY, p POINT", []);
      expect([...catalog.members.byName.keys()]).toEqual(["id"]);
      expect(notes).toEqual(["p: its values are geometries. The column is omitted."]);
    });

    it("sorts long strings by more than their first kilobyte", async () => {
      const { name } = await found("id INT PRIMARY KEY, s LONGTEXT CHARACTER SET utf8mb4", [
        "(1, CONCAT(REPEAT('a', 5000), 'b'))",
        "(2, CONCAT(REPEAT('a', 5000), 'a'))",
        "(3, REPEAT('a', 5000))",
      ]);
      for (const storage of [{ column: "s" }, { column: "s", repertoire: "ascii" }] as const) {
        const strength = "repertoire" in storage ? "tertiary" : "codePoint";
        const catalog = defineCatalog({
          name,
          members: { id: "integer", s: { type: "string", strength } },
          key: "id",
        });
        const table = { table: name, members: { s: storage } };
        const collection = sqlCollection({ source, catalog, table });
        const page = await collection.page({ sortBy: sortByOf("s", catalog) });
        expect(page.ok && page.items.map((row) => (row as Row)["id"])).toEqual([3, 2, 1]);
      }
    });
  },
);
