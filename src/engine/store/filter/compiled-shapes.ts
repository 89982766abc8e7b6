import type { Expression } from "../../../ast/nodes.ts";
import type { FilterShape } from "../../../checker/checked.ts";
import { memberOf } from "../../../values/own-properties.ts";
import type { LocaleUse } from "../members/recent-locales.ts";
import type { ColumnCondition, ColumnTest } from "./row-test.ts";

type Side = keyof ColumnCondition;

/**
 * Compiled conditions that filters of one shape share. Kept for the last filter of each shape, because its other conditions have
 * literals that hardly occur again.
 */
export class CompiledShapes {
  readonly #shapes = new WeakMap<FilterShape, KeptConditions>();

  /** Returns whether the last filter of a shape was compiled for these ranks and columns. */
  has(shape: FilterShape | undefined, locale: LocaleUse, version: number): boolean {
    return shape !== undefined && this.#current(shape, locale, version) !== undefined;
  }

  /**
   * Returns the conditions of the last filter of a shape, to compile another one.
   *
   * @param locale a new object if the ranks of the locale were dropped since
   * @param version version of the columns
   */
  conditionsOf(shape: FilterShape, locale: LocaleUse, version: number): ShapeConditions {
    return new ShapeConditions(this.#current(shape, locale, version)?.tests, (tests) =>
      this.#shapes.set(shape, { tests, locale, version }),
    );
  }

  #current(shape: FilterShape, locale: LocaleUse, version: number): KeptConditions | undefined {
    const kept = this.#shapes.get(shape);
    return kept?.locale === locale && kept.version === version ? kept : undefined;
  }
}

interface KeptConditions {
  readonly tests: ConditionTests;
  readonly locale: LocaleUse;
  readonly version: number;
}

type ConditionTests = ReadonlyMap<Expression, Partial<Record<Side, ColumnTest>>>;

/** The conditions of a filter while it is compiled. */
export class ShapeConditions {
  readonly #known: ConditionTests | undefined;
  readonly #keep: (tests: ConditionTests) => void;
  readonly #tests = new Map<Expression, Partial<Record<Side, ColumnTest>>>();

  constructor(known: ConditionTests | undefined, keep: (tests: ConditionTests) => void) {
    this.#known = known;
    this.#keep = keep;
  }

  /** Returns the test of a condition that another filter of the shape has compiled; undefined if it must be compiled. */
  reuse(condition: Expression, side: Side): ColumnTest | undefined {
    const test = this.#known?.get(condition)?.[side];
    if (test === undefined || memberOf(test, "isCurrent")?.call(test) === false) return undefined;
    this.add(condition, side, test);
    return test;
  }

  add(condition: Expression, side: Side, test: ColumnTest): void {
    const tests = this.#tests.get(condition);
    if (tests === undefined) this.#tests.set(condition, { [side]: test });
    else tests[side] = test;
  }

  /** Keeps the conditions for the next filter of the shape. */
  keep(): void {
    this.#keep(this.#tests);
  }
}
