import { fromPg } from "../../src/engine/databases/adapters/postgres/pg.ts";
import { columnReader, describeTable, type PageDatabase } from "./page-database.ts";

/** Connection string. The environment variable `TAMIS_POSTGRES` overrides the local server. */
const SERVER = process.env["TAMIS_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test";

const INDEXES = [
  "createdBy, id",
  "modifiedTimeStamp DESC, id",
  "name",
  "nameKey, id",
  "state, modifiedTimeStamp, id",
  "state, score DESC, id",
];

const ROWS_PER_INSERT = 20_000;

/** PostgreSQL, with strings in the "C" collation and sort keys in a column. SQL functions of tamis cannot be installed. */
export const postgresPages: PageDatabase = {
  name: "PostgreSQL",
  async open(rows) {
    const { Client } = (await import("pg")).default;
    const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 });
    try {
      await client.connect();
    } catch {
      return "no server answers";
    }
    const bound = (values: readonly unknown[]) =>
      values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
    // Only this connection sees the table, and it is dropped when the connection closes.
    await client.query(
      `CREATE TEMPORARY TABLE reports (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, nameKey bytea NOT NULL,
        createdBy text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL, description text COLLATE "C" NOT NULL,
        modifiedTimeStamp timestamptz(3) NOT NULL, score float8 NOT NULL, size bigint NOT NULL)`,
    );
    const valuesOf = columnReader();
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      const part = rows.slice(at, at + ROWS_PER_INSERT).map((row) => bound(valuesOf(row)));
      await client.query(
        `INSERT INTO reports SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[], $5::text[],
          $6::text[], $7::timestamptz[], $8::float8[], $9::bigint[])`,
        part[0]!.map((_, column) => part.map((values) => values[column])),
      );
    }
    for (const columns of INDEXES) await client.query(`CREATE INDEX ON reports (${columns})`);
    await client.query("ANALYZE reports");
    let prepared = 0;
    return {
      dialect: await fromPg(client).prepare({ locales: [] }),
      tables: { column: describeTable({ binary: true, finite: true }, 3) },
      // A list is one parameter.
      handWritten: ({ name, where, values }) => {
        if (name === "contains") return { where: "strpos(description, ?) > 0" };
        if (!name.startsWith("in ")) return {};
        return { where: where.replace(/ IN .*/, " = ANY(?)"), values: [values] };
      },
      bind: ({ type, value }) => (typeof value === "bigint" || type === "integer" ? String(value) : value),
      prepare: (text, values) => {
        const name = `page${String(prepared++)}`;
        const query = { name, text, values: bound(values), rowMode: "array" as const };
        return Promise.resolve(async () => (await client.query<unknown[]>(query)).rows);
      },
      close: () => client.end(),
    };
  },
};
