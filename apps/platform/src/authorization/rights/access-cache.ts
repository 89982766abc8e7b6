import type { RowAccess } from "../../access/rights.ts";
import type { RuleIndex } from "../rules/rule-index.ts";

/** Maximum number of kept results. */
const MAX_RESULTS = 10_000;

/**
 * Rights on collections that are the same for all requests of callers with the same principals. They are dropped when rules change. Equal
 * rights are one object, so that pages of such callers can be kept, too.
 */
export class AccessCache {
  readonly #index: RuleIndex;
  readonly #results = new Map<string, RowAccess>();
  #revision = -1;

  constructor(index: RuleIndex) {
    this.#index = index;
  }

  get(key: string): RowAccess | undefined {
    return this.#revision === this.#index.revision ? this.#results.get(key) : undefined;
  }

  set(key: string, access: RowAccess): void {
    if (this.#revision !== this.#index.revision || this.#results.size >= MAX_RESULTS) this.#results.clear();
    this.#revision = this.#index.revision;
    this.#results.set(key, access);
  }
}
