import { name } from "../../../ast/constructors.ts";
import { resolveMember } from "../../../catalog/resolve-member.ts";
import type { CheckedSortBy, CheckedSortKey } from "../../../checker/checked.ts";
import { compileComparator } from "../../../evaluator/comparator.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Value } from "../../../values/types.ts";
import { arrayOf } from "../kernels/plain.ts";
import { columnKey } from "../read-member.ts";
import { Ranks, type Order } from "./ranks.ts";
import { ranksKey, valueOrder } from "../value-order.ts";
import { membersOf, type Cell, type VectorContext } from "../vector.ts";

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** One criterion of an order, as a number for each row; lower ones come first, before the direction counts. */
export interface NumberKey {
  readonly kind: "numbers";
  /** NaN is the lowest. To be asked for when all keys are made: memory that grows leaves its views behind. */
  readonly numbers: () => Numbers;
  /** The least and the most of all rows, NaN left out. */
  readonly least: number;
  readonly most: number;
  readonly isDescending: boolean;
}

/** One criterion as a comparison of two rows by their numbers, and, if it comes to many, as a number for each. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: Order<number>;
  readonly isDescending: boolean;
  readonly asNumbers: () => NumberKey;
}

export type OrderKey = NumberKey | CompareKey;

/** The criteria of an order, the catalog's key last: it parts what the others do not. */
export function orderKeys(sortBy: CheckedSortBy, context: VectorContext): OrderKey[] {
  const keys = sortBy.keys.map((key) => orderKey(key, context));
  const { catalog } = sortBy;
  const member = catalog?.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined) return keys;
  const expression = name(catalog!.key!);
  const members = new Map([[expression, member]]);
  const tie: CheckedSortKey = { expression, direction: "ascending", comparison: "codePoint" };
  const checked = { catalog: undefined, functions: sortBy.functions, members };
  return [...keys, orderKey(tie, { ...context, checked, locale: undefined })];
}

function orderKey(key: CheckedSortKey, context: VectorContext): OrderKey {
  const { expression, comparison } = key;
  const isDescending = key.direction === "descending";
  const members = membersOf(expression, context);
  const [member] = members;
  const column =
    member === undefined || members.length > 1 ? undefined : context.columns.get(member, context.checked);
  const isMember = expression.kind === "name";
  if (column?.kind === "codes") {
    const order = isMember ? valueOrder(comparison, context.locale) : cellOrder(key, member!, context);
    const ranks = isMember
      ? column.ranks(ranksKey(comparison, context.locale), order)
      : new Ranks(column, order, context.kernels, true);
    const codes = ranks.ofRows();
    const copy = isMember ? undefined : arrayOf(codes).slice();
    if (!isMember) ranks.release();
    return {
      kind: "numbers",
      numbers: () => copy ?? arrayOf(codes),
      least: 0,
      most: codes.count - 1,
      isDescending,
    };
  }
  if (column?.kind === "numbers" && isMember && column.exceptions.length === 0) {
    const { least, most } = column;
    return { kind: "numbers", numbers: () => column.slab.f64(), least, most, isDescending };
  }
  const compare =
    column?.kind === "texts" && isMember
      ? ofRows(column.values, valueOrder(comparison, context.locale))
      : rowOrder(key, context);
  const text = isMember ? `${columnKey(member!)} ${ranksKey(comparison, context.locale)}` : undefined;
  const asNumbers = (): NumberKey => {
    const make = () => ranksOfRows(compare, context.rows);
    const numbers = text === undefined ? make() : context.columns.ranks(text, make);
    return { kind: "numbers", numbers: () => numbers, least: 0, most: context.rows, isDescending };
  };
  return { kind: "compare", compare, isDescending, asNumbers };
}

function ofRows(values: readonly Value[], order: Order<Value>): Order<number> {
  return (a, b) => order(values[a]!, values[b]!);
}

/** The order of what an expression is for two values of the one member that it names. */
function cellOrder(key: CheckedSortKey, member: ResolvedMember, context: VectorContext): Order<Value> {
  const inCell = { ...member, path: ["v"], lists: [0] };
  const { functions, members } = context.checked;
  const cells = new Map([...members.keys()].map((each) => [each, inCell]));
  const compare = compileComparator(
    {
      kind: "checkedSortBy",
      catalog: undefined,
      functions,
      members: cells,
      keys: [{ ...key, direction: "ascending" }],
    },
    localeOptions(context),
  );
  const [x, y]: [Cell, Cell] = [{ v: null }, { v: null }];
  return (a, b) => {
    x.v = a;
    y.v = b;
    return compare(x, y);
  };
}

/** The order of what an expression is for two rows. */
function rowOrder(key: CheckedSortKey, context: VectorContext): Order<number> {
  const { functions, members } = context.checked;
  const compare = compileComparator(
    {
      kind: "checkedSortBy",
      catalog: undefined,
      functions,
      members,
      keys: [{ ...key, direction: "ascending" }],
    },
    localeOptions(context),
  );
  const { rows } = context.columns;
  return (a, b) => compare(rows.at(a), rows.at(b));
}

function localeOptions({ locale }: VectorContext): { readonly locale?: string } {
  return locale === undefined ? {} : { locale };
}

function ranksOfRows(compare: Order<number>, rows: number): Uint32Array {
  const sorted = Uint32Array.from({ length: rows }, (_, row) => row).sort(compare);
  const ranks = new Uint32Array(rows);
  let rank = 0;
  for (let i = 0; i < rows; i++) {
    if (i > 0 && compare(sorted[i - 1]!, sorted[i]!) !== 0) rank++;
    ranks[sorted[i]!] = rank;
  }
  return ranks;
}
