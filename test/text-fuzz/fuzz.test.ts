import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countOf } from "../effort.ts";
import { fuzzTexts, runInput, type EscapedInput } from "./fuzz.ts";
import { SURFACE_NAMES } from "./surfaces.ts";

const COUNT = countOf("text-fuzz/fuzz: inputs");
const KEPT = JSON.parse(readFileSync(new URL("seeds.json", import.meta.url), "utf8")) as EscapedInput[];

describe("hostile inputs to parse, check, print, JSON, URL and builder", () => {
  it("do not escape: no undocumented exception, no text of another tree, no value outside its literal", () => {
    const { inputs, accepted, escapes } = fuzzTexts(COUNT, 20261122);
    expect(escapes).toEqual([]);
    expect(inputs).toBe(COUNT);
    // Inputs that are all refused would show nothing.
    for (const name of SURFACE_NAMES)
      if (name !== "imitation") expect(accepted[name], name).toBeGreaterThanOrEqual(5);
    expect(accepted["imitation"]).toBe(0);
  });

  it("do not escape if they escaped from an earlier version", () => {
    for (const input of KEPT) expect(runInput(input), JSON.stringify(input)).toBeTypeOf("boolean");
  });
});
