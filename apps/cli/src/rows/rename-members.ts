/**
 * Renames members whose names are invalid in expressions: a column `First Name` is `First_Name` in filters.
 * The output keeps the original names. Most catalogs map such names themselves.
 */
import type { Catalog } from "tamis";
import { memberNameFor, namesInOrder } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { setOwn } from "../formats/own-members.ts";
import { isPlaceholder, renamedRow, type Batch, type Row } from "tamis/files";

const SHOWN_NAMES = 5;

export interface MemberRenamer {
  /** Returns the names of renamed members by their names in the file. Undefined before the first batch. */
  readonly names: () => ReadonlyMap<string, string> | undefined;
  /** Returns whether the first batch has a member, by its name after renaming. */
  readonly has: (name: string) => boolean;
  readonly rename: (batch: Batch) => Batch;
}

export class MemberNames {
  readonly originals = new Map<string, string>();
  readonly #catalog: Catalog | undefined;
  readonly #properties: ReadonlySet<string>;

  constructor(catalog: Catalog | undefined) {
    this.#catalog = catalog;
    this.#properties = new Set([...(catalog?.members.byName.values() ?? [])].map(({ property }) => property));
  }

  /** Returns a renamer for the rows of one file. The file's first batch determines its members. */
  renamerForFile(): MemberRenamer {
    let names: ReadonlyMap<string, string> | undefined;
    let members: ReadonlySet<string>;
    return {
      has: (name) => members.has(name),
      names: () => names,
      rename: (batch) => {
        if (names === undefined) {
          const columns = new Set(batch.flatMap(namesInOrder));
          const chosen = (names = this.#choose(columns));
          members = new Set([...columns].map((column) => chosen.get(column) ?? column));
          for (const [column, name] of names) this.originals.set(name, column);
        }
        return names.size === 0 ? batch : batch.map((row) => renamed(row, names!));
      },
    };
  }

  /** Returns whether there is a new name for a column. It is not renamed if another column of its file has that name. */
  mayRename(column: string): boolean {
    return this.#choose(new Set([column])).size > 0;
  }

  /** @example original("First_Name") // "First Name" */
  original(name: string): string {
    return this.originals.get(name) ?? name;
  }

  note(): string | undefined {
    const list = [...this.originals]
      .slice(0, SHOWN_NAMES)
      .map(([name, original]) => `'${show(original)}' is ${name}`);
    if (list.length === 0) return undefined;
    const hidden = this.originals.size - list.length;
    return `in expressions, ${list.join(", ")}${hidden > 0 ? ` (and ${hidden} more)` : ""}.`;
  }

  #choose(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
    return this.#catalog === undefined ? validNames(columns) : this.#catalogNames(columns, this.#catalog);
  }

  /** Maps columns to members of the catalog whose property is a valid name made from the column's name. */
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

/** Maps columns with invalid names to unused valid names. Other columns keep their names. */
function validNames(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
  const invalid = [...columns].filter((column) => memberNameFor(column, new Set()) !== column);
  if (invalid.length === 0) return new Map();
  const renamedColumns = new Set(invalid);
  const usedNames = new Set([...columns].filter((column) => !renamedColumns.has(column)));
  return new Map(invalid.map((column) => [column, memberNameFor(column, usedNames)]));
}

function renamed(row: Row, names: ReadonlyMap<string, string>): Row {
  if (isPlaceholder(row)) return row;
  return renamedRow(row, (object) => {
    const result: Row = {};
    for (const key of namesInOrder(object)) setOwn(result, names.get(key) ?? key, object[key]);
    return result;
  });
}
