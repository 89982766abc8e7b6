import { describe, expect, it } from "vitest";
import type { Bridge } from "tamis/bridges";
import { agGridBridge } from "tamis/bridges/ag-grid";
import { tanstackTableBridge } from "tamis/bridges/tanstack-table";
import { CATALOG, Random, SEED } from "../random.ts";
import { AG_GRID_EXAMPLES } from "../ag-grid/examples.ts";
import { checkAnyImport, checkExample } from "../check-imports.ts";
import type { JsonExample } from "../examples.ts";
import { TANSTACK_EXAMPLES } from "../tanstack-table/examples.ts";

const BRIDGES: readonly (readonly [string, Bridge, readonly JsonExample[]])[] = [
  ["tanstack-table", tanstackTableBridge, TANSTACK_EXAMPLES],
  ["ag-grid", agGridBridge, AG_GRID_EXAMPLES],
];

describe.each(BRIDGES)("%s", (_, bridge, examples) => {
  it.each(examples.map((example) => [JSON.stringify(example.foreign), example] as const))(
    "%s",
    (_, example) => checkExample(bridge, example, CATALOG),
  );

  it("has places that are pointers into the model", () => {
    for (const { foreign, part = "filter" } of examples) {
      for (const { source } of bridge.importQuery({ [part]: foreign }, { catalog: CATALOG }).report) {
        const keys = (source as { readonly pointer: string }).pointer.split("/").slice(1);
        let value = foreign;
        if (keys.length === 0) continue;
        for (const key of keys.slice(0, -1)) value = (value as Record<string, unknown>)[key];
        expect(value).toBeTypeOf("object");
      }
    }
  });

  it("has a result for any JSON value", () => {
    const random = new Random(SEED);
    const texts = examples.map(({ foreign }) => JSON.stringify(foreign));
    const atoms = ["null", "1", '"a"', "[]", "{}", "true", '"\\u0000"', '"__proto__"', "[null]", "1e400"];
    for (let i = 0; i < 3_000; i++) {
      // A random value of an example is replaced.
      const replaced = random
        .pick(texts)
        .replaceAll(/"(?:[^"\\]|\\.)*"|\d+|true|null/g, (each) =>
          random.chance(20) ? random.pick(atoms) : each,
        );
      const model = parsed(replaced);
      if (model === undefined) continue;
      checkAnyImport(bridge, model);
    }
  });
});

describe("limits of models", () => {
  const nested = (depth: number): unknown =>
    depth === 0
      ? { filterType: "number", colId: "size", type: "equals", filter: 1 }
      : { filterType: "join", type: "AND", conditions: [nested(depth - 1)] };

  it("are those of expressions: joins of the maximum depth are read, deeper ones are reported", () => {
    const at = (depth: number) =>
      agGridBridge
        .importQuery({ filter: nested(depth) }, { limits: { depth: 5 } })
        .report.map(({ code }) => code);
    expect(at(5)).toEqual([]);
    expect(at(6)).toEqual(["limit"]);
    expect(at(5_000)).toEqual(["limit"]);
  });

  it("are those of expressions: filters of the maximum number of arguments are read, more are reported", () => {
    const filters = (count: number) => [
      { id: "size", value: Array.from({ length: count }, (_, i) => i), filterFn: "arrHas" },
    ];
    const at = (count: number) =>
      tanstackTableBridge
        .importQuery({ filter: filters(count) }, { limits: { arguments: 4 } })
        .report.map(({ code }) => code);
    expect(at(3)).toEqual([]);
    expect(at(4)).toEqual(["limit"]);
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
