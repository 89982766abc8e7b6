import { describe, expect, it } from "vitest";
import { print } from "tamis";
import { equalExpressions } from "tamis/ast";
import { effectOf, type BridgePlace } from "tamis/bridges";
import { countOf } from "../effort.ts";
import { checkAnyImport, checkExample, checkLimits, codesOf } from "./check-imports.ts";
import { JSON_EXAMPLES, loadBridges, missingExamples } from "./list.ts";
import { normalForm } from "./normal-form.ts";
import { CATALOG, Random, randomFilter, SEED, STRINGS } from "./random.ts";

const ofJson = (await loadBridges()).filter(([, { form }]) => form === "json");

/** The value that a JSON Pointer refers to. Throws if there is none. */
function valueAt(document: unknown, place: BridgePlace): unknown {
  if (!("pointer" in place)) throw new Error(`a place in JSON has a pointer, got ${JSON.stringify(place)}`);
  let at = document;
  for (const segment of place.pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) throw new Error(place.pointer);
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

const tested = ofJson.filter(
  ([name]) => Object.hasOwn(JSON_EXAMPLES, name) && missingExamples(name).length === 0,
);

describe.each(tested)("%s", (name, bridge) => {
  const examples = JSON_EXAMPLES[name]!;

  it.each(examples.map((example) => [JSON.stringify(example.foreign), example] as const))(
    "%s",
    (_, example) => checkExample(bridge, example),
  );

  it("has places within the source and the result", () => {
    for (const { part = "filter", foreign } of examples) {
      const found = bridge.importQuery({ [part]: foreign });
      for (const { source } of found.report) expect(() => valueAt(foreign, source)).not.toThrow();
    }
    const random = new Random(SEED);
    for (let i = 0; i < 500; i++) {
      const { filter, report } = bridge.exportQuery({ filter: randomFilter(random) }, { catalog: CATALOG });
      for (const { result } of report) if (result !== undefined) valueAt(filter, result);
    }
  });

  it("returns equal trees for all filters whose export has no differences", () => {
    const random = new Random(SEED);
    let carried = 0;
    const count = countOf("bridges/json-contract: count");
    for (let i = 0; i < count; i++) {
      const filter = randomFilter(random);
      const there = bridge.exportQuery({ filter }, { catalog: CATALOG });
      if (there.report.length > 0) continue;
      carried++;
      const back = bridge.importQuery(
        { filter: JSON.parse(JSON.stringify(there.filter)) as unknown },
        { catalog: CATALOG },
      );
      const isEqual =
        back.filter !== undefined && equalExpressions(normalForm(back.filter), normalForm(filter));
      if (!isEqual || back.report.length > 0) {
        const [json, tree] = [JSON.stringify(there.filter), back.filter && print(back.filter)];
        expect({ seed: SEED, json, tree, report: back.report }).toEqual({ tree: print(filter) });
      }
    }
    const requirement = `${name} must export and import at least a tenth of ${count} filters without differences, got ${carried}`;
    expect(carried, requirement).toBeGreaterThan(count / 10);
  });

  it("has a result for any value", () => {
    const random = new Random(SEED);
    const parts: unknown[] = [...STRINGS, null, true, false, 0, -1, 1e300, NaN, 10n, "\0", "\ud800", [], {}];
    const collect = (value: unknown): void => {
      parts.push(value);
      if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
    };
    examples.forEach(({ foreign }) => collect(foreign));
    const changed = (value: unknown): unknown => {
      if (random.chance(12)) return random.pick(parts);
      if (Array.isArray(value)) return value.flatMap((each) => (random.chance(5) ? [] : [changed(each)]));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each)]));
    };
    for (let i = 0; i < countOf("bridges/json-contract: count"); i++) {
      const foreign = changed(random.pick(examples).foreign);
      if (foreign === undefined) continue;
      checkAnyImport(bridge, foreign, random.chance(50) ? CATALOG : undefined);
    }
  });

  it("calls no getter, and reads no inherited property", () => {
    const [{ foreign }] = examples as [(typeof examples)[0]];
    let calls = 0;
    const guarded = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      const copy = Array.isArray(value) ? [] : Object.create({ not: true, muted: true, $nor: [{}] });
      for (const [key, each] of Object.entries(value)) copy[key] = guarded(each);
      Object.defineProperty(copy, "extra", { get: () => ++calls, enumerable: false });
      return copy;
    };
    expect(bridge.importQuery({ filter: guarded(foreign) })).toEqual(bridge.importQuery({ filter: foreign }));
    expect(calls).toBe(0);
  });

  it("accepts a value of the maximum size, and reports a larger one", () => {
    const [{ foreign }] = examples as [(typeof examples)[0]];
    const at = (limits: object) => codesOf(bridge.importQuery({ filter: foreign }, { limits }).report);
    let text = 1;
    while (at({ text }).length > 0) text++;
    expect(text).toBeLessThan(20);
    expect(at({ text: text - 1 })).toEqual([["limit", "failed"]]);
    checkLimits(bridge, foreign);
  });

  it("reports a value with a cycle", () => {
    for (const { foreign } of examples) {
      if (typeof foreign !== "object" || foreign === null) continue;
      const cyclic = { ...foreign } as Record<string, unknown>;
      for (const key of Object.keys(cyclic)) cyclic[key] = Array.isArray(cyclic[key]) ? [cyclic] : cyclic;
      const { filter, report } = bridge.importQuery({ filter: cyclic });
      expect(filter === undefined).toBe(effectOf(report) === "failed");
    }
  });
});
