import { call, name } from "../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Checked, CheckedSortBy } from "../../checker/checked.ts";
import { functionTable } from "../../functions/list.ts";
import type { Reader } from "../../functions/types.ts";
import type { Value } from "../../values/types.ts";
import type { Column } from "./build-column.ts";
import { eachRow } from "./growing.ts";
import { arrayOf } from "./kernels/plain.ts";
import { memberReaderOf } from "./read-member.ts";
import type { Rows } from "./rows.ts";

/** A value of a member, and how many rows have it. */
export interface Facet {
  readonly value: Value;
  readonly count: number;
}

export interface Facets {
  /** The most frequent values first; of those that are equally frequent, the one whose first row comes first. */
  readonly values: readonly Facet[];
  /** How many different values there are. */
  readonly distinct: number;
  /** Rows that have no value. */
  readonly nulls: number;
}

/** A member that rows are counted or ordered by, whoever may name it in a filter. */
export interface AskedMember {
  readonly member: ResolvedMember;
  readonly checked: Checked;
  readonly read: Reader;
}

/** @throws TypeError if the catalog has no such member. */
export function askedMember(catalog: Catalog, dotted: string, isPlain: boolean): AskedMember {
  const member = resolveMember(catalog, dotted);
  if (member === undefined) throw new TypeError(`The catalog ${catalog.name} has no member ${dotted}.`);
  const node = name(dotted);
  const checked = { catalog, functions: functionTable(undefined), members: new Map([[node, member]]) };
  return { member, checked, read: memberReaderOf(member, checked, isPlain) };
}

/** Counts the values of the selected rows. Of a list each different element counts once for its row. */
export function countFacets(
  selected: Uint32Array,
  rows: Rows,
  { read }: AskedMember,
  column: Column | undefined,
  limit: number,
): Facets {
  const counts = new Map<Value, number>();
  let nulls = 0;
  const count = (value: Value) => {
    if (value === null) nulls++;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  if (column?.kind === "codes") {
    const codes = arrayOf(column.codes);
    const ofCodes = new Uint32Array(column.values.length);
    const order: number[] = [];
    eachRow(selected, rows.length, (row) => {
      const code = codes[row]!;
      if (ofCodes[code]!++ === 0) order.push(code);
    });
    nulls = ofCodes[0]!;
    for (const code of order) if (code !== 0) counts.set(column.values[code]!, ofCodes[code]!);
  } else if (column?.kind === "lists") {
    const { starts, elements, values } = column;
    eachRow(selected, rows.length, (row) => {
      if (column.isNull(row)) nulls++;
      const codes = new Set(elements.subarray(starts[row], starts[row + 1]));
      for (const code of codes) if (code !== 0) count(values[code]!);
    });
  } else eachRow(selected, rows.length, (row) => count(read(rows.at(row))));
  const values = [...counts].map(([value, each]): Facet => ({ value, count: each }));
  values.sort((a, b) => b.count - a.count);
  return { values: values.slice(0, limit), distinct: values.length, nulls };
}

/** The rows in which a member has a value, as a checked tree. */
export function hasValue(dotted: string, { member, checked }: AskedMember) {
  const node = name(dotted);
  const expression = call("not", [call("isNull", [node])]);
  return { ...checked, kind: "checkedFilter" as const, expression, members: new Map([[node, member]]) };
}

/** The order of a member's values. */
export function orderOf(dotted: string, { member, checked }: AskedMember): CheckedSortBy {
  const node = name(dotted);
  const comparison = member.strength ?? "tertiary";
  return {
    ...checked,
    // Rows that tie have the same value: which of them it is taken from is all the same.
    catalog: undefined,
    kind: "checkedSortBy",
    members: new Map([[node, member]]),
    keys: [{ expression: node, direction: "ascending", comparison }],
  };
}
