import { describe, expect, it } from "vitest";
import { alternatives, isProbablyMeant, suggest } from "../../src/diagnostics/suggest.ts";

const NAMES = ["name", "id", "createdBy", "creationTimeStamp", "contentType", "enabled", "size"];

describe("a fix", () => {
  it.each([
    ["nmae", "name"],
    ["ame", "name"],
    ["nname", "name"],
    ["ndex", "index"],
    ["inactiv", "inactive"],
    ["satrtsWith", "startsWith"],
  ])("may write for %j the name %j", (word, name) => {
    expect(isProbablyMeant(word, name)).toBe(true);
  });

  it.each([
    ["now", "not"],
    ["!open", "open"],
    ["-open", "open"],
    ["state!", "state"],
    ["size>", "size"],
    ["inactive", "active"],
    ["active", "inactive"],
    ["unassigned", "assigned"],
    ["notStartsWith", "startsWith"],
    ["nstartWith", "startsWith"],
    ["nand", "and"],
  ])("never writes for %j the opposite %j", (word, name) => {
    expect(isProbablyMeant(word, name)).toBe(false);
  });
});

describe("suggest", () => {
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

  it("sorts by a difference only in case, then by distance, then alphabetically", () => {
    expect(suggest("stat", ["state", "Stat", "start", "stats"])).toEqual(["Stat", "start", "state"]);
    expect(suggest("stat", ["state", "Stat", "start", "stats"], 1)).toEqual(["Stat"]);
  });

  it("accepts as many edits as a third of the word's length, at least 1, at most 3", () => {
    expect(suggest("ab", ["ax"])).toEqual(["ax"]);
    expect(suggest("ab", ["xy"])).toEqual([]);
    expect(suggest("abcdef", ["abxxef", "axxxef"])).toEqual(["abxxef"]);
    expect(suggest("abcdefghijklmnop", ["abcdefghijklmxyz", "abcdefghijklwxyz"])).toEqual([
      "abcdefghijklmxyz",
    ]);
  });

  it("counts a transposition as one edit", () => {
    expect(suggest("eb", ["be"])).toEqual(["be"]);
  });

  it.each([
    ["pop", ["pop_max", "top", "pop_est", "people", "population"], ["pop_est", "pop_max", "population"]],
    ["pop", ["top", "pop_est"], ["pop_est", "top"]],
    ["POP", ["pop_est"], ["pop_est"]],
    ["POP", ["pop_est", "pop"], ["pop"]],
    ["sort", ["start", "sortBy", "short"], ["short", "sortBy"]],
    ["desc", ["description", "described"], ["described", "description"]],
    ["id", ["idNumber", "identity", "id_2", "is"], ["id_2", "idNumber", "is"]],
    ["i", ["id", "idNumber"], ["id"]],
    ["country", ["countryCode"], ["countryCode"]],
    ["countryName", ["country"], []],
  ])("of a word that names begin with: %j among %j", (word, names, expected) => {
    expect(suggest(word, names)).toEqual(expected);
  });

  it("returns nothing for very long words", () => {
    expect(suggest("a".repeat(65), ["a".repeat(65)])).toEqual([]);
    expect(suggest("a".repeat(64), ["a".repeat(63)])).toEqual(["a".repeat(63)]);
  });
});

describe("alternatives", () => {
  it("puts or before the last word", () => {
    expect(alternatives([])).toBe("");
    expect(alternatives(["a"])).toBe("a");
    expect(alternatives(["a", "b"])).toBe("a or b");
    expect(alternatives(["a", "b", "c"])).toBe("a, b or c");
  });
});
