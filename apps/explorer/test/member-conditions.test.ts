import { expect, it } from "vitest";
import { NO_CHOICE, type MemberChoice } from "../src/contract/member-choice.ts";
import { chooseMember, splitFilter } from "../src/language/member-conditions.ts";

const RANGE = { from: "1", to: "5", includesTo: false };

it.each<readonly [filter: string, choice: Partial<MemberChoice>, rest: string]>([
  ["", {}, ""],
  ["eq(m,'a')", { keep: ["'a'"] }, ""],
  ["and(gt(n,1),in(m,'a','b'))", { keep: ["'a'", "'b'"] }, "gt(n,1)"],
  ["and(gt(n, 1), isNull(m), b)", { nulls: "only" }, "and(gt(n, 1),b)"],
  ["or(in(m,'a','b'),isNull(m))", { keep: ["'a'", "'b'"], nulls: "only" }, ""],
  ["or(ne(m,'a'),isNull(m))", { exclude: ["'a'"] }, ""],
  ["or(not(in(m,'a','b')),isNull(m))", { exclude: ["'a'", "'b'"] }, ""],
  ["and(ne(m,'a'),not(isNull(m)))", { exclude: ["'a'"], nulls: "none" }, ""],
  ["and(ge(m,1),lt(m,5))", { range: RANGE }, ""],
  ["and(x,ge(m,1),lt(m,5))", { range: RANGE }, "x"],
  ["and(x,and(ge(m,1),le(m,5)))", { range: { ...RANGE, includesTo: true } }, "x"],
  ["m", { keep: ["true"] }, ""],
  ["not(m)", { keep: ["false"] }, ""],
  // Conditions that no list shows.
  ["eq($primary,m,'a')", {}, "eq($primary,m,'a')"],
  ["eq(m,n)", {}, "eq(m,n)"],
  ["or(eq(m,'a'),gt(n,1))", {}, "or(eq(m,'a'),gt(n,1))"],
  ["not(or(eq(m,'a'),isNull(m)))", {}, "not(or(eq(m,'a'),isNull(m)))"],
])("%s is split into the choice of a member and the rest", (filter, choice, rest) => {
  expect(splitFilter(filter, "m")).toEqual({ choice: { ...NO_CHOICE, ...choice }, rest });
});

it.each<readonly [filter: string, choice: Partial<MemberChoice>, changed: string]>([
  ["", { keep: ["'a'"] }, "eq(m,'a')"],
  ["gt(n,1)", { keep: ["'a'", "'b'"] }, "and(gt(n,1),in(m,'a','b'))"],
  ["and(eq(m,'a'),gt(n,1))", { keep: ["'a'", "'b'"] }, "and(in(m,'a','b'),gt(n,1))"],
  ["and(eq(m,'a'),gt(n,1))", {}, "gt(n,1)"],
  ["eq(m,'a')", {}, ""],
  ["", { exclude: ["'a'"] }, "or(ne(m,'a'),isNull(m))"],
  ["", { exclude: ["'a'"], nulls: "none" }, "and(ne(m,'a'),not(isNull(m)))"],
  ["", { keep: ["'a'"], nulls: "only" }, "or(eq(m,'a'),isNull(m))"],
  ["and(\n  a,\n  b\n)", { range: RANGE }, "and(\n  a,\n  b,\n  ge(m,1),\n  lt(m,5)\n)"],
  ["", { keep: ["true"] }, "m"],
])("%s with another choice is the filter of it, and reads back", (filter, given, changed) => {
  const choice = { ...NO_CHOICE, ...given };
  expect(chooseMember(filter, "m", choice)).toBe(changed);
  expect(splitFilter(changed, "m")!.choice).toEqual(choice);
});

it("a text with syntax errors is left alone", () => {
  expect(splitFilter("and(a,", "m")).toBeUndefined();
  expect(chooseMember("and(a,", "m", NO_CHOICE)).toBeUndefined();
});
