import { name } from "../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Checked, CheckedSortBy } from "../../checker/checked.ts";
import { functionTable } from "../../functions/list.ts";
import type { Reader } from "../../functions/types.ts";
import type { Value } from "../../values/types.ts";
import type { Column } from "./build-column.ts";
import { eachRow } from "./growing.ts";
import { arrayOf } from "./kernels/plain.ts";
import type { ListColumn } from "./list-column.ts";
import { memberReaderOf } from "./read-member.ts";
import type { Rows } from "./rows.ts";
import { identityOf } from "./same-value.ts";

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
export function countFacets(
  selected: Uint32Array,
  rows: Rows,
  { member: { type }, read }: AskedMember,
  column: Column | undefined,
  limit: number,
): Facets {
  const counts = new Counts();
  const each = (visit: (row: number) => void) => eachRow(selected, rows.length, visit);
  const readAt = (row: number) => read(rows.at(row));
  switch (column?.kind) {
    case "codes": {
      const codes = arrayOf(column.codes);
      each((row) => counts.add(codes[row] === 0 ? undefined : codes[row], () => column.valueAt(row)));
      break;
    }
    case "texts":
      each((row) => counts.add(column.valueAt(row) ?? undefined, () => column.valueAt(row)));
      break;
    case "numbers": {
      const numberAt = column.reader();
      const exceptions = new Set(column.exceptions);
      each((row) => {
        const number = numberAt(row);
        const isNumber = number === number;
        const key = isNumber ? number : exceptions.has(row) ? identityOf(readAt(row), type.type) : undefined;
        counts.add(key, () => readAt(row));
      });
      break;
    }
    case "lists":
      countElements(each, column, type.type === "list" ? type.items.type : "", counts);
      break;
    case "maps":
    case undefined:
      each((row) => counts.add(identityOf(readAt(row), type.type), () => readAt(row)));
  }
  const values = [...counts.found.values()].sort((a, b) => b.count - a.count);
  return { values: values.slice(0, limit), distinct: values.length, nulls: counts.nulls };
}

/** Elements with different codes may be equal, such as one instant in two zones. */
function countElements(
  each: (visit: (row: number) => void) => void,
  column: ListColumn,
  type: string,
  counts: Counts,
): void {
  const { values } = column;
  const identities = values.map((value) => identityOf(value, type));
  each((row) => {
    if (column.isNull(row)) counts.nulls++;
    const seen = new Set<unknown>([undefined]);
    for (const code of column.codesAt(row)) {
      const identity = identities[code];
      if (seen.has(identity)) continue;
      seen.add(identity);
      counts.add(identity, () => values[code]!);
    }
  });
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
