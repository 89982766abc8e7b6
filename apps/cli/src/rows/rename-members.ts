/**
 * Renames members whose names are invalid in expressions: a column `First Name` is `First_Name` in filters.
 * The output keeps the original names. Most catalogs map such names themselves.
 */
import type { Catalog } from "tamis";
import { memberNameFor, memberNamesFor, namesInOrder } from "tamis/catalog";
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

/** @param originals original names by the names in expressions */
export function renamingNote(originals: ReadonlyMap<string, string>): string | undefined {
  const list = [...originals]
    .slice(0, SHOWN_NAMES)
    .map(([name, original]) => `'${show(original)}' is ${name}`);
  if (list.length === 0) return undefined;
  const hidden = originals.size - list.length;
  return `in expressions, ${list.join(", ")}${hidden > 0 ? ` (and ${hidden} more)` : ""}.`;
}

/** Returns a sentence about the members of a catalog from rows whose properties have other names. */
export function catalogRenamingNote({ members }: Catalog): string | undefined {
  const renamed = [...members.byName.values()].filter(({ name, property }) => name !== property);
  return renamingNote(new Map(renamed.map(({ name, property }) => [name, property])));
}

export class MemberNames {
  readonly originals = new Map<string, string>();
  /** Columns with a dot in their names, which keep them, by their names without dots. */
  readonly #dotted = new Map<string, string>();
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
          for (const column of columns)
            if (column.includes(".")) this.#dotted.set(memberNameFor(column, new Set(members)), column);
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
    return this.originals.get(name) ?? this.#dotted.get(name) ?? name;
  }

  note(): string | undefined {
    return renamingNote(this.originals);
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

/** Maps columns to the names that a catalog from rows gives them. Other columns keep their names. */
function validNames(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...memberNamesFor(columns)].filter(([column, name]) => column !== name));
}

function renamed(row: Row, names: ReadonlyMap<string, string>): Row {
  if (isPlaceholder(row)) return row;
  return renamedRow(row, (object) => {
    const result: Row = {};
    for (const key of namesInOrder(object)) setOwn(result, names.get(key) ?? key, object[key]);
    return result;
  });
}
