import type { CheckedFilter } from "../../../checker/checked.ts";
import type { ColumnTest } from "./row-test.ts";

/**
 * Cache of compiled filters, oldest first. A filter is cached when it is used twice in a row, because most
 * filters are used once.
 */
export class CompiledFilters {
  readonly #tests = new Map<CheckedFilter, Compiled>();
  #last: CheckedFilter | undefined;

  has(filter: CheckedFilter, locale: string | undefined, version: number): boolean {
    const known = this.#tests.get(filter);
    return known !== undefined && known.locale === locale && known.version === version;
  }

  /** @param version version of the columns for which `compile` compiles the test */
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

const MAX_KEPT = 32;

interface Compiled {
  readonly test: ColumnTest;
  readonly locale: string | undefined;
  readonly version: number;
}
