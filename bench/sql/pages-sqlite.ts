import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { DATABASE_FUNCTIONS } from "../../src/sql/database-functions/list.ts";
import { sqlite } from "../../src/sql/dialects/sqlite/dialect.ts";
import { columnReader, keyColumn, type PageDatabase } from "./page-database.ts";

/** SQLite of Node.js, in memory, with the SQL functions of tamis installed. */
export const sqlitePages: PageDatabase = {
  name: "SQLite",
  open(rows) {
    const database = new DatabaseSync(":memory:");
    for (const { name, run } of DATABASE_FUNCTIONS) {
      database.function(name, { deterministic: true, varargs: true }, (...args: unknown[]) => {
        if (args.includes(null)) return null;
        const result = (run as (...args: unknown[]) => unknown)(...args);
        return (typeof result === "boolean" ? Number(result) : result) as SQLInputValue;
      });
    }
    const bound = (values: readonly unknown[]) =>
      values.map((value) => (value instanceof Date ? value.getTime() : value) as SQLInputValue);
    database.exec(
      `CREATE TABLE reports (id INTEGER PRIMARY KEY, name TEXT, nameKey BLOB, createdBy TEXT, state TEXT,
        description TEXT, modifiedTimeStamp INTEGER, score REAL, size INTEGER) STRICT;
       BEGIN`,
    );
    const valuesOf = columnReader();
    const insert = database.prepare(`INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    for (const row of rows) insert.run(...bound(valuesOf(row)));
    database.exec(
      `COMMIT;
       CREATE INDEX reportsByCreator ON reports (createdBy);
       CREATE INDEX reportsByTime ON reports (modifiedTimeStamp);
       CREATE INDEX reportsByName ON reports (name);
       CREATE INDEX reportsByKey ON reports (nameKey);
       CREATE INDEX reportsByMadeKey ON reports (tamis_key(name, 'und', 'tertiary'));
       CREATE INDEX reportsByStateAndTime ON reports (state, modifiedTimeStamp);
       CREATE INDEX reportsByStateAndScore ON reports (state, score);
       ANALYZE`,
    );
    const finite = {
      score: { column: "score", finite: true },
      modifiedTimeStamp: { column: "modifiedTimeStamp", finite: true },
    };
    const functions = new Set(DATABASE_FUNCTIONS.map(({ name }) => name));
    return Promise.resolve({
      dialect: sqlite({ version: "3", functions, features: new Set() }),
      tables: {
        column: { table: "reports", members: { ...finite, name: { column: "name", keys: [keyColumn()] } } },
        function: { table: "reports", members: finite },
      },
      bind: ({ type, value }) => (type === "texts" ? JSON.stringify(value) : value),
      prepare: (text, values) => {
        const statement = database.prepare(text);
        statement.setReturnArrays(true);
        const parameters = bound(values);
        return Promise.resolve(() => statement.all(...parameters) as unknown as unknown[][]);
      },
      close: () => database.close(),
    });
  },
};
