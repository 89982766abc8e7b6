import type { RowKeys } from "../members/row-keys.ts";
import { type RowKey } from "../members/row-keys.ts";

/** Changes that are made at once: whoever asks sees all of them or none. */
export interface Changes<T> {
  /** New rows. A key that is there already is a conflict. */
  readonly insert?: readonly T[] | undefined;
  /** Rows in place of those with the same key. A key that is not there is a conflict. */
  readonly update?: readonly T[] | undefined;
  /** Rows that are inserted, or put in place of those with the same key. */
  readonly upsert?: readonly T[] | undefined;
  /** Keys of rows that go. One that is not there is a conflict. */
  readonly delete?: readonly RowKey[] | undefined;
}

/** What came of some changes. */
export type ChangeResult =
  | {
      readonly ok: true;
      readonly inserted: number;
      readonly updated: number;
      readonly deleted: number;
    }
  | {
      /** Nothing was changed. */
      readonly ok: false;
      readonly conflicts: readonly ChangeConflict[];
    };

export interface ChangeConflict {
  readonly kind: "insert" | "update" | "upsert" | "delete";
  /** Its place among those of its kind. */
  readonly index: number;
  readonly reason: "key exists" | "key missing" | "no key" | "key twice";
}

/** The rows that come and the numbers of those that go, or why not. */
export type PlannedChanges<T> =
  | {
      readonly ok: true;
      readonly added: readonly T[];
      readonly keys: readonly unknown[];
      readonly removed: readonly number[];
      readonly inserted: number;
      readonly updated: number;
      readonly deletedKeys: readonly unknown[];
    }
  | { readonly ok: false; readonly conflicts: readonly ChangeConflict[] };

/** Finds out what changes come to. Nothing is changed here. */
export function planChanges<T>(changes: Changes<T>, index: RowKeys | undefined): PlannedChanges<T> {
  const conflicts: ChangeConflict[] = [];
  const added: T[] = [];
  const keys: unknown[] = [];
  const removed: number[] = [];
  const deletedKeys: unknown[] = [];
  const seen = new Set<unknown>();
  let updated = 0;
  const take = (kind: ChangeConflict["kind"], place: number, key: unknown): number | undefined => {
    const row = index?.find(key);
    const refuse = (reason: ChangeConflict["reason"]) => void conflicts.push({ kind, index: place, reason });
    if (key === undefined && kind !== "insert") refuse("no key");
    else if (key !== undefined && seen.has(key)) refuse("key twice");
    else if (kind === "insert" && row !== undefined) refuse("key exists");
    else if ((kind === "update" || kind === "delete") && row === undefined) refuse("key missing");
    if (key !== undefined) seen.add(key);
    return row;
  };
  const put = (kind: ChangeConflict["kind"]) => (row: T, place: number) => {
    const key = index?.keyOf(row);
    const before = take(kind, place, key);
    if (before !== undefined) {
      removed.push(before);
      updated++;
    }
    added.push(row);
    keys.push(key);
  };
  changes.insert?.forEach(put("insert"));
  changes.update?.forEach(put("update"));
  changes.upsert?.forEach(put("upsert"));
  changes.delete?.forEach((given, place) => {
    const key = index?.normalize(given);
    const before = take("delete", place, key);
    if (before !== undefined) removed.push(before);
    deletedKeys.push(key);
  });
  if (conflicts.length > 0) return { ok: false, conflicts };
  return { ok: true, added, keys, removed, inserted: added.length - updated, updated, deletedKeys };
}
