import type { BoundStatement, NodeSqliteDatabase, NodeSqliteStatement } from "./connection.ts";

/** Most nanoseconds that a short condition takes for each byte of a file. Rows of 50 bytes take 0.3. */
const TIME_PER_BYTE = 50;
/** A text of this length can be searched in each row within `TIME_PER_BYTE`. */
const MAX_TEXT = 32;
/** Part of the timeout that a statement may take without checks. */
const SHARE = 0.2;
/** Most milliseconds that a statement may take without checks, however long its timeout is. */
const MAX_TIME = 2_000;

/** Finds the statements that end soon without checks of their deadline, because the file is small. */
export class ShortStatements {
  readonly #pages: NodeSqliteStatement;
  readonly #pageSize: number;

  /** @param file connection whose statements read this file only */
  constructor(file: NodeSqliteDatabase) {
    this.#pages = file.prepare("PRAGMA page_count");
    this.#pageSize = numberOf(file.prepare("PRAGMA page_size"));
  }

  /**
   * Returns the statement without checks if it ends soon: if reading the file once for each of its `SELECT`s does. Other subqueries
   * can read the file once for each row.
   *
   * @param timeout of the statement, in milliseconds
   */
  bound(statement: BoundStatement, timeout = Infinity): BoundStatement {
    const { text, values, endsSoonAt = [] } = statement;
    const isSimple =
      endsSoonAt.length > 0 &&
      (text.match(/SELECT/gi) ?? []).length === endsSoonAt.length &&
      values.every((value) => typeof value !== "string" || value.length <= MAX_TEXT);
    if (!isSimple) return statement;
    const bytes = numberOf(this.#pages) * this.#pageSize;
    if (endsSoonAt.length * bytes * TIME_PER_BYTE * 1e-6 > Math.min(SHARE * timeout, MAX_TIME))
      return statement;
    return { text, values: values.map((value, i) => (endsSoonAt.includes(i) ? 1n : value)) };
  }
}

function numberOf(statement: NodeSqliteStatement): number {
  const rows = statement.iterate();
  const row = rows.next().value as object;
  rows.return?.();
  return Number(Object.values(row)[0]);
}
