import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { readCatalogInput, readCatalogJson } from "../../src/element/catalog-input.ts";
import { FilterReader } from "../../src/element/filter-state.ts";
import { fillText, messagesFor } from "../../src/element/messages.ts";
import { describe as describeFilter } from "../../src/understand/describe/describe.ts";
import { CATALOG } from "../bridges/random.ts";

const reader = new FilterReader({ catalog: CATALOG }, describeFilter);
const conditionsOf = (text: string) => reader.read(text).conditions.map((each) => each.text);

describe("the conditions of a filter", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["  ", []],
    ["gt(size,1)", ["gt(size,1)"]],
    ["or(gt(size,1),enabled)", ["or(gt(size,1),enabled)"]],
    ["and(gt(size,1),enabled)", ["gt(size,1)", "enabled"]],
    ["and(\n  gt(size,1) ,\n  and(enabled,true)\n)", ["gt(size,1)", "and(enabled,true)"]],
    ["and(eq(name,'a,b)'),enabled)", ["eq(name,'a,b)')", "enabled"]],
    ["and(gt(size,1),,enabled,", ["gt(size,1)", "enabled"]],
    ["and(gt(size,1", ["gt(size,1"]],
    ["and(", []],
    ["and()", []],
    ["and(enabled) true", ["and(enabled) true"]],
    ["and", ["and"]],
    [`and(${"x".repeat(70_000)},enabled)`, []],
  ])("of %j", (text, expected) => {
    expect(conditionsOf(text)).toEqual(expected);
  });

  it.each([
    ["gt(size,1)", 0, ""],
    ["and(enabled,gt(size,1))", 0, "gt(size,1)"],
    ["and(enabled, gt(size,1) )", 1, "enabled"],
    ["and(enabled,gt(size,1),true)", 1, "and(enabled,true)"],
    ["and(enabled, gt(size,1), true)", 2, "and(enabled, gt(size,1))"],
    ["and(enabled,gt(size,1", 0, "gt(size,1"],
    ["and(enabled,,true,", 0, "true"],
    ["enabled", 1, "enabled"],
    ["enabled", -1, "enabled"],
    ["", 0, ""],
  ])("%j without condition %i is %j", (text, index, expected) => {
    expect(applyEdits(text, reader.read(text).remove(index))).toBe(expected);
  });

  it.each([
    ["", "|"],
    ["enabled", "and(enabled,|)"],
    [" enabled ", " and(enabled,|) "],
    ["and(enabled,true)", "and(enabled,true,|)"],
    ["and(enabled , )", "and(enabled,|)"],
    ["and()", "and(|)"],
    ["and(enabled", "and(enabled,|"],
    ["and(gt(size,1", "and(gt(size,1),|"],
  ])("%j has room for another one: %j", (text, expected) => {
    const { edits, cursor } = reader.read(text).add();
    const added = applyEdits(text, edits);
    expect(`${added.slice(0, cursor)}|${added.slice(cursor)}`).toBe(expected);
  });

  it("are described, and those with an error are marked", () => {
    const { conditions, problem } = reader.read("and(gt(size,1),eq(nmae,'x'),contains(");
    expect(conditions.map(({ label, hasError }) => [label, hasError])).toEqual([
      ["size is greater than 1", false],
      ["nmae is 'x'", true],
      ["contains(", true],
    ]);
    expect(problem?.severity).toBe("error");
    const plain = new FilterReader({}, undefined).read("and(gt( size,\n 1),enabled)");
    expect(plain.conditions.map(({ label }) => label)).toEqual(["gt( size, 1)", "enabled"]);
  });

  it("are described in the language of the reader", () => {
    const german = new FilterReader({ catalog: CATALOG, locale: "de" }, describeFilter);
    expect(german.read("gt(size,1)").conditions[0]?.label).toBe("size ist größer als 1");
    expect(messagesFor("de-AT").clear).toBe("Filter leeren");
    expect(messagesFor("den").clear).toBe("Clear filter");
    expect(fillText("Remove: {0}", "a $& {0}")).toBe("Remove: a $& {0}");
  });
});

describe("the catalog of an element", () => {
  it("is a catalog, a definition or JSON, and problems are data", () => {
    expect(readCatalogInput(CATALOG)).toEqual({ catalog: CATALOG, problems: [] });
    expect(readCatalogInput(CATALOG.definition).catalog?.members.byName.size).toBe(
      CATALOG.members.byName.size,
    );
    expect(readCatalogInput(undefined)).toEqual({ catalog: undefined, problems: [] });
    expect(readCatalogJson('{"name":"x","members":{"a":"string"}}').catalog?.name).toBe("x");
    for (const input of ["x", 1, [], { kind: "catalog", members: {} }, { kind: "catalog", members: null }]) {
      const { catalog, problems } = readCatalogInput(input);
      expect([catalog, problems.length > 0]).toEqual([undefined, true]);
    }
    for (const json of ["", "{", "null", '"x"', '{"name":1}', "x".repeat(1_000)]) {
      const { catalog, problems } = readCatalogJson(json);
      expect([catalog, problems.length > 0]).toEqual([undefined, true]);
    }
  });
});
