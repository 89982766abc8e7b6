import type { Operation } from "tamis/http";
import type { RowAccess } from "../../access/rights.ts";
import type { RuleIndex } from "../rules/rule-index.ts";

/** Maximum number of collections and items, each for callers with the same principals, and of paths with decisions. */
export const MAX_RESULTS = 2_000;

/** Rights on a collection, or on one of its items, by operation. */
export type AccessByOperation = Map<Operation, RowAccess>;

/**
 * Rights that are the same for all requests of callers with the same principals. They are dropped when rules change. Equal rights are one
 * object, so that pages of such callers can be kept, too.
 */
export class AccessCache {
  readonly #index: RuleIndex;
  readonly #results = new Map<string, AccessByOperation>();
  /** Whether a permission is granted, by permission, path and principals. */
  readonly #granted = new Map<string, boolean>();
  #revision = -1;

  constructor(index: RuleIndex) {
    this.#index = index;
  }

  /** Returns the known rights, to which the caller adds others. */
  of(key: string): AccessByOperation {
    this.#forgetOld();
    let accessByOperation = this.#results.get(key);
    if (accessByOperation !== undefined) return accessByOperation;
    if (this.#results.size >= MAX_RESULTS) this.#results.clear();
    this.#results.set(key, (accessByOperation = new Map<Operation, RowAccess>()));
    return accessByOperation;
  }

  /** Returns whether a permission is granted; undefined if that is not known. */
  isGranted(key: string): boolean | undefined {
    this.#forgetOld();
    return this.#granted.get(key);
  }

  /** @param revision revision of the rules by which the permission was decided */
  setGranted(key: string, isGranted: boolean, revision: number): void {
    if (revision !== this.#index.revision) return;
    this.#forgetOld();
    if (this.#granted.size >= MAX_RESULTS) this.#granted.clear();
    this.#granted.set(key, isGranted);
  }

  #forgetOld(): void {
    if (this.#revision === this.#index.revision) return;
    this.#results.clear();
    this.#granted.clear();
    this.#revision = this.#index.revision;
  }
}
