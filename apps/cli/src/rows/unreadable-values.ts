/**
 * Collects values that do not match their column type or the catalog. Filters treat them as null; the output keeps
 * them.
 */
import type { Catalog } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { unreadableMembers } from "tamis/evaluator";
import type { Batch } from "../formats/row.ts";

const SHOWN_ROWS = 5;
const SHOWN_MEMBERS = 5;

export class UnreadableValues {
  readonly #file: string;
  readonly #hasCatalog: boolean;
  readonly #unreadable: ((row: unknown) => readonly string[]) | undefined;
  /** Columns with unreadable cells, by row number. An entry is deleted when its row is inspected. */
  readonly #cells = new Map<number, string[]>();
  readonly #descriptions: string[] = [];
  #inspectedRows = 0;
  #affectedRows = 0;

  constructor(file: string, catalog: Catalog | undefined) {
    this.#file = file;
    this.#hasCatalog = catalog !== undefined;
    this.#unreadable = catalog === undefined ? undefined : unreadableMembers(catalog);
  }

  readonly addCell = (row: number, column: string): void => {
    const columns = this.#cells.get(row);
    if (columns === undefined) this.#cells.set(row, [column]);
    else columns.push(column);
  };

  inspect(batch: Batch): void {
    if (this.#unreadable === undefined && this.#cells.size === 0) {
      this.#inspectedRows += batch.length;
      return;
    }
    for (const row of batch) {
      const number = ++this.#inspectedRows;
      const cells = this.#cells.get(number);
      if (cells !== undefined) this.#cells.delete(number);
      const members = this.#unreadable?.(row) ?? [];
      if (cells !== undefined || members.length > 0) this.#add(number, [...(cells ?? []), ...members]);
    }
  }

  note(): string | undefined {
    if (this.#affectedRows === 0) return undefined;
    const rows = this.#affectedRows === 1 ? "1 row has" : `${this.#affectedRows} rows have`;
    const hidden = this.#affectedRows - this.#descriptions.length;
    const cause = this.#hasCatalog ? "the catalog's types" : "the types of their columns";
    const advice = this.#hasCatalog ? "" : " (--text reads all cells as strings)";
    return (
      `${escapeControls(this.#file)}: ${rows} values that do not match ${cause}; ` +
      `they count as null${advice}: ${this.#descriptions.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`
    );
  }

  #add(row: number, names: readonly string[]): void {
    if (++this.#affectedRows > SHOWN_ROWS) return;
    const list = names.slice(0, SHOWN_MEMBERS).join(", ") + (names.length > SHOWN_MEMBERS ? " …" : "");
    this.#descriptions.push(`row ${row} (${escapeControls(list)})`);
  }
}
