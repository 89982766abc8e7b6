import { requireKind } from "../../diagnostics/require-argument.ts";
import { defineCatalog } from "../../catalog/define-catalog.ts";
import { memberNamesFor } from "../../catalog/member-names.ts";
import type { Catalog, ScalarDefinition } from "../../catalog/types.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { AggregateGroup, MeasureFunction } from "../aggregate.ts";

type Row = Record<string, unknown>;

/** A member that forms groups or has a measure, as rows are written. */
export interface GroupedMember {
  /** Names of the members that lead to the value in a written row. */
  readonly path: readonly string[];
  readonly type: ScalarDefinition["type"];
  /** Converts a value of the member for the written group. Default: no conversion. */
  readonly convert?: (value: unknown) => unknown;
}

export interface GroupShape {
  /** Members of `by`, in the order of the aggregation. */
  readonly by: readonly GroupedMember[];
  /** Measures, in the order of the aggregation. */
  readonly measures: readonly { readonly function: MeasureFunction; readonly member: GroupedMember }[];
  /** Whether each group has its number of rows as `count`. */
  readonly isCounted: boolean;
}

interface GroupColumn {
  readonly path: readonly string[];
  readonly type: ScalarDefinition["type"];
  readonly valueOf: (group: AggregateGroup) => unknown;
}

/**
 * Columns of groups as they are written: the members of `by`, `count`, and the measures, such as `population_sum`. A path that
 * equals or contains an earlier one gets a number: `count_2`.
 *
 * @example
 * const population = { path: ["population"], type: "integer" } as const;
 * new GroupColumns({ by: [], measures: [{ function: "sum", member: population }], isCounted: true }).names
 * // ["count", "population_sum"]
 */
export class GroupColumns {
  readonly #columns: readonly GroupColumn[];
  /** Dotted paths of the columns. */
  readonly names: readonly string[];

  constructor(shape: GroupShape) {
    requireKind(shape, "shape", "the shape of groups", "by", "measures");
    const usedPaths: (readonly string[])[] = [];
    this.#columns = columnsOf(shape).map((column) => {
      let { path } = column;
      for (let number = 2; usedPaths.some((usedPath) => startsAlike(usedPath, path)); number++)
        path = column.path.with(-1, `${column.path.at(-1)!}_${number}`);
      usedPaths.push(path);
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

  /** Returns a row whose members are nested as in the rows of the collection. */
  nestedRow(group: AggregateGroup): Row {
    const row: Row = {};
    for (const { path, valueOf } of this.#columns) {
      let inner = row;
      for (const name of path.slice(0, -1)) {
        if (!isRecord(ownProperty(inner, name))) setOwn(inner, name, {});
        inner = ownProperty(inner, name) as Row;
      }
      setOwn(inner, path.at(-1)!, valueOf(group));
    }
    return row;
  }
}

function columnsOf({ by, measures, isCounted }: GroupShape): readonly GroupColumn[] {
  const keys = by.map(({ path, type, convert = identity }, i) => ({
    path,
    type,
    valueOf: ({ key }: AggregateGroup) => convert(key[i]),
  }));
  const count: GroupColumn = { path: ["count"], type: "integer", valueOf: (group) => group.count };
  const figures = measures.map(({ function: aggregate, member: { path, type } }, i) => ({
    path: path.with(-1, `${path.at(-1)!}_${aggregate}`),
    type: aggregate === "avg" ? "number" : type,
    valueOf: ({ values }: AggregateGroup) => values[i],
  }));
  return [...keys, ...(isCounted ? [count] : []), ...figures];
}

function identity(value: unknown): unknown {
  return value;
}

/** Sets a member with any name, including `__proto__`. */
function setOwn(row: Row, name: string, value: unknown): void {
  Object.defineProperty(row, name, { value, enumerable: true, writable: true, configurable: true });
}

function startsAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.every((name, i) => i >= b.length || name === b[i]);
}
