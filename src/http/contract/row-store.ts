import type { Collection } from "../../engine/collection.ts";
import type { BodyProblemCode } from "./body-problems.ts";

/**
 * Interface of stores whose rows can be changed. Each method is atomic: conditions are compared and the row is changed in
 * one statement or transaction, so that of two conditional changes of one version only one succeeds.
 */
export interface RowStore<T = Record<string, unknown>> {
  /** The rows of the store. Reads see each completed change. */
  readonly collection: Collection<T>;
  /**
   * Returns the number of fraction digits of a second that the store keeps of a member's values, from 0 to 9. Values with
   * more are refused. Default: 9.
   */
  readonly fractionDigits?: ((member: string) => number) | undefined;
  /** Returns whether only the database sets a member. Changes keep its value. Default: false. */
  readonly isReadOnly?: ((member: string) => boolean) | undefined;
  /** Returns whether a member that a new row does not have gets a value of the database. Default: false, and such members are null. */
  readonly hasDefault?: ((member: string) => boolean) | undefined;
  /** Sets of members, in addition to the key, whose values no two rows share. Default: none. */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /** Returns the row of a key, with its version; undefined if there is none. */
  readonly read: (key: StoreKey, options?: StoreOptions) => Promise<StoredRow<T> | undefined>;
  /**
   * Creates a row. A row without a value of an integer key gets the next one.
   */
  readonly create: (row: T, options?: CreateOptions) => Promise<CreateOutcome<T>>;
  /**
   * Creates rows that all have keys, in one transaction: all of them, or none. Listeners are not called. Undefined if the store
   * can only create rows one by one.
   */
  readonly createAll?:
    ((rows: readonly T[], options?: CreateAllOptions) => Promise<CreateAllOutcome>) | undefined;
  /** Replaces a row whose version fulfills the condition. */
  readonly replace: (
    key: StoreKey,
    row: T,
    condition: VersionCondition,
    options?: ChangeOptions,
  ) => Promise<ReplaceOutcome<T>>;
  readonly delete: (key: StoreKey, condition: VersionCondition) => Promise<DeleteOutcome>;
  /**
   * Calls `onChange` after each completed change. Undefined if the store cannot report changes.
   *
   * @returns a function that stops the calls
   */
  readonly watch?: ((onChange: (change: RowChange) => void) => () => void) | undefined;
  readonly close?: (() => Promise<void>) | undefined;
}

/** Value of the catalog's key. */
export type StoreKey = string | number | bigint;

export interface StoreOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StoredRow<T> {
  readonly row: T;
  /**
   * Opaque version, unique among all versions of all rows, also of deleted ones: 1 to 64 characters of `A-Z a-z 0-9 - _`.
   */
  readonly version: string;
}

/** Versions that a change accepts: any, or one of a list. */
export type VersionCondition = "any" | readonly string[];

export interface ChangeOptions {
  /** Called with the row as it is stored, with the values that the database has set. If it throws, nothing is changed. */
  readonly check?: ((row: object) => void) | undefined;
}

export interface CreateOptions extends ChangeOptions {
  /**
   * Key of an idempotent request. A second request with the same scope and key creates nothing, and returns the first
   * row. Stores keep keys for at least 24 hours.
   */
  readonly idempotency?: IdempotencyKey | undefined;
}

export interface CreateAllOptions {
  /** Called between statements with the number of rows that are stored already. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

export type CreateAllOutcome =
  | { readonly kind: "created" }
  /** Index of the first row that the database refuses. */
  | { readonly kind: "refused"; readonly index: number };

export interface IdempotencyKey {
  /** Identifies the caller and the resource. */
  readonly scope: string;
  readonly key: string;
  /** Digest of the request. Reusing a key for a request with another digest is an error. */
  readonly digest: string;
}

export type CreateOutcome<T> =
  | { readonly kind: "created"; readonly stored: StoredRow<T> }
  /** An earlier request with the same idempotency key created this row. Undefined if it has been deleted since. */
  | { readonly kind: "repeated"; readonly key: StoreKey; readonly stored: StoredRow<T> | undefined }
  /** The idempotency key belongs to another request. */
  | { readonly kind: "reused" }
  /** A row with these values of unique members exists. Without members, another rule of the database refuses the row. */
  | { readonly kind: "conflict"; readonly members: readonly string[] }
  | RefusedRow
  /** The row needs the next integer key, and the greatest one is in use. */
  | { readonly kind: "exhausted" };

/** The store cannot keep these values. */
export interface RefusedRow {
  readonly kind: "invalid";
  readonly problems: readonly ValueProblem[];
}

/** A value of a member that the store cannot keep. */
export interface ValueProblem {
  readonly member: string;
  /** Stable code, as in responses. */
  readonly code: BodyProblemCode;
  /** One sentence for users. */
  readonly message: string;
}

export type ReplaceOutcome<T> =
  | { readonly kind: "replaced"; readonly stored: StoredRow<T> }
  | { readonly kind: "missing" }
  | { readonly kind: "mismatch" }
  | { readonly kind: "conflict"; readonly members: readonly string[] }
  | RefusedRow;

export type DeleteOutcome =
  | { readonly kind: "deleted" }
  | { readonly kind: "missing" }
  | { readonly kind: "mismatch" }
  /** A rule of the database keeps the row, such as a reference of another row. */
  | { readonly kind: "conflict" };

/** A completed change of one row. */
export interface RowChange {
  readonly key: StoreKey;
  /** Row before the change; undefined for a created row. */
  readonly before: object | undefined;
  /** Row after the change; undefined for a deleted row. */
  readonly after: object | undefined;
}
