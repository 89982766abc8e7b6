/**
 * Values that the language reads as null although something stands there: a cell that its column's type cannot read, a
 * value that the catalog's type cannot read. Nothing is lost in the output, but a filter does not see them, so they are
 * told once a file, by the numbers of their rows.
 */
import type { Catalog } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { unreadableMembers } from "tamis/evaluator";
import type { Batch } from "./io/row-reader.ts";

/** Rows that are named; the rest are counted. */
const NAMED = 5;
/** Members that are named of a row. */
const NAMED_MEMBERS = 5;

export class Misfits {
  readonly #file: string;
  readonly #catalog: boolean;
  readonly #unreadable: ((row: unknown) => readonly string[]) | undefined;
  /** Columns of bad cells, by the row's number, until their rows are delivered. */
  readonly #cells = new Map<number, string[]>();
  readonly #named: string[] = [];
  #rows = 0;
  #misfits = 0;

  constructor(file: string, catalog: Catalog | undefined) {
    this.#file = file;
    this.#catalog = catalog !== undefined;
    this.#unreadable = catalog === undefined ? undefined : unreadableMembers(catalog);
  }

  /** A cell that its column's type could not read. */
  readonly addCell = (row: number, column: string): void => {
    const columns = this.#cells.get(row);
    if (columns === undefined) this.#cells.set(row, [column]);
    else columns.push(column);
  };

  /** Looks at rows as they are delivered. */
  look(batch: Batch): void {
    if (this.#unreadable === undefined && this.#cells.size === 0) {
      this.#rows += batch.length;
      return;
    }
    for (const row of batch) {
      const number = ++this.#rows;
      const cells = this.#cells.get(number);
      if (cells !== undefined) this.#cells.delete(number);
      const members = this.#unreadable?.(row) ?? [];
      if (cells !== undefined || members.length > 0) this.#add(number, [...(cells ?? []), ...members]);
    }
  }

  /** What is to be told, if anything. */
  text(): string | undefined {
    if (this.#misfits === 0) return undefined;
    const some = this.#misfits === 1 ? "1 row has" : `${this.#misfits} rows have`;
    const more = this.#misfits > NAMED ? ` and ${this.#misfits - NAMED} more` : "";
    const cause = this.#catalog ? "the catalog's types" : "the types of their columns";
    const advice = this.#catalog ? "" : " (--text reads all cells as text)";
    return (
      `${escapeControls(this.#file)}: ${some} values that ${cause} cannot read; ` +
      `they count as null${advice}: ${this.#named.join(", ")}${more}.`
    );
  }

  #add(row: number, names: readonly string[]): void {
    if (++this.#misfits > NAMED) return;
    const list = names.slice(0, NAMED_MEMBERS).join(", ") + (names.length > NAMED_MEMBERS ? " …" : "");
    this.#named.push(`row ${row} (${escapeControls(list)})`);
  }
}
