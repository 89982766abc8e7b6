import { expect, it } from "vitest";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

const FILTERS = [
  "and(eq(contentType,'folder'),gt(size,10.5),in(state,\"open\",'it''s'))",
  "or(not(isNull(owner.city)),contains($primary,name,'x y'))",
  "ge(created,2020-01-31T13:45:10.25+02:00)",
  "and(lt(day,2020-01-31),le(at,13:45:10Z))",
  "eq(n,-6.02e+23)",
];
const SORTS = ["name:descending:primary,eq(contentType,'folder'),size:ascending"];

const prefixes = (text: string) => Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 1));

it.each(FILTERS)("each beginning of the filter %s has at most one error", (text) => {
  const crowded = prefixes(text).filter((each) => parseFilter(each).diagnostics.length > 1);
  expect(crowded).toEqual([]);
});

it.each(SORTS)("each beginning of the sort %s has at most one error", (text) => {
  const crowded = prefixes(text).filter((each) => parseSortBy(each).diagnostics.length > 1);
  expect(crowded).toEqual([]);
});

it.each(["eq(a,€", "and(a,b#", "eq(a,5;"])(
  "a character that begins no value stays an error at the end of %s",
  (text) => {
    expect(parseFilter(text).diagnostics.map(({ code }) => code)).toEqual([
      "invalid-character",
      "missing-parenthesis",
    ]);
  },
);
