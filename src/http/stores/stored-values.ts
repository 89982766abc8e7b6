import { show } from "../../diagnostics/show.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { valueReader } from "../../sql/rows/value-reader.ts";
import { lastReadInstant, readStoredTemporal } from "../../values/instant.ts";
import { isTemporal, type ScalarType } from "../../values/types.ts";
import type { ValueProblem } from "../contract/row-store.ts";
import type { StoreDatabase, WriteSession } from "./store-database.ts";
import type { ConvertedColumn, TableRows } from "./table-rows.ts";
import type { WrittenColumn } from "./written-columns.ts";

/** Thrown in a transaction for a value that its column would change, such as a decimal with too many digits. */
export class ChangedValueError extends Error {
  override readonly name = "ChangedValueError";
}

/** Finds the values of a row that the columns of a table do not store exactly. */
export class StoredValues {
  readonly #rows: TableRows;
  readonly #database: StoreDatabase;
  readonly #changing: readonly ConvertedColumn[];

  constructor(rows: TableRows, database: StoreDatabase) {
    this.#rows = rows;
    this.#database = database;
    this.#changing = rows.settable.filter(isConverted).filter(({ conversion }) => !conversion.isExact);
  }

  /** @throws ChangedValueError if a column would store another value; StatementError if it would refuse a value */
  async assertExact(session: WriteSession, row: RowObject): Promise<void> {
    const columns = this.#changing.filter((column) => column.valueOf(row) !== undefined);
    if (columns.length === 0) return;
    const [values] = await session.run(this.#rows.converted(row, columns));
    if (columns.every((column, i) => isSame(column, row, values![i]))) return;
    throw new ChangedValueError("A column would change a value.");
  }

  /**
   * Returns the values that a statement could not store. Each is tested in a statement of its own, because an error names no column.
   *
   * @param isOmitted whether the statement leaves out a column
   */
  async problems(
    row: RowObject,
    isOmitted: (column: WrittenColumn) => boolean,
  ): Promise<readonly ValueProblem[]> {
    const problems: ValueProblem[] = [];
    for (const column of this.#rows.settable) {
      const { member, info } = column;
      if (isOmitted(column)) continue;
      if (column.valueOf(row) === undefined) {
        if (info?.nullable === false)
          problems.push({ member, code: "required", message: "The value is required." });
      } else if (isConverted(column)) {
        const problem = await this.#problemOf(column, row);
        if (problem !== undefined) problems.push(problem);
      }
    }
    return problems;
  }

  async #problemOf(column: ConvertedColumn, row: RowObject): Promise<ValueProblem | undefined> {
    const isString = column.conversion.type.type === "string";
    const { member, info } = column;
    const type = `the type ${info!.type}`;
    const statement = this.#rows.converted(row, [column]);
    try {
      const [values] = await this.#database.write((session) => session.run(statement));
      if (isSame(column, row, values![0])) return undefined;
      const stored = show(String(valueReader(column.conversion.type)(values![0])));
      const message = `The column of ${type} would store ${stored} instead.`;
      return { member, code: isString ? "invalid-string" : "too-precise", message };
    } catch (error) {
      if (!this.#database.isRefusedValue(error)) throw error;
      return isString
        ? { member, code: "invalid-string", message: `The string is not a value of ${type}.` }
        : { member, code: "out-of-range", message: `The value is out of the range of ${type}.` };
    }
  }
}

function isConverted(column: WrittenColumn): column is ConvertedColumn {
  return column.conversion !== undefined;
}

function isSame({ conversion: { type }, valueOf }: ConvertedColumn, row: RowObject, read: unknown): boolean {
  const stored = valueReader(type)(read);
  return stored !== null && textOf(type.type, stored) === textOf(type.type, valueOf(row));
}

/** Returns the same text for equal values. */
function textOf(type: ScalarType, value: unknown): string {
  if (!isTemporal(type) || !readStoredTemporal(type, String(value))) return String(value);
  return `${lastReadInstant.milliseconds} ${lastReadInstant.nanoseconds}`;
}
