import { DatabaseSync } from "node:sqlite";

/** Creates a SQLite database with a view whose rows take hours to read. */
export function createSlowSqlite(path: string, extraBytes = 0): string {
  const database = new DatabaseSync(path);
  database.exec(
    "CREATE VIEW slow AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000000000) SELECT n FROM c",
  );
  if (extraBytes > 0) database.exec(`CREATE TABLE padding AS SELECT zeroblob(${extraBytes}) AS bytes`);
  database.close();
  return path;
}

/** For SQLite files of this size in bytes or more, the program runs statements in worker threads. */
export const LARGE = 33_554_432;
