import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { print } from "../../../src/ast/print.ts";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { CheckedFilter } from "../../../src/checker/checked.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";
import { DecoderSettings } from "../../../src/url/query-decoder.ts";
import { queryShapeOf, QueryShape } from "../../../src/url/query-shape.ts";
import { encodeText } from "../../../src/values/percent-encoding.ts";
import { conditions, TYPED } from "../../properties/evaluable.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";
import { THRESHOLD_SETS } from "./against-rows.ts";

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

describe.each([
  ["plain", plainKernels],
  ["WebAssembly", () => wasmKernels()!],
] as const)("filters of one shape, %s kernels", (_name, make) => {
  it.each(THRESHOLD_SETS)("match the rows of the row predicate: %s", (_thresholds, thresholds) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
      fc.sample(arbitrary, { numRuns, seed });
    const given = sample(fc.array(typedRows, { minLength: 120, maxLength: 160 }), 1)[0]!;
    const rows = [...given];
    const collection = createWithKernels<unknown>([...given], { catalog: typedCatalog }, make(), thresholds);
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

  it("compile a shared search once", () => {
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
