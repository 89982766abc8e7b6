import { expect, it } from "vitest";
import { negotiateType } from "../../../src/http/negotiation/accept.ts";

const OFFERS = [
  { types: ["a/whole+json", "a/whole", "application/json"], version: 2, value: "whole" },
  { types: ["a/short+json"], version: 2, value: "short" },
];

it.each([
  ["a/whole+json;version=3, a/whole+json;version=2", "whole a/whole+json"],
  ["a/whole+json;version=1, a/whole+json;version=2;q=0.5", "whole a/whole+json"],
  ["a/whole+json;version=1, a/short+json;version=2;q=0.1", "short a/short+json"],
  ["a/whole+json;version=1, */*", "whole a/whole+json"],
  ["a/whole+json;version=1, a/whole+json", "whole a/whole+json"],
  ["a/whole+json;version=x, a/whole+json;version=2", "whole a/whole+json"],
  // The range with the version is more specific, so its quality applies.
  ["a/whole+json, a/whole+json;version=2;q=0, a/short+json;q=0.2", "short a/short+json"],
  ["a/*;version=2;q=0.3, a/whole+json;q=0.1, a/whole;q=0.2", "short a/short+json"],
  ["a/whole+json;version=1", "downgrade"],
  ["a/whole+json;version=3, a/whole+json;version=1", "downgrade"],
  ["a/whole+json;version=3", "not acceptable"],
  ["a/whole+json;version=2;q=0", "not acceptable"],
  ["a/whole+json;version=1;q=0", "not acceptable"],
  ["a/whole+json;version=0, a/whole+json;version=1", "version"],
  ["text/plain;version=x", "not acceptable"],
])("Accept: %s chooses: %s", (field, expected) => {
  const chosen = negotiateType(field, OFFERS);
  expect(chosen.ok ? `${chosen.value} ${chosen.type}` : chosen.reason).toBe(expected);
});
