import type { Expression } from "../../../ast/nodes.ts";
import type { CheckedFilter, FilterShape } from "../../../checker/checked.ts";
import { memberOf } from "../../../values/own-properties.ts";
import type { LocaleUse } from "../members/recent-locales.ts";
import type { ColumnCondition, ColumnTest } from "./row-test.ts";

type Side = keyof ColumnCondition;

/**
 * Compiled conditions of filters. Filters of one shape share some. They are kept for the last filter of each shape, because its other
 * conditions have literals that hardly occur again.
 */
export class CompiledShapes {
  /** By shape. A filter without one has a shape of its own. */
  readonly #shapes = new WeakMap<FilterShape | CheckedFilter, KeptConditions>();

  /** Returns whether this filter, or the last one of its shape, was compiled for these ranks and columns. */
  has(filter: CheckedFilter, locale: LocaleUse, version: number): boolean {
    return this.#currentConditions(filter.shape ?? filter, locale, version) !== undefined;
  }

  /** Returns the test of this filter if no other one of its shape was compiled since. */
  testOf(filter: CheckedFilter, locale: LocaleUse, version: number): ColumnTest | undefined {
    const conditions = this.#currentConditions(filter.shape ?? filter, locale, version);
    return conditions?.filter === filter ? conditions.test : undefined;
  }

  /**
   * Returns the conditions of the last filter of a shape, to compile this one.
   *
   * @param locale a new object if the ranks of the locale were dropped since
   * @param version version of the columns
   */
  conditionsOf(filter: CheckedFilter, locale: LocaleUse, version: number): ShapeConditions {
    const shape = filter.shape ?? filter;
    return new ShapeConditions(this.#currentConditions(shape, locale, version)?.tests, (tests, test) =>
      this.#shapes.set(shape, { filter, test, tests, locale, version }),
    );
  }

  #currentConditions(shape: object, locale: LocaleUse, version: number): KeptConditions | undefined {
    const conditions = this.#shapes.get(shape);
    return conditions?.locale === locale && conditions.version === version ? conditions : undefined;
  }
}

interface KeptConditions {
  readonly filter: CheckedFilter;
  readonly test: ColumnTest;
  readonly tests: ConditionTests;
  readonly locale: LocaleUse;
  readonly version: number;
}

type ConditionTests = ReadonlyMap<Expression, Partial<Record<Side, ColumnTest>>>;

/** The conditions of a filter while it is compiled. */
export class ShapeConditions {
  readonly #earlier: ConditionTests | undefined;
  readonly #keep: (tests: ConditionTests, test: ColumnTest) => void;
  readonly #tests = new Map<Expression, Partial<Record<Side, ColumnTest>>>();

  constructor(earlier: ConditionTests | undefined, keep: (tests: ConditionTests, test: ColumnTest) => void) {
    this.#earlier = earlier;
    this.#keep = keep;
  }

  /** Returns the test of a condition that another filter of the shape has compiled; undefined if it must be compiled. */
  reuse(condition: Expression, side: Side): ColumnTest | undefined {
    const test = this.#earlier?.get(condition)?.[side];
    if (test === undefined || memberOf(test, "isCurrent")?.call(test) === false) return undefined;
    this.add(condition, side, test);
    return test;
  }

  add(condition: Expression, side: Side, test: ColumnTest): void {
    const tests = this.#tests.get(condition);
    if (tests === undefined) this.#tests.set(condition, { [side]: test });
    else tests[side] = test;
  }

  /** Keeps the conditions for the next filter of the shape, and the test of this one. */
  keep(test: ColumnTest): void {
    this.#keep(this.#tests, test);
  }
}
