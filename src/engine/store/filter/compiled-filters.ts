import type { CheckedFilter } from "../../../checker/checked.ts";
import type { LocaleUse } from "../members/recent-locales.ts";
import type { ColumnTest } from "./row-test.ts";

/**
 * Cache of compiled filters, oldest first. A filter is cached when it is used twice in a row, because most
 * filters are used once.
 */
export class CompiledFilters {
  readonly #tests = new Map<CheckedFilter, Compiled>();
  #last: CheckedFilter | undefined;

  has(filter: CheckedFilter, locale: LocaleUse, version: number): boolean {
    return this.get(filter, locale, version) !== undefined;
  }

  /**
   * @param locale a new object if the ranks of the locale were dropped after the test was compiled: the test then needs
   *   new ranks
   * @param version version of the columns
   */
  get(filter: CheckedFilter, locale: LocaleUse, version: number): ColumnTest | undefined {
    const known = this.#tests.get(filter);
    if (known?.locale !== locale || known.version !== version) return undefined;
    this.#last = filter;
    return known.test;
  }

  /** Keeps a compiled filter if it is used the second time in a row, or if it was kept for other columns. */
  add(filter: CheckedFilter, compiled: Compiled): void {
    if (this.#tests.delete(filter) || this.#last === filter) {
      this.#tests.set(filter, compiled);
      if (this.#tests.size > MAX_KEPT) this.#tests.delete(this.#tests.keys().next().value!);
    }
    this.#last = filter;
  }
}

const MAX_KEPT = 32;

interface Compiled {
  readonly test: ColumnTest;
  readonly locale: LocaleUse;
  /** Version of the columns for which the test was compiled. */
  readonly version: number;
}
