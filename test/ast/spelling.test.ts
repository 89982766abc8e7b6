import { describe, expect, it } from "vitest";
import { isDottedName, isSegment } from "../../src/ast/spelling.ts";
import { parseFilter } from "../../src/parser/parse.ts";

describe("valid names", () => {
  it.each(["a", "_x", "@type", "a-b", "größe", "true.x", "a.true", "null", "__proto__"])(
    "have %s among them",
    (text) => {
      expect(isDottedName(text)).toBe(true);
      expect(parseFilter(text).expression).toMatchObject({ kind: "name", name: text });
    },
  );

  it.each([
    "",
    "1a",
    "a b",
    "a.",
    ".a",
    "a..b",
    "-a",
    "true",
    "false",
    "a'b",
    "a\n",
    "a\u0301",
    "a\u200b",
    "$a",
  ])("have not %j among them", (text) => {
    expect(isDottedName(text)).toBe(false);
  });

  it("have no dots if they are names of functions", () => {
    expect(isSegment("startsWith")).toBe(true);
    expect(isSegment("a.b")).toBe(false);
    expect(isSegment("true")).toBe(false);
  });
});
