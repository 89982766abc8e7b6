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

  /**
   * @param locale a new object if the ranks of the locale were dropped after the test was compiled: the test then needs
   *   new ranks
   */
  has(filter: CheckedFilter, locale: LocaleUse, version: number): boolean {
    const known = this.#tests.get(filter);
    return known !== undefined && known.locale === locale && known.version === version;
  }

  /** @param version version of the columns for which `compile` compiles the test */
  get(filter: CheckedFilter, locale: LocaleUse, version: number, compile: () => ColumnTest): ColumnTest {
    const known = this.#tests.get(filter);
    if (this.has(filter, locale, version)) return known!.test;
    const test = compile();
    if (known !== undefined || this.#last === filter) {
      this.#tests.delete(filter);
      this.#tests.set(filter, { test, locale, version });
      if (this.#tests.size > MAX_KEPT) this.#tests.delete(this.#tests.keys().next().value!);
    }
    this.#last = filter;
    return test;
  }
}

const MAX_KEPT = 32;

interface Compiled {
  readonly test: ColumnTest;
  readonly locale: LocaleUse;
  readonly version: number;
}
