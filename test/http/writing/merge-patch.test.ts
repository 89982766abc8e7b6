import fc from "fast-check";
import { expect, it } from "vitest";
import { mergePatch } from "../../../src/http/writing/merge-patch.ts";

/** The test cases of RFC 7396, appendix A. */
const CASES: readonly (readonly [target: unknown, patch: unknown, result: unknown])[] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

it.each(CASES)("a patch of %j with %j is %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

/** The algorithm of RFC 7396, section 2, as it is written there. */
function reference(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
  const result = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, reference(result.get(name), value));
  }
  return Object.fromEntries(result);
}

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const names = fc.constantFrom("a", "b", "__proto__", "constructor");
const object = fc
  .array(fc.tuple(names, fc.oneof(json, fc.constant(null))))
  .map((each) => Object.fromEntries(each));

it("equals the algorithm of RFC 7396, changes no argument and no prototype", () => {
  fc.assert(
    fc.property(fc.oneof(json, object), fc.oneof(json, object), (target, patch) => {
      const before = JSON.stringify([target, patch]);
      const merged = mergePatch(target, patch);
      expect(JSON.stringify(merged)).toBe(JSON.stringify(reference(target, patch)));
      expect(JSON.stringify([target, patch])).toBe(before);
      if (typeof merged === "object" && merged !== null && !Array.isArray(merged))
        expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    }),
  );
});

it("a patch applied twice is the patch applied once", () => {
  fc.assert(
    fc.property(object, object, (target, patch) => {
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});
