import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckedFilter, compilePredicate, defineCatalog, parseFilter, print } from "tamis";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { CompiledShapes } from "../../../src/engine/store/filter/compiled-shapes.ts";
import type { ColumnTest } from "../../../src/engine/store/filter/row-test.ts";
import { decodeQuery, encodeText } from "tamis/url";
import { DecoderSettings } from "../../../src/url/query-decoder.ts";
import { queryShapeOf, QueryShape } from "../../../src/url/query-shape.ts";
import { conditions, TYPED } from "../../properties/evaluable.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { TUNINGS } from "./against-rows.ts";
import { KERNELS } from "./tried-kernels.ts";

const SHAPES = [
  (condition: string, number: number) => `and(${condition},ge(i,${number}))`,
  (condition: string, number: number) => `or(lt(i,${number}),${condition})`,
  (condition: string, number: number) => `not(and(${condition},${condition},ne(n,-${number})))`,
  (condition: string, number: number) => `and(in(i,${number},${number}),or(${condition},gt(n,${number})))`,
];

/** Returns filters that differ only in an integer, and that share a shape if the query strings allow it. */
function filtersOf(write: (number: number) => string, numbers: readonly number[]): CheckedFilter[] {
  const settings = new DecoderSettings({ catalog: typedCatalog });
  const raws = numbers.map((number) => `filter=${encodeText(write(number))}`);
  const first = decodeQuery(raws[0]!, { catalog: typedCatalog }).query;
  const shape = first === undefined ? undefined : QueryShape.of(raws[0]!, first, settings);
  if (shape === undefined) return [];
  return raws
    .filter((raw) => queryShapeOf(raw) === queryShapeOf(raws[0]!))
    .map((raw) => shape.read(raw)?.checkedFilter)
    .filter((filter) => filter !== undefined);
}

