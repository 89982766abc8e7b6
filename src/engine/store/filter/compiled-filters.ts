import type { CheckedFilter } from "../../../checker/checked.ts";
import type { ColumnTest } from "./row-test.ts";

/**
 * Filters that were asked more than once, the one asked last at the end. A filter that is asked again is compiled
 * already, and knows what it has found out of the values. One that is asked once is not kept: it would outlive its
 * request for nothing.
 */
export class CompiledFilters {
  readonly #tests = new Map<CheckedFilter, Compiled>();
  #last: CheckedFilter | undefined;

  has(filter: CheckedFilter, locale: string | undefined, version: number): boolean {
    const known = this.#tests.get(filter);
    return known !== undefined && known.locale === locale && known.version === version;
  }

  /** @param version that of the columns: a test holds for this one alone */
  get(
    filter: CheckedFilter,
    locale: string | undefined,
    version: number,
    compile: () => ColumnTest,
  ): ColumnTest {
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

/** So many compiled filters are kept. */
const MAX_KEPT = 32;

interface Compiled {
  readonly test: ColumnTest;
  readonly locale: string | undefined;
  readonly version: number;
}
