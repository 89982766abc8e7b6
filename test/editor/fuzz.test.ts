import { expect, it } from "vitest";
import { countOf } from "../effort.ts";
import { fuzzEdits } from "./fuzz.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

it("random edits of correct texts never make a method throw or answer outside of the text", () => {
  const edits = countOf("editor/fuzz: edits");
  const { wrong, correct } = fuzzEdits(edits, seed);
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  // Texts that are all broken would test little of hover, formatting and code actions.
  expect(correct).toBeGreaterThan(edits / 100);
});