describe.each(KERNELS)("filters of one shape, %s kernels", (_name, make) => {
  it.each(TUNINGS)("match the rows of the row predicate: %s", (_name, tuning) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
      fc.sample(arbitrary, { numRuns, seed });
    const given = sample(fc.array(typedRows, { minLength: 120, maxLength: 160 }), 1)[0]!;
    const rows = [...given];
    const collection = createWithKernels<unknown>([...given], { catalog: typedCatalog }, make(), tuning);
    let compared = 0;
    for (const [i, expression] of sample(conditions(TYPED), 150).entries()) {
      const write = (number: number) => SHAPES[i % SHAPES.length]!(print(expression), number);
      for (const filter of filtersOf(write, [1, 2, 7, 3, 9, 2])) {
        compared++;
        const expected = rows.filter(compilePredicate(filter)).length;
        const found = [collection.count({ filter }), collection.page({ filter, limit: 5 }).count];
        expect([seed, print(filter.expression), found]).toEqual([
          seed,
          print(filter.expression),
          [expected, expected],
        ]);
        if (compared % 50 === 0) {
          const added = given.slice(0, 2).map((row, at) => ({ ...row, id: 1_000_000 + 2 * compared + at }));
          rows.push(...added);
          expect(collection.insert(added).ok).toBe(true);
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("cache the rows of a shared condition again, after another condition has displaced them", () => {
    const catalog = defineCatalog({
      name: "notes",
      members: { id: "integer", text: "string", state: "string", score: "number" },
      key: "id",
    });
    const notes = Array.from({ length: 3000 }, (_, id) => ({
      id,
      text: `text ${id}`,
      state: `s${id % 4}`,
      score: Math.sqrt(id),
    }));
    let passes = 0;
    const kernels = make();
    const counting: Kernels = {
      ...kernels,
      codesBetween: (...args) => (passes++, kernels.codesBetween(...args)),
      codesInTable: (...args) => (passes++, kernels.codesInTable(...args)),
    };
    const tuning = { ...TUNING, cachedConditions: 1, placedNumber: Infinity };
    const collection = createWithKernels<unknown>(notes, { catalog }, counting, tuning);
    const settings = new DecoderSettings({ catalog });
    const raw = (number: number) => `filter=and(eq(state,'s1'),ne(score,${number}))`;
    const queryOf = (text: string) => decodeQuery(text, { catalog }).query!;
    const shape = QueryShape.of(raw(1000), queryOf(raw(1000)), settings)!;
    let number = 1000;
    /** Returns how often columns of codes were read for the last of some filters. */
    const passesOfLast = (filters: number): number => {
      for (let i = 0; i < filters; i++) {
        const filter = shape.read(raw(number++))!.checkedFilter;
        passes = 0;
        expect(collection.page({ filter, limit: 1 }).count).toBe(
          notes.filter(compilePredicate(filter)).length,
        );
      }
      return passes;
    };
    expect(passesOfLast(2)).toBeGreaterThan(0);
    expect(passesOfLast(38)).toBe(0);
    for (let i = 0; i < 3; i++)
      collection.count({ filter: queryOf("filter=contains(text,'9')").checkedFilter });
    expect(passesOfLast(1)).toBeGreaterThan(0);
    expect(passesOfLast(38)).toBe(0);
  });

  it("share the nodes of conditions without numbers", () => {
    const catalog = defineCatalog({ name: "notes", members: { id: "integer", text: "string" }, key: "id" });
    const texts = Array.from({ length: 3000 }, (_, id) => ({ id, text: `text ${id % 100}` }));
    const collection = createWithKernels<unknown>(texts, { catalog }, make());
    const settings = new DecoderSettings({ catalog });
    const raw = (number: number) => `filter=and(contains($primary,text,'9'),gt(id,${number}))`;
    const shape = QueryShape.of(raw(1000), decodeQuery(raw(1000), { catalog }).query!, settings)!;
    const filters = Array.from({ length: 20 }, (_, i) => shape.read(raw(1000 + i * 50))!.checkedFilter);
    expect(new Set(filters.map(({ shape: each }) => each)).size).toBe(1);
    for (const filter of filters)
      expect(collection.count({ filter })).toBe(texts.filter(compilePredicate(filter)).length);
    const [first, ...others] = filters.map(({ expression }) =>
      expression.kind === "call" ? expression.args[0] : undefined,
    );
    expect(first).toBeDefined();
    for (const other of others) expect(other).toBe(first);
  });
});

describe("compiled conditions of a shape", () => {
  const [locale, condition] = [{ tasks: 0 }, parseFilter("eq(a,1)").expression!];
  const shape = {};
  const [filter, other] = [{ shape }, { shape }] as unknown as readonly [CheckedFilter, CheckedFilter];
  const testThat = (isCurrent?: () => boolean): ColumnTest => ({
    cost: 1,
    run: () => undefined,
    ...(isCurrent === undefined ? {} : { isCurrent }),
  });

  /** Compiles a filter with one condition. Returns its test, and whether it was reused. */
  function compile(shapes: CompiledShapes, version: number, isCurrent?: () => boolean) {
    const conditions = shapes.conditionsOf(filter, locale, version);
    const reused = conditions.reuse(condition, "isTrue");
    const test = reused ?? testThat(isCurrent);
    conditions.add(condition, "isTrue", test);
    conditions.keep(test);
    return { test, isReused: reused !== undefined };
  }

  it("are reused for the same columns, locale and side", () => {
    const shapes = new CompiledShapes();
    const { test } = compile(shapes, 1);
    expect(compile(shapes, 1)).toEqual({ test, isReused: true });
    expect(shapes.has(other, locale, 1)).toBe(true);
    expect(shapes.has(other, { tasks: 0 }, 1)).toBe(false);
    expect([filter, other].map((each) => shapes.testOf(each, locale, 1))).toEqual([test, undefined]);
    expect(shapes.testOf(filter, locale, 2)).toBeUndefined();
    expect(shapes.conditionsOf(other, locale, 1).reuse(condition, "isFalse")).toBeUndefined();
    expect(compile(shapes, 2).isReused).toBe(false);
  });

  it("are compiled again if they are not current", () => {
    const shapes = new CompiledShapes();
    let isCurrent = true;
    compile(shapes, 1, () => isCurrent);
    expect(compile(shapes, 1).isReused).toBe(true);
    isCurrent = false;
    expect(compile(shapes, 1).isReused).toBe(false);
  });
});
