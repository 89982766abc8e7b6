import { fromPg } from "../../src/engine/databases/adapters/postgres/pg.ts";
import type { Row } from "../evaluate/rows.ts";
import type { PageDatabase } from "./page-database.ts";
import type { HandWrittenSql, Scenario } from "./scenarios.ts";

/** Connection string. The environment variable `TAMIS_POSTGRES` overrides the local server. */
const SERVER = process.env["TAMIS_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test";

/** PostgreSQL, with strings in the "C" collation and sort keys in a column. SQL functions of tamis cannot be installed. */
export const postgresPages: PageDatabase = {
  name: "PostgreSQL",
  async open(rows, { keys }) {
    const { Client } = (await import("pg")).default;
    const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 });
    try {
      await client.connect();
    } catch {
      return "no server answers";
    }
    const dialect = await fromPg(client).prepare({ locales: [] });
    // Only this connection sees the table, and it is dropped when the connection closes.
    await client.query(
      `CREATE TEMPORARY TABLE reports (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, "nameKey" bytea NOT NULL,
        "createdBy" text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL, description text COLLATE "C" NOT NULL,
        "modifiedTimeStamp" timestamptz(3) NOT NULL, score float8 NOT NULL, size bigint NOT NULL)`,
    );
    const key = keys.createCollation();
    for (let at = 0; at < rows.length; at += 20_000) {
      const part = rows.slice(at, at + 20_000);
      const column = <T>(read: (row: Row) => T) => part.map(read);
      await client.query(
        `INSERT INTO reports SELECT id, name, decode(key, 'hex'), creator, state, description, time, score, size
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::float8[], $9::bigint[])
         AS r (id, name, key, creator, state, description, time, score, size)`,
        [
          column(({ id }) => id),
          column(({ name }) => name),
          column(({ name }) => Buffer.from(key.sortKey(name)).toString("hex")),
          column(({ createdBy }) => createdBy),
          column(({ state }) => state),
          column(({ description }) => description),
          column(({ modifiedTimeStamp }) => modifiedTimeStamp),
          column(({ score }) => score),
          column(({ size }) => size),
        ],
      );
    }
    for (const columns of [
      `"createdBy", id`,
      `"modifiedTimeStamp" DESC, id`,
      "name",
      `"nameKey", id`,
      `state, "modifiedTimeStamp", id`,
      "state, score DESC, id",
    ]) {
      await client.query(`CREATE INDEX ON reports (${columns})`);
    }
    await client.query("ANALYZE reports");
    const plain = { nullable: false, binary: true, finite: true } as const;
    let prepared = 0;
    return {
      dialect,
      tables: {
        column: {
          table: "reports",
          members: {
            createdBy: { column: "createdBy", ...plain },
            state: { column: "state", ...plain },
            description: { column: "description", ...plain },
            modifiedTimeStamp: { column: "modifiedTimeStamp", precision: 3, ...plain },
            score: { column: "score", ...plain },
            size: { column: "size", ...plain },
            name: { column: "name", ...plain, keys: [keys.describeKeyColumn("nameKey", {})] },
          },
        },
        function: undefined,
      },
      handWritten: handOf,
      bind: ({ type, value }) =>
        value instanceof Uint8Array
          ? Buffer.from(value)
          : typeof value === "bigint" || type === "integer"
            ? String(value)
            : value,
      prepare: (text, values, use) => {
        const query = {
          ...(use === "kept" ? { name: `page${String(prepared++)}` } : {}),
          text,
          values: values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
          rowMode: "array" as const,
        };
        return Promise.resolve(async () => (await client.query<unknown[]>(query)).rows);
      },
      usesIndex: async (text, values) => {
        const bound = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
        const plan = await client.query<[string]>({
          text: `EXPLAIN ${text}`,
          values: bound,
          rowMode: "array",
        });
        return plan.rows.some(([line]) => /Index/.test(line));
      },
      close: () => client.end(),
    };
  },
};

/** Quotes column names with capital letters, and passes a list as one parameter. */
function handOf({ name, handWritten: hand }: Scenario): HandWrittenSql {
  const quoted = (text: string) =>
    text.replaceAll(/\b(createdBy|modifiedTimeStamp|nameKey)\b/g, (column) => `"${column}"`);
  const written = { where: quoted(hand.where), orderBy: quoted(hand.orderBy), values: hand.values };
  switch (name) {
    case "in 5":
      return { ...written, where: `"createdBy" = ANY(?)`, values: [hand.values] };
    case "in 500":
      return { ...written, where: "name = ANY(?)", values: [hand.values] };
    case "contains":
      return { ...written, where: "strpos(description, ?) > 0" };
    default:
      return written;
  }
}
