import { createConnection, type Connection } from "mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { describeKeyColumn } from "../../../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../../../src/collation/uca/tables/tailoring.ts";
import { createCollation } from "../../../../src/collation/uca/keyed-collation.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import type { Dialect } from "../../../../src/sql/dialect-types/dialect.ts";
import { mariadbValue } from "../../../../src/sql/dialects/mariadb/dialect.ts";
import { mariadbDdl } from "../../../../src/sql/dialects/mariadb/ddl.ts";
import { render } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../engines/mariadb.ts";
import { exactPage } from "../../checked-query.ts";

const answers = await mariadbAnswers();

const things = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    name: "string",
    coarse: "string",
    n: "integer",
    at: "dateTime",
    tags: { type: "list", items: "string" },
  },
  key: "id",
});
await loadCollations("und");
const table: TableDefinition = {
  table: `tamis_plans_${process.pid}`,
  members: {
    name: {
      column: "name",
      binary: true,
      repertoire: "ascii",
      keys: [describeKeyColumn("name key", { strength: "identical" })],
    },
    at: { column: "at", precision: 3, finite: true },
    tags: { childTable: `tamis_plans_tags_${process.pid}`, parent: "owner", value: "tag", binary: true },
  },
};

describe.skipIf(!answers)("MariaDB over 100,000 rows", () => {
  let connection: Connection;
  let source: SqlSource;
  let end: () => Promise<void>;
  let dialect: Dialect;
  const names = [table.table as string, `tamis_plans_tags_${process.pid}`];
  beforeAll(async () => {
    ({ source, end } = mariadbSourceOf("mariadb"));
    dialect = await source.prepare({ locales: [] });
    connection = await createConnection(MARIADB);
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin, sql_mode = 'STRICT_TRANS_TABLES'");
    for (const statement of mariadbDdl({ catalog: things, table, locales: ["und"] }))
      await connection.query(statement);
    await connection.query(
      `ALTER TABLE ${names[0]} MODIFY coarse VARCHAR(100) COLLATE utf8mb4_general_ci, ADD KEY n_down (n DESC, id), ADD KEY at_down (at DESC, id)`,
    );
    await connection.query(
      `INSERT INTO ${names[0]} (id, name, coarse, n, at) SELECT seq, CONCAT('name ', seq), CONCAT('NAME ', seq), seq, '2020-01-01' + INTERVAL seq SECOND FROM seq_1_to_100000`,
    );
    const key = createCollation({ strength: "identical" });
    await connection.batch(`UPDATE ${names[0]} SET \`name key\` = ? WHERE id = ?`, [
      [Buffer.from(key.sortKey("name 7")), 7],
    ]);
    await connection.query(`INSERT INTO ${names[1]} SELECT seq, CONCAT('tag ', seq) FROM seq_1_to_100`);
    await connection.query(`ANALYZE TABLE ${names[0]}`);
  }, 120_000);
  afterAll(async () => {
    for (const name of names.toReversed()) await connection.query(`DROP TABLE IF EXISTS ${name}`);
    await connection.end();
    await end();
  });

  /** The index that a page uses, and the server's estimate of the rows read. */
  const plan = async (filter: string | undefined, sortBy?: string) => {
    const page = exactPage({ catalog: things, table, dialect }, filter, sortBy);
    const { text } = render(page, () => "?");
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin");
    const rows = await connection.execute<
      { table: string; key: string | null; rows: string; Extra: string }[]
    >(`EXPLAIN ${text}`, page.parameters.map(mariadbValue));
    return rows.find((row) => row.table === "t")!;
  };

  it.each([
    ["eq(name,'name 7')", "name"],
    ["eq(coarse,'NAME 7')", "coarse"],
    ["in(coarse,'NAME 7','NAME 8')", "coarse"],
    ["startsWith(name,'name 777')", "name"],
    ["and(ge(n,10),lt(n,20.5))", "n"],
    ["in(n,1,2,3)", "n"],
    ["and(ge(at,2020-01-01T00:00:05+00:00),lt(at,2020-01-01T00:00:09.0000001Z))", "at"],
    ["eq(id,7)", "PRIMARY"],
    ["eq($identical,name,'name 7')", "name"],
    [`in(n,${Array.from({ length: 50 }, (_, i) => i).join(",")})`, "n"],
  ])("reads few rows for %s", async (filter, index) => {
    const { key, rows } = await plan(filter);
    expect(key?.replace("_down", "")).toBe(index);
    expect(Number(rows)).toBeLessThan(2_000);
  });

  // Ties are sorted by the ascending key, so a descending order needs an index with a descending column.
  it.each([
    ["n", "n"],
    ["n:descending", "n_down"],
    ["at:descending", "at_down"],
    ["id:descending", "PRIMARY"],
  ])("sorts a page by %s without sorting the table", async (sortBy, index) => {
    const { key, Extra } = await plan(undefined, sortBy);
    expect(key).toBe(index);
    expect(Extra).not.toContain("filesort");
  });
});
