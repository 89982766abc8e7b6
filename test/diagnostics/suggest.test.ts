import { describe, expect, it } from "vitest";
import { alternatives, suggest } from "../../src/diagnostics/suggest.ts";

const NAMES = ["name", "id", "createdBy", "creationTimeStamp", "contentType", "enabled", "size"];

describe("suggestions", () => {
  it.each([
    ["nmae", ["name"]],
    ["NAME", ["name"]],
    ["names", ["name"]],
    ["creatdBy", ["createdBy"]],
    ["creationTimestamp", ["creationTimeStamp"]],
    ["contenttype", ["contentType"]],
    ["enabeld", ["enabled"]],
    ["di", ["id"]],
    ["xyz", []],
    ["description", []],
    ["", []],
  ])("for %j are %j", (word, expected) => {
    expect(suggest(word, NAMES)).toEqual(expected);
  });

  it("put another case first, then the nearest, then the alphabet", () => {
    expect(suggest("stat", ["state", "Stat", "start", "stats"])).toEqual(["Stat", "start", "state"]);
    expect(suggest("stat", ["state", "Stat", "start", "stats"], 1)).toEqual(["Stat"]);
  });

  it("allow a third of the word as edits, at least one, at most three", () => {
    expect(suggest("ab", ["ax"])).toEqual(["ax"]);
    expect(suggest("ab", ["xy"])).toEqual([]);
    expect(suggest("abcdef", ["abxxef", "axxxef"])).toEqual(["abxxef"]);
    expect(suggest("abcdefghijklmnop", ["abcdefghijklmxyz", "abcdefghijklwxyz"])).toEqual([
      "abcdefghijklmxyz",
    ]);
  });

  it("count two letters that changed places as one edit", () => {
    expect(suggest("eb", ["be"])).toEqual(["be"]);
  });

  it("are not looked for when the word is longer than any name", () => {
    expect(suggest("a".repeat(65), ["a".repeat(65)])).toEqual([]);
    expect(suggest("a".repeat(64), ["a".repeat(63)])).toEqual(["a".repeat(63)]);
  });
});

describe("a list of words in a sentence", () => {
  it("has or in front of the last", () => {
    expect(alternatives([])).toBe("");
    expect(alternatives(["a"])).toBe("a");
    expect(alternatives(["a", "b"])).toBe("a or b");
    expect(alternatives(["a", "b", "c"])).toBe("a, b or c");
  });
});
