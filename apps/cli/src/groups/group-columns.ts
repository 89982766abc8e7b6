import { defineCatalog, type Catalog } from "tamis";
import { memberNamesFor, type ScalarDefinition } from "tamis/catalog";
import type { AggregateGroup } from "tamis/engine";
import { getOwn, isJsonObject, setOwn } from "../formats/own-members.ts";
import type { Row } from "tamis/files";

/** Column of the groups that are written. */
export interface GroupColumn {
  /** Names of the members that lead to the value in a written group. JSON keeps the nesting. */
  readonly path: readonly string[];
  readonly type: ScalarDefinition["type"];
  readonly valueOf: (group: AggregateGroup) => unknown;
}

/** Columns of groups with different names. */
export class GroupColumns {
  readonly #columns: readonly GroupColumn[];
  /** Dotted paths of the columns. */
  readonly names: readonly string[];

  /** @param columns appends `_2`, `_3` … to the path of a column that equals or contains an earlier one */
  constructor(columns: readonly GroupColumn[]) {
    const taken: (readonly string[])[] = [];
    this.#columns = columns.map((column) => {
      let { path } = column;
      for (let number = 2; taken.some((each) => startsAlike(each, path)); number++)
        path = column.path.with(-1, `${column.path.at(-1)!}_${number}`);
      taken.push(path);
      return { ...column, path };
    });
    this.names = this.#columns.map(({ path }) => path.join("."));
  }

  /** Returns the catalog of the flat rows. Orders of groups are checked against it. */
  catalog(): Catalog {
    const members = [...memberNamesFor(this.names)].map(([property, name], i): [string, ScalarDefinition] => [
      name,
      { type: this.#columns[i]!.type, ...(name === property ? {} : { property }) },
    ]);
    return defineCatalog({ name: "groups", members: Object.fromEntries(members) });
  }

  /** Returns a row whose members are the dotted paths. */
  flatRow(group: AggregateGroup): Row {
    const row: Row = {};
    for (const [i, { valueOf }] of this.#columns.entries()) setOwn(row, this.names[i]!, valueOf(group));
    return row;
  }

  nestedRow(group: AggregateGroup): Row {
    const row: Row = {};
    for (const { path, valueOf } of this.#columns) {
      let inner = row;
      for (const name of path.slice(0, -1)) {
        if (!isJsonObject(getOwn(inner, name))) setOwn(inner, name, {});
        inner = getOwn(inner, name) as Row;
      }
      setOwn(inner, path.at(-1)!, valueOf(group));
    }
    return row;
  }
}

function startsAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.every((name, i) => i >= b.length || name === b[i]);
}
