import { name } from "../../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { Checked, CheckedSortBy } from "../../../checker/checked.ts";
import { functionTable } from "../../../functions/list.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import type { Value } from "../../../values/types.ts";
import type { Column } from "../columns/build-column.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { ListColumn } from "../columns/list-column.ts";
import { memberReaderOf } from "../members/member-reader.ts";
import type { RowList } from "../kernels/row-list.ts";
import { identityKey } from "../members/value-identity.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

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
export function askedMember(catalog: Catalog, dotted: string): AskedMember {
  const member = resolveMember(catalog, dotted);
  if (member === undefined) throw new TypeError(`The catalog ${catalog.name} has no member ${dotted}.`);
  const node = name(dotted);
  const checked = { catalog, functions: functionTable(undefined), members: new Map([[node, member]]) };
  return { member, checked, read: memberReaderOf(member, checked, false) };
}

/** Counts the values of the selected rows. Of a list each different element counts once for its row. */
export function* countFacets(
  selected: Slab,
  rows: RowList,
  asked: AskedMember,
  column: Column | undefined,
  limit: number,
): Task<Facets> {
  const counts = new Counts();
  const visitor = visitorOf(rows, asked, column, counts);
  yield* eachBatch(rows.length, (from, end) => forEachRowBetween(selected.u32(), from, end, visitor()));
  const values = [...counts.found.values()].sort((a, b) => b.count - a.count);
  return { values: values.slice(0, limit), distinct: values.length, nulls: counts.nulls };
}

/** What counts a row. It is asked for anew in each step: memory that grows leaves what it has behind. */
function visitorOf(
  rows: RowList,
  { member: { type }, read }: AskedMember,
  column: Column | undefined,
  counts: Counts,
): () => (row: number) => void {
  const readAt = (row: number) => read(rows.at(row));
  switch (column?.kind) {
    case "dictionary":
      return () => {
        const codes = typedCodes(column.codes);
        return (row) => counts.add(codes[row] === 0 ? undefined : codes[row], () => column.valueAt(row));
      };
    case "strings":
      return () => (row) => counts.add(column.valueAt(row) ?? undefined, () => column.valueAt(row));
    case "numbers": {
      const exceptions = new Set(column.exceptions);
      return () => {
        const numberAt = column.reader();
        return (row) => {
          const number = numberAt(row);
          const isNumber = number === number;
          const key = isNumber
            ? number
            : exceptions.has(row)
              ? identityKey(readAt(row), type.type)
              : undefined;
          counts.add(key, () => readAt(row));
        };
      };
    }
    case "lists": {
      const count = elementCounter(column, type.type === "list" ? type.items.type : "", counts);
      return () => count;
    }
    case "maps":
    case undefined:
      return () => (row) => counts.add(identityKey(readAt(row), type.type), () => readAt(row));
  }
}

/** Elements with different codes may be equal, such as one instant in two zones. */
function elementCounter(column: ListColumn, type: string, counts: Counts): (row: number) => void {
  const { values } = column;
  const identities = values.map((value) => identityKey(value, type));
  return (row) => {
    if (column.isNull(row)) counts.nulls++;
    const seen = new Set<unknown>([undefined]);
    for (const code of column.codesAt(row)) {
      const identity = identities[code];
      if (seen.has(identity)) continue;
      seen.add(identity);
      counts.add(identity, () => values[code]!);
    }
  };
}

/** Values by what they are found by, in the order in which they come. */
class Counts {
  readonly found = new Map<unknown, { readonly value: Value; count: number }>();
  nulls = 0;

  /** @param key undefined for null */
  add(key: unknown, value: () => Value): void {
    if (key === undefined) {
      this.nulls++;
      return;
    }
    const known = this.found.get(key);
    if (known === undefined) this.found.set(key, { value: value(), count: 1 });
    else known.count++;
  }
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
