import { createConnection, type Connection } from "mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollation } from "../../../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../../../src/collation/uca/tables/tailoring.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import type { Dialect } from "../../../../src/sql/dialect-types/dialect.ts";
import { mariadbDdl } from "../../../../src/sql/dialects/mariadb/ddl.ts";
import { mariadbValue } from "../../../../src/sql/dialects/mariadb/dialect.ts";
import { render } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../engines/mariadb.ts";
import { exactPage } from "../../checked-query.ts";

const answers = await mariadbAnswers();
await loadCollations("und", "sv");

const files = defineCatalog({
  name: "files",
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    code: { type: "string", strength: "codePoint" },
    title: { type: "string", strength: "tertiary" },
    coarse: "string",
    size: "integer",
    weight: "number",
    made: "dateTime",
    day: "date",
    hidden: "boolean",
    labels: { type: "list", items: "string" },
    tags: { type: "list", items: "string" },
    notes: { type: "map", values: "string" },
  },
  key: "id",
});
const KEY = { locale: "sv", strength: "tertiary" } as const;
const WEAK_KEY = { locale: "de", strength: "primary" } as const;
/** A table name for this test that contains quotation marks. */
const TABLE = `tamis_ddl\`_${process.pid}`;
const table: TableDefinition = {
  table: TABLE,
  members: {
    id: { column: "id", binary: true },
    name: { column: "name", binary: true, repertoire: "ascii" },
    code: { column: "code", binary: true },
    title: {
      column: "title",
      binary: true,
      keys: [describeKeyColumn("title key", KEY), describeKeyColumn("title weak", WEAK_KEY)],
    },
    made: { column: "made", precision: 3, finite: true },
    day: { column: "day", finite: true },
    tags: { childTable: `tamis_ddl_tags_${process.pid}`, parent: "owner", value: "tag", binary: true },
    notes: {
      childTable: `tamis_ddl_notes_${process.pid}`,
      parent: "owner",
      key: "kind",
      value: "note",
      binary: true,
    },
  },
};
const statements = mariadbDdl({ catalog: files, table, locales: ["sv"] });

