import type { Catalog } from "../../../catalog/types.ts";
import { unreadableMembers } from "../../../evaluator/unreadable.ts";
import type { Task } from "../tasks/task.ts";
import type { StoreState } from "./store-state.ts";

/** A row with values that their member's type cannot read. */
export interface Unreadable<T> {
  readonly row: T;
  /** Index of the row among the live rows, from 0. */
  readonly index: number;
  /** Dotted names of the members with unreadable values. */
  readonly members: readonly string[];
}

/** Finds unreadable values lazily, among the rows that are live now. */
export function* unreadable<T>(state: StoreState<T>): Task<Iterable<Unreadable<T>>> {
  const rows: T[] = [];
  yield* state.visitRows((row) => rows.push(row));
  return unreadableRows(state.catalog, rows);
}

function* unreadableRows<T>(catalog: Catalog, rows: readonly T[]): Iterable<Unreadable<T>> {
  const membersOf = unreadableMembers(catalog);
  for (const [index, row] of rows.entries()) {
    const members = membersOf(row);
    if (members.length > 0) yield { row, index, members };
  }
}
