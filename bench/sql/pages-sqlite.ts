import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { SqlParameter } from "../../src/sql/fragments/fragment.ts";
import type { PageDatabase } from "./page-database.ts";

/** SQLite of Node.js, in memory, with the SQL functions of tamis installed. */
export const sqlitePages: PageDatabase = {
  name: "SQLite",
  open(rows, { sql, keys }) {
    const database = new DatabaseSync(":memory:");
    for (const { name, run } of sql.DATABASE_FUNCTIONS) {
      database.function(name, { deterministic: true, varargs: true }, (...args: unknown[]) => {
        if (args.includes(null)) return null;
        const result = (run as (...args: unknown[]) => unknown)(...args);
        return (typeof result === "boolean" ? Number(result) : result) as SQLInputValue;
      });
    }
    database.exec(
      `CREATE TABLE reports (id INTEGER PRIMARY KEY, name TEXT, nameKey BLOB, createdBy TEXT, state TEXT,
        description TEXT, modifiedTimeStamp INTEGER, score REAL, size INTEGER) STRICT;
       BEGIN`,
    );
    const key = keys.createCollation();
    const insert = database.prepare(`INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    for (const { id, name, createdBy, state, description, modifiedTimeStamp, score, size } of rows) {
      const time = Date.parse(modifiedTimeStamp);
      insert.run(id, name, key.sortKey(name), createdBy, state, description, time, score, size);
    }
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
    const dialect = sql.sqlite({
      version: "3",
      functions: new Set(sql.DATABASE_FUNCTIONS.map(({ name }) => name)),
      features: new Set(),
    });
    const finite = {
      score: { column: "score", finite: true },
      modifiedTimeStamp: { column: "modifiedTimeStamp", finite: true },
    };
    return Promise.resolve({
      dialect,
      tables: {
        column: {
          table: "reports",
          members: { ...finite, name: { column: "name", keys: [keys.describeKeyColumn("nameKey", {})] } },
        },
        function: { table: "reports", members: finite },
      },
      handWritten: ({ handWritten }) => ({
        ...handWritten,
        values: handWritten.values.map((value) => (value instanceof Date ? value.getTime() : value)),
      }),
      bind: ({ type, value }: SqlParameter) => (type === "texts" ? JSON.stringify(value) : value),
      prepare: (text, values) => {
        const statement = database.prepare(text);
        statement.setReturnArrays(true);
        const bound = values as SQLInputValue[];
        return Promise.resolve(() => statement.all(...bound) as unknown as unknown[][]);
      },
      usesIndex: (text, values) => {
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...(values as SQLInputValue[]));
        return Promise.resolve(plan.some(({ detail }) => /USING (COVERING )?INDEX/.test(String(detail))));
      },
      close: () => {
        database.close();
        return Promise.resolve();
      },
    });
  },
};
