import { printNode } from "../../../ast/print.ts";
import { walk } from "../../../ast/walk.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import { compileSortValues, type SortValues } from "../../../evaluator/comparator.ts";
import type { FunctionTable } from "../../../functions/definition/function-table.ts";
import { functionTable } from "../../../functions/list.ts";
import type { OrderPath } from "../../explain.ts";
import type { FilterContext } from "../filter/row-test.ts";

export interface OrderState {
  readonly values: SortValues;
  /** Work of all scans in this order so far. */
  spent: number;
  /** Work that selections in this order have lost without a sorted index. */
  lost: number;
  /** Work of the last page by each access path, in units. */
  readonly work: Map<OrderPath, number>;
  /** Work of all comparisons by each sort key. */
  readonly compared: Map<number, number>;
  sortedIndex: Uint32Array | undefined;
}

export function newOrderState(sortBy: CheckedSortBy, { locale, isPlain }: FilterContext): OrderState {
  const values = compileSortValues(sortBy, {
    ...(locale === undefined ? {} : { locale }),
    rows: isPlain ? "plain" : "any",
  });
  return { values, spent: 0, lost: 0, work: new Map(), compared: new Map(), sortedIndex: undefined };
}

/** Identity of the order of each sort in the locale that last used it. Requests with the same sort share its tree. */
const lastIds = new WeakMap<CheckedSortBy, { readonly locale: string | undefined; readonly id: string }>();

export function orderId(sortBy: CheckedSortBy, { locale }: FilterContext): string {
  const last = lastIds.get(sortBy);
  if (last !== undefined && last.locale === locale) return last.id;
  const id = describeOrder(sortBy, locale);
  lastIds.set(sortBy, { locale, id });
  return id;
}

function describeOrder(sortBy: CheckedSortBy, locale: string | undefined): string {
  return JSON.stringify([
    callsServices(sortBy) ? idOf(sortBy.functions) : null,
    locale ?? null,
    describeKeys(sortBy),
  ]);
}

/** Returns whether the order with an identity is the same in all threads: its keys call no functions of a service. */
export function isOfAllThreads(id: string): boolean {
  return id.startsWith("[null,");
}

/** Returns whether a key calls a function that is not built in. Other orders are the same for all function tables. */
function callsServices({ keys, functions }: CheckedSortBy): boolean {
  const builtIn = functionTable();
  if (functions === builtIn) return false;
  return keys.some(({ expression }) => {
    let hasServiceCall = false;
    walk(expression, (node) => {
      hasServiceCall ||= node.kind === "call" && functions.get(node.callee) !== builtIn.get(node.callee);
    });
    return hasServiceCall;
  });
}

/** Returns canonical text for each sort key, and last the catalog's key. */
export function describeKeys({ keys, catalog }: CheckedSortBy): string[] {
  const texts = keys.map(
    ({ expression, direction, comparison }) => `${printNode(expression)}:${direction}:${comparison}`,
  );
  return catalog?.key === undefined ? texts : [...texts, catalog.key];
}

/**
 * Returns a number that identifies a function table, because service functions may have the names of built-in
 * functions.
 */
function idOf(functions: FunctionTable): number {
  let id = ids.get(functions);
  if (id === undefined) ids.set(functions, (id = nextId++));
  return id;
}

const ids = new WeakMap<FunctionTable, number>();
let nextId = 0;
