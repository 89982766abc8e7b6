/** The columns of rows for the formats that have columns: what was selected, or the members of the first rows. */
import { CELL_TEXTS, type Row, type SourceRow } from "./row-reader.ts";
import { valueAt } from "./select-members.ts";
import type { WriteOptions } from "./write-rows.ts";

/** How many rows are looked at for columns. */
export const COLUMN_ROWS = 100;

export class RowColumns {
  readonly names: readonly string[];
  readonly #selected: boolean;
  readonly #known: Set<string>;
  readonly #onUnlisted: ((name: string) => void) | undefined;

  /** @param first the rows whose members are the columns if none are selected */
  constructor(first: readonly Row[], { select, known = [], onUnlistedMember }: WriteOptions) {
    this.#selected = select !== undefined;
    this.#known = new Set(select ?? (first.length === 0 ? known : first.flatMap((row) => Object.keys(row))));
    this.names = [...this.#known];
    this.#onUnlisted = onUnlistedMember;
  }

  /** As {@link values}, but a cell of CSV that would be written otherwise than it was read is its text. */
  cells(row: SourceRow): unknown[] {
    const values = this.values(row);
    const texts = row[CELL_TEXTS];
    return texts === undefined ? values : values.map((value, i) => texts.get(this.names[i]!) ?? value);
  }

  /** The values of a row, in the order of the columns. */
  values(row: Row): unknown[] {
    if (this.#selected) return this.names.map((path) => valueAt(row, path));
    for (const name of Object.keys(row)) {
      if (this.#known.has(name)) continue;
      this.#known.add(name);
      this.#onUnlisted?.(name);
    }
    return this.names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined));
  }
}

/** How many rows a writer holds back before it knows its columns: none if they are selected. */
export function rowsToHold({ select }: WriteOptions): number {
  return select === undefined ? COLUMN_ROWS : 0;
}
