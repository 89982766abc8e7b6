import { requireArray } from "../../../diagnostics/require-argument.ts";
import type { RowKey, RowKeys } from "../members/row-keys.ts";

/** Changes that are made together: readers see all of them or none. */
export interface Changes<T> {
  /** New rows. An existing key is a conflict. */
  readonly insert?: readonly T[] | undefined;
  /** Rows that replace those with the same key. A missing key is a conflict. */
  readonly update?: readonly T[] | undefined;
  /** Rows that replace those with the same key, or that are inserted if there is none. */
  readonly upsert?: readonly T[] | undefined;
  /** Keys of rows to delete. A missing key is a conflict. */
  readonly delete?: readonly RowKey[] | undefined;
}

/** Counts of the changes that were made, or the conflicts that prevented all of them. */
export type ChangeResult =
  | {
      readonly ok: true;
      readonly inserted: number;
      readonly updated: number;
      readonly deleted: number;
    }
  | {
      readonly ok: false;
      readonly conflicts: readonly ChangeConflict[];
    };

export interface ChangeConflict {
  readonly kind: "insert" | "update" | "upsert" | "delete";
  /** Index in the list of changes of this kind, such as `Changes.insert`. */
  readonly index: number;
  readonly reason: "key exists" | "key missing" | "no key" | "key twice";
}

/** Rows to append and numbers of the rows to delete, or the conflicts. */
export type PlannedChanges<T> =
  | {
      readonly ok: true;
      readonly added: readonly T[];
      /** Keys of the added rows. */
      readonly keys: readonly unknown[];
      readonly removed: readonly number[];
      readonly inserted: number;
      readonly updated: number;
      readonly deletedKeys: readonly unknown[];
    }
  | { readonly ok: false; readonly conflicts: readonly ChangeConflict[] };

const KINDS: ReadonlySet<string> = new Set<keyof Changes<unknown>>(["insert", "update", "upsert", "delete"]);

/**
 * Plans changes without making them.
 *
 * @throws TypeError for unknown properties, and for changes that are not arrays
 * @param index finds rows by key; can be undefined only if all changes are insertions of rows without key
 */
export function planChanges<T>(changes: Changes<T>, index: RowKeys | undefined): PlannedChanges<T> {
  for (const [kind, value] of Object.entries(changes)) {
    if (!KINDS.has(kind))
      throw new TypeError(
        `Unknown property ${JSON.stringify(kind)} of the changes. Known are insert, update, upsert and delete.`,
      );
    if (value !== undefined) requireArray(value, kind);
  }
  const conflicts: ChangeConflict[] = [];
  const added: T[] = [];
  const keys: unknown[] = [];
  const removed: number[] = [];
  const deletedKeys: unknown[] = [];
  const changedKeys = new Set<unknown>();
  let updated = 0;
  /** Returns the number of the existing row with a key, if there is one, and reports conflicts. */
  const rowWithKey = (kind: ChangeConflict["kind"], at: number, key: unknown): number | undefined => {
    const row = index?.find(key);
    const report = (reason: ChangeConflict["reason"]) => void conflicts.push({ kind, index: at, reason });
    if (key === undefined && kind !== "insert") report("no key");
    else if (key !== undefined && changedKeys.has(key)) report("key twice");
    else if (kind === "insert" && row !== undefined) report("key exists");
    else if ((kind === "update" || kind === "delete") && row === undefined) report("key missing");
    if (key !== undefined) changedKeys.add(key);
    return row;
  };
  const planRows = (kind: ChangeConflict["kind"]) => (row: T, at: number) => {
    const key = index?.keyOf(row);
    const before = rowWithKey(kind, at, key);
    if (before !== undefined) {
      removed.push(before);
      updated++;
    }
    added.push(row);
    keys.push(key);
  };
  changes.insert?.forEach(planRows("insert"));
  changes.update?.forEach(planRows("update"));
  changes.upsert?.forEach(planRows("upsert"));
  changes.delete?.forEach((rowKey, at) => {
    const key = index?.normalize(rowKey);
    const before = rowWithKey("delete", at, key);
    if (before !== undefined) removed.push(before);
    deletedKeys.push(key);
  });
  if (conflicts.length > 0) return { ok: false, conflicts };
  return { ok: true, added, keys, removed, inserted: added.length - updated, updated, deletedKeys };
}
