import { expect, it } from "vitest";
import { countOf } from "../effort.ts";
import { typeFilters } from "./type.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);

it("each prefix of random filters, and each without one token, has conditions that can be removed and added", () => {
  const expressions = countOf("element/typing: expressions");
  const { wrong, correct, texts } = typeFilters(expressions, seed);
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  expect(texts).toBeGreaterThan(expressions * 20);
  expect(correct).toBeGreaterThan(expressions);
});
