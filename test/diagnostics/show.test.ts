import { describe, expect, it } from "vitest";
import { codePointName } from "../../src/diagnostics/describe-value.ts";
import { escapeControls, show } from "../../src/diagnostics/show.ts";

describe("show", () => {
  it.each([
    ["plain", "plain"],
    ["größe 😀", "größe 😀"],
    ["\u001b[2J", "<U+001B>[2J"],
    ["a\r\nb", "a<U+000D><U+000A>b"],
    ["a\tb", "a<U+0009>b"],
    ["a\u202eb", "a<U+202E>b"],
    ["na\u200bme", "na<U+200B>me"],
    ["\ud800", "<U+D800>"],
    ["\u2028", "<U+2028>"],
    ["\u0085", "<U+0085>"],
    ["\u{e0001}", "<U+E0001>"],
    ["\0", "<U+0000>"],
  ])("shows %j as %s", (text, shown) => {
    expect(show(text)).toBe(shown);
    expect(escapeControls(text)).toBe(shown);
  });

  it("cuts after 60 characters, never within a surrogate pair", () => {
    expect(show("a".repeat(60))).toBe("a".repeat(60));
    expect(show("a".repeat(61))).toBe(`${"a".repeat(60)}…`);
    expect(show(`${"a".repeat(59)}😀`)).toBe(`${"a".repeat(59)}…`);
    expect(show(`${"a".repeat(58)}😀x`)).toBe(`${"a".repeat(58)}😀…`);
    expect(show("a".repeat(1_000_000))).toHaveLength(61);
  });

  it("names code points by at least four digits", () => {
    expect(codePointName("\0")).toBe("U+0000");
    expect(codePointName("а")).toBe("U+0430");
    expect(codePointName("😀x")).toBe("U+1F600");
  });
});