describe("mariadbDdl", () => {
  it("writes the table, its indexes and its child tables", () => {
    expect(statements.join("\n").replaceAll(String(process.pid), "0")).toMatchInlineSnapshot(`
      "CREATE TABLE \`tamis_ddl\`\`_0\` (
        \`id\` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
        \`name\` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin CHECK (\`name\` NOT REGEXP '[^ -~]'),
        \`code\` VARCHAR(511) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
        \`title\` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
        \`title key\` VARBINARY(2046),
        \`title weak\` LONGBLOB,
        \`coarse\` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
        \`size\` BIGINT,
        \`weight\` DOUBLE,
        \`made\` DATETIME(3) CHECK ((\`made\` >= CAST('0001-01-01' AS DATE) AND DAYOFMONTH(\`made\`) BETWEEN 1 AND COALESCE(DAYOFMONTH(LAST_DAY(\`made\`)), 0))),
        \`day\` DATE CHECK ((\`day\` >= CAST('0001-01-01' AS DATE) AND DAYOFMONTH(\`day\`) BETWEEN 1 AND COALESCE(DAYOFMONTH(LAST_DAY(\`day\`)), 0))),
        \`hidden\` TINYINT(1),
        \`labels\` JSON,
        PRIMARY KEY (\`id\`),
        KEY (\`name\`(255)),
        KEY (\`code\`),
        KEY (\`title\`(255)),
        KEY (\`title key\`),
        KEY (\`coarse\`(255)),
        KEY (\`size\`),
        KEY (\`weight\`),
        KEY (\`made\`),
        KEY (\`day\`)
      ) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
      CREATE TABLE \`tamis_ddl_tags_0\` (
        \`owner\` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
        \`tag\` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
        KEY (\`owner\`),
        KEY (\`tag\`(255)),
        FOREIGN KEY (\`owner\`) REFERENCES \`tamis_ddl\`\`_0\` (\`id\`) ON DELETE CASCADE
      ) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
      CREATE TABLE \`tamis_ddl_notes_0\` (
        \`owner\` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
        \`kind\` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
        \`note\` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
        KEY (\`owner\`, \`kind\`),
        FOREIGN KEY (\`owner\`) REFERENCES \`tamis_ddl\`\`_0\` (\`id\`) ON DELETE CASCADE
      ) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin"
    `);
  });

  it("creates at most as many indexes as MariaDB allows", () => {
    const names = Array.from({ length: 100 }, (_, i) => [`n${i}`, "integer"] as const);
    const wide = defineCatalog({
      name: "wide",
      members: { id: "integer", ...Object.fromEntries(names) },
      key: "id",
    });
    const [statement] = mariadbDdl({ catalog: wide, table: { table: "wide" }, locales: [] });
    expect(statement!.match(/\bKEY \(/g)).toHaveLength(64);
  });

  it("rejects native lists, which MariaDB lacks", () => {
    const members = { labels: { array: "labels" } };
    expect(() => mariadbDdl({ catalog: files, table: { table: "x", members }, locales: [] })).toThrow(
      TypeError,
    );
  });
});

const ROWS = 5_000;

describe.skipIf(!answers)("common queries use the indexes of mariadbDdl", () => {
  let connection: Connection;
  let source: SqlSource;
  let end: () => Promise<void>;
  let dialect: Dialect;
  const own = `\`${TABLE.replaceAll("`", "``")}\``;
  beforeAll(async () => {
    ({ source, end } = mariadbSourceOf("mariadb"));
    dialect = await source.prepare({ locales: ["sv"] });
    connection = await createConnection(MARIADB);
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin, sql_mode = 'STRICT_TRANS_TABLES'");
    for (const statement of statements) await connection.query(statement);
    // Ties are sorted by the ascending key, so a descending order needs an index with a descending column.
    await connection.query(
      `ALTER TABLE ${own} MODIFY coarse VARCHAR(100) COLLATE utf8mb4_general_ci, ADD KEY size_down (size DESC, id), ADD KEY made_down (made DESC, id)`,
    );
    await connection.query(
      `INSERT INTO ${own} (id, name, code, title, coarse, size, weight, made, day) SELECT CONCAT('id', seq), CONCAT('name', seq), CONCAT('Code', seq), CONCAT('Ä title ', seq), CONCAT('NAME ', seq), seq, seq / 7, '2020-01-01' + INTERVAL seq MINUTE, '2020-01-01' + INTERVAL seq DAY FROM seq_1_to_${ROWS}`,
    );
    const collation = createCollation(KEY);
    await connection.beginTransaction();
    await connection.batch(
      `UPDATE ${own} SET \`title key\` = ? WHERE id = ?`,
      Array.from({ length: ROWS }, (_, i) => [
        Buffer.from(collation.sortKey(`Ä title ${i + 1}`)),
        `id${i + 1}`,
      ]),
    );
    await connection.commit();
    await connection.query(
      `INSERT INTO tamis_ddl_tags_${process.pid} SELECT CONCAT('id', seq), CONCAT('tag', seq % 1000) FROM seq_1_to_${ROWS}`,
    );
    await connection.query(
      `INSERT INTO tamis_ddl_notes_${process.pid} SELECT CONCAT('id', seq), 'k', CONCAT('note', seq) FROM seq_1_to_${ROWS}`,
    );
    await connection.query(
      `ANALYZE TABLE ${own}, tamis_ddl_tags_${process.pid}, tamis_ddl_notes_${process.pid}`,
    );
  }, 120_000);
  afterAll(async () => {
    for (const name of [`tamis_ddl_tags_${process.pid}`, `tamis_ddl_notes_${process.pid}`, own])
      await connection.query(`DROP TABLE IF EXISTS ${name}`);
    await connection.end();
    await end();
  });

  const planOf = async (filter: string | undefined, sortBy?: string) => {
    const page = exactPage({ catalog: files, table, dialect, locale: "sv" }, filter, sortBy);
    return connection.execute<
      { table: string; type: string; key: string | null; rows: string; Extra: string }[]
    >(`EXPLAIN ${render(page, () => "?").text}`, page.parameters.map(mariadbValue));
  };
  const many = (of: (i: number) => string) => Array.from({ length: 30 }, (_, i) => of(i * 100)).join(",");

  it.each([
    ["eq(id,'id77')", "PRIMARY"],
    ["eq(name,'name77')", "name"],
    ["in(name,'name77','name78')", "name"],
    [`in(name,${many((i) => `'name${i}'`)})`, "name"],
    ["startsWith(name,'name777')", "name"],
    ["startsWith(code,'Code777')", "code"],
    ["lt(code,'Code100')", "code"],
    ["eq(title,'Ä title 77')", "title key"],
    ["eq($primary,title,'ä TITLE 77')", "title key"],
    ["eq($identical,title,'Ä title 77')", "title"],
    ["eq(coarse,'NAME 77')", "coarse"],
    ["in(coarse,'NAME 77','NAME 78')", "coarse"],
    ["and(gt(size,10.5),lt(size,20))", "size"],
    [`in(size,${many(String)})`, "size"],
    ["eq(weight,11)", "weight"],
    ["and(ge(made,2020-01-01T00:00:00Z),lt(made,2020-01-01T01:00:00Z))", "made"],
    ["eq(day,2020-03-01)", "day"],
  ])("%s", async (filter, index) => {
    const plan = (await planOf(filter)).find((row) => row.table === "t")!;
    expect(plan.key!.replace("_down", "")).toBe(index);
    expect(Number(plan.rows)).toBeLessThan(ROWS / 10);
  });

  // Rows that tie are sorted by the key, which every InnoDB index ends with.
  it.each([
    ["size", "size"],
    ["weight", "weight"],
    ["made", "made"],
    ["day", "day"],
    ["code", "code"],
    ["title", "title key"],
    ["size:descending", "size_down"],
    ["made:descending", "made_down"],
  ])("order by %s", async (sortBy, index) => {
    const [plan] = await planOf(undefined, sortBy);
    expect(plan!.key).toBe(index);
    expect(plan!.Extra).not.toContain("filesort");
  });

  it.each([
    ["eq(tags,'tag5')", "tag"],
    ["eq(notes.k,'note5')", "owner"],
  ])("an index finds elements of a child table: %s", async (filter, index) => {
    const plan = (await planOf(filter)).find((row) => row.table === "c")!;
    expect(plan.key).toBe(index);
    expect(plan.type).not.toBe("ALL");
  });

  it("enforces the promises of the table definition", async () => {
    const insert = (columns: string, values: string) =>
      connection.query(`INSERT INTO ${columns} VALUES (${values})`);
    await expect(insert(`${own} (id, day)`, "'new', '0000-00-00'")).rejects.toThrow(/CONSTRAINT/);
    await expect(insert(`${own} (id, name)`, "'new', 'é'")).rejects.toThrow(/CONSTRAINT/);
    await expect(insert(`${own} (id, code)`, "'new', REPEAT('x', 1000)")).rejects.toThrow(/too long/);
    await expect(insert(`tamis_ddl_tags_${process.pid}`, "'nobody', 'x'")).rejects.toThrow(/foreign key/);
  });
});
