import { joinSql, rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import type { CreateAllOptions, CreateAllOutcome, StoredRow } from "../contract/row-store.ts";
import { newVersion } from "./row-version.ts";
import { ChangedValueError, type StoredValues } from "./stored-values.ts";
import { JournalError } from "./sql-journal.ts";
import type { WriteSession } from "./store-database.ts";
import type { StoreTable, TableRows } from "./table-rows.ts";

/** Limits of a statement that inserts many rows. Databases allow at least 32,766 parameters. */
const MAX_ROWS = 200;
const MAX_PARAMETERS = 30_000;

/** Inserts many rows into a table, in one transaction. */
export class ManyRows {
  readonly #table: StoreTable;
  readonly #rows: TableRows;
  readonly #values: StoredValues;
  readonly #insertOne: (session: WriteSession, row: RowObject) => Promise<StoredRow<RowObject>>;

  constructor(
    table: StoreTable,
    rows: TableRows,
    values: StoredValues,
    insertOne: (session: WriteSession, row: RowObject) => Promise<StoredRow<RowObject>>,
  ) {
    this.#table = table;
    this.#rows = rows;
    this.#values = values;
    this.#insertOne = insertOne;
  }

  async create(rows: readonly RowObject[], { onProgress }: CreateAllOptions = {}): Promise<CreateAllOutcome> {
    const width = this.#rows.columns.length + 1;
    const record = this.#table.journal?.();
    // Records need the versions of the rows, so recorded rows are inserted one by one.
    const largest = record === undefined ? MAX_ROWS : 1;
    const size = Math.max(1, Math.min(largest, Math.floor(MAX_PARAMETERS / width)));
    const state = { done: 0 };
    const { database } = this.#table;
    try {
      await database.write(async (session) => {
        const indexes = await this.#dropIndexesOfEmptyTable(session);
        for (state.done = 0; state.done < rows.length; onProgress?.(state.done)) {
          const batch = rows.slice(state.done, state.done + size);
          if (record === undefined) await this.#insert(session, batch);
          else await record(session, this.#rows.creationOf(await this.#insertOne(session, batch[0]!)));
          state.done += batch.length;
        }
        for (const text of indexes) await session.run(rawSql(text));
      });
      return { kind: "created" };
    } catch (error) {
      if (error instanceof JournalError || !this.#isRefused(error)) throw error;
    }
    return { kind: "refused", index: await this.#refusedRow(rows, state.done, size) };
  }

  /** Sorting all values of an index at once is faster than inserting them in random order. */
  async #dropIndexesOfEmptyTable(session: WriteSession): Promise<readonly string[]> {
    const { database, collection } = this.#table;
    if (database.schema.dropIndexes === undefined) return [];
    const rows = await session.run(sql`SELECT 1 FROM ${this.#rows.from} LIMIT 1`);
    return rows.length > 0 ? [] : database.schema.dropIndexes(session, [collection.table.table].flat());
  }

  /** Returns the index of the row that the database refuses. Repeats the insertion, row by row from `start` on, and rolls it back. */
  async #refusedRow(rows: readonly RowObject[], start: number, size: number): Promise<number> {
    const { database } = this.#table;
    const state = { done: 0 };
    await database
      .write(async (session) => {
        for (state.done = 0; state.done < rows.length;) {
          const end = state.done < start ? Math.min(start, state.done + size) : state.done + 1;
          await this.#insert(session, rows.slice(state.done, end));
          state.done = end;
        }
        throw new Error("internal: another program has changed the table during an insertion");
      })
      .catch((error: unknown) => {
        if (!this.#isRefused(error)) throw error;
      });
    return state.done;
  }

  #isRefused(error: unknown): boolean {
    return error instanceof ChangedValueError || this.#table.database.isRefusedValue(error);
  }

  async #insert(session: WriteSession, rows: readonly RowObject[]): Promise<void> {
    for (const row of rows) await this.#values.assertExact(session, row);
    await session.run(this.insertion(rows));
  }

  insertion(rows: readonly RowObject[]): SqlText {
    const { versionColumn, dialect } = this.#table;
    const { settable: columns, name } = this.#rows;
    const names = [
      ...columns.map((column) => column.name),
      ...(versionColumn === undefined ? [] : [versionColumn]),
    ];
    const values = rows.map((row) => {
      const rowValues = columns.map(({ value }) => value(row));
      if (versionColumn !== undefined) rowValues.push(this.#rows.text(newVersion()));
      return sql`(${joinSql(rowValues, ", ")})`;
    });
    return sql`INSERT INTO ${name} (${rawSql(names.map(dialect.quote).join(", "))}) VALUES ${joinSql(values, ", ")}`;
  }
}
