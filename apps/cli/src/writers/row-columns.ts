/** Columns of CSV and table output: the selected members, or by default the members of the first rows. */
import { namesInOrder } from "tamis/catalog";
import { CELL_TEXTS, type Row, type SourceRow } from "tamis/files";
import { valueAt } from "./select-members.ts";
import type { WriteOptions } from "./row-output.ts";

export const COLUMN_ROWS = 100;

export class RowColumns {
  readonly names: readonly string[];
  readonly #selected: boolean;
  readonly #knownNames: Set<string>;
  readonly #onUnlisted: ((name: string) => void) | undefined;

  /** @param first first rows of the output, whose members are used if none are selected */
  constructor(first: readonly Row[], { select, known = [], onUnlistedMember }: WriteOptions) {
    this.#selected = select !== undefined;
    this.#knownNames = new Set(select ?? (first.length === 0 ? known : first.flatMap(namesInOrder)));
    this.names = [...this.#knownNames];
    this.#onUnlisted = onUnlistedMember;
  }

  /** Returns the row's cells like {@link values}, but with the original texts of CSV cells. */
  cells(row: SourceRow): unknown[] {
    const values = this.values(row);
    const texts = row[CELL_TEXTS];
    return texts === undefined ? values : values.map((value, i) => texts.get(this.names[i]!) ?? value);
  }

  values(row: Row): unknown[] {
    if (this.#selected) return this.names.map((path) => valueAt(row, path));
    for (const name of namesInOrder(row)) {
      if (this.#knownNames.has(name)) continue;
      this.#knownNames.add(name);
      this.#onUnlisted?.(name);
    }
    return this.names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined));
  }
}

/** Returns the number of rows to buffer before the columns are known. */
export function rowsToBuffer({ select }: WriteOptions): number {
  return select === undefined ? COLUMN_ROWS : 0;
}
