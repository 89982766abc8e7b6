/**
 * Names for members that the language cannot say. A column such as `First Name` is `First_Name` in a filter; the output
 * keeps the name that the file has. A catalog has its own way of saying this (`property`), so with one hardly anything
 * is renamed.
 */
import type { Catalog } from "tamis";
import { memberNameFor } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import type { CellType } from "./io/cell-types.ts";
import { setOwn } from "./io/own-members.ts";
import { ORIGINAL, type Batch, type Row, type SourceRow } from "./io/row-reader.ts";

/** New names that are told. */
const TOLD = 5;

/** The row as it was read. */
export function originalOf(row: SourceRow): Row {
  return row[ORIGINAL] ?? row;
}

export class Naming {
  /** What the files call the members that were renamed. */
  readonly labels = new Map<string, string>();
  readonly #catalog: Catalog | undefined;
  readonly #properties: ReadonlySet<string>;

  constructor(catalog: Catalog | undefined) {
    this.#catalog = catalog;
    this.#properties = new Set([...(catalog?.members.byName.values() ?? [])].map(({ property }) => property));
  }

  /** The renaming of one file's rows. Which members there are is told from its first batch. */
  ofFile(): (batch: Batch) => Batch {
    let names: ReadonlyMap<string, string> | undefined;
    return (batch) => {
      names ??= this.#choose(new Set(batch.flatMap((row) => Object.keys(row))));
      return names.size === 0 ? batch : batch.map((row) => renamed(row, names!));
    };
  }

  /** A member's name in the files: `First Name` for `First_Name`. */
  label(name: string): string {
    return this.labels.get(name) ?? name;
  }

  /** What to tell of the new names, if there are any. */
  text(): string | undefined {
    const list = [...this.labels].slice(0, TOLD).map(([name, label]) => `'${show(label)}' is ${name}`);
    if (list.length === 0) return undefined;
    const more = this.labels.size > TOLD ? ` (and ${this.labels.size - TOLD} more)` : "";
    return `in expressions ${list.join(", ")}${more}.`;
  }

  #choose(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
    const names =
      this.#catalog === undefined ? freeNames(columns) : this.#catalogNames(columns, this.#catalog);
    for (const [column, name] of names) this.labels.set(name, column);
    return names;
  }

  /** A catalog made of sayable names alone still knows the columns. */
  #catalogNames(columns: ReadonlySet<string>, { members }: Catalog): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const column of columns) {
      if (this.#properties.has(column)) continue;
      const name = memberNameFor(column, new Set());
      if (members.byName.get(name)?.property === name && !columns.has(name)) names.set(column, name);
    }
    return names;
  }
}

/** What can be said keeps its name, whichever column comes first. */
function freeNames(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
  const unsayable = [...columns].filter((column) => memberNameFor(column, new Set()) !== column);
  if (unsayable.length === 0) return new Map();
  const hidden = new Set(unsayable);
  const taken = new Set([...columns].filter((column) => !hidden.has(column)));
  return new Map(unsayable.map((column) => [column, memberNameFor(column, taken)]));
}

function renamed(row: Row, names: ReadonlyMap<string, string>): Row {
  const result: Row = {};
  for (const key of Object.keys(row)) setOwn(result, names.get(key) ?? key, row[key]);
  Object.defineProperty(result, ORIGINAL, { value: row });
  return result;
}

/** The types that a catalog gives the columns of CSV and TSV: by property, or by the name that stands for it. */
export class ColumnTypes extends Map<string, CellType> {
  constructor({ members }: Catalog) {
    super();
    for (const { property, type } of members.byName.values()) {
      this.set(property, type === "list" || type === "map" || type === "object" ? "json" : type);
    }
  }

  override get(column: string): CellType | undefined {
    return super.get(column) ?? super.get(memberNameFor(column, new Set()));
  }

  override has(column: string): boolean {
    return this.get(column) !== undefined;
  }
}
