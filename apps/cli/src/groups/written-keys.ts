import { printedOf, type Row } from "tamis/files";
import { valueAt } from "../writers/select-members.ts";
import type { GroupPlan } from "./group-plan.ts";

/**
 * Collects how keys of groups are written in the file. A key is printed in this way if all rows of its group have it alike, and
 * otherwise as a value.
 */
export class WrittenKeys {
  readonly #paths: readonly string[];
  /** Keys that some rows have in another way than their values, by the rows of the collection. */
  readonly #writtenKeys = new Map<Row, readonly unknown[]>();

  /** @param paths paths of the keys in rows as they are in the file */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** @param groupedRow row of the collection that is grouped */
  add(row: Row, groupedRow: Row): void {
    const printed = printedOf(row) as Row;
    if (printed !== row)
      this.#writtenKeys.set(
        groupedRow,
        this.#paths.map((path) => valueAt(printed, path) ?? null),
      );
  }

  /** @param valueOf returns the value of a key in a row of the collection */
  apply(plan: GroupPlan, rows: readonly Row[], valueOf: (row: Row, path: string) => unknown): GroupPlan {
    if (this.#writtenKeys.size === 0) return plan;
    const texts = this.#paths.map((path, i) => {
      const textsByValue = new Map<unknown, unknown>();
      for (const row of rows) {
        const value = valueOf(row, path) ?? null;
        const text = this.#writtenKeys.get(row)?.[i] ?? value;
        textsByValue.set(value, !textsByValue.has(value) || textsByValue.get(value) === text ? text : value);
      }
      return textsByValue;
    });
    const writtenText = <T>(value: T, i: number) => (texts[i]!.get(value) as T | undefined) ?? value;
    return { ...plan, keysOf: (key) => key.map(writtenText) };
  }
}
