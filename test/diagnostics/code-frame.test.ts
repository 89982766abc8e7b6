import { describe, expect, it } from "vitest";
import { codeFrame } from "../../src/diagnostics/code-frame.ts";
import { diagnostic, replace } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const frame = (text: string, start: number, end: number, options = {}) =>
  codeFrame(text, diagnostic("invalid-number", { start, end }, "No."), options).split("\n");

describe("a code frame", () => {
  it("shows the message, the line with carets under the span, and the fix with its result", () => {
    const found = diagnostic("unknown-member", { start: 3, end: 7 }, "There is no member 'nmae' here.", [
      replace("Write name", { start: 3, end: 7 }, "name"),
    ]);
    expect(codeFrame("eq(nmae,'x')", found)).toBe(
      [
        "error[unknown-member]: There is no member 'nmae' here.",
        "  eq(nmae,'x')",
        "     ^^^^",
        "  help: Write name: eq(name,'x')",
      ].join("\n"),
    );
  });

  it("shows one caret for an empty span", () => {
    expect(frame("eq(", 3, 3)).toEqual(["error[invalid-number]: No.", "  eq(", "     ^"]);
  });

  it("shows only the message for an empty text", () => {
    expect(frame("", 0, 0)).toEqual(["error[invalid-number]: No."]);
  });

  it("shows the affected line of several, with its number", () => {
    const text = "and(\n  eq(a,1),\n  eq(b,01)\n)";
    expect(frame(text, 23, 25)).toEqual([
      "error[invalid-number]: No. (line 3)",
      "  " + "  eq(b,01)",
      "  " + "       ^^",
    ]);
  });

  it("numbers the first offset as line 1 even if the text begins with a line break", () => {
    expect(frame("\na", 0, 1)[0]).toBe("error[invalid-number]: No.");
  });

  it("counts CR LF as one line break and does not show it", () => {
    expect(frame("a\r\nbb\r\nc", 3, 5)).toEqual(["error[invalid-number]: No. (line 2)", "  bb", "  ^^"]);
    expect(frame("a\r\nbb\r\nc", 0, 1)).toEqual(["error[invalid-number]: No.", "  a", "  ^"]);
  });

  it("ends the carets at the end of the line", () => {
    expect(frame("a(b\nc)", 2, 6)).toEqual(["error[invalid-number]: No.", "  a(b", "    ^"]);
  });

  it("cuts a long line to a window around the span", () => {
    const text = `${"x".repeat(200)}BAD${"y".repeat(200)}`;
    const [, line, carets] = frame(text, 200, 203, { width: 64 });
    expect(line!.length).toBeLessThanOrEqual(64);
    expect(line).toMatch(/^ {2}…x+BADy+…$/);
    expect(line!.slice(carets!.indexOf("^"), carets!.lastIndexOf("^") + 1)).toBe("BAD");
  });

  it("shows no ellipsis before the start or after the end of a long line", () => {
    const text = "z".repeat(300);
    expect(frame(text, 0, 1, { width: 50 })[1]).toMatch(/^ {2}z+…$/);
    expect(frame(text, 299, 300, { width: 50 })[1]).toMatch(/^ {2}…z+$/);
  });

  it("never shows more carets than the width of the window", () => {
    const [, line, carets] = frame("w".repeat(5_000), 10, 4_990, { width: 60 });
    expect(carets!.length).toBeLessThanOrEqual(line!.length);
  });

  it("aligns the carets after wide characters, combining marks and emoji", () => {
    expect(frame("名前 x", 3, 4)[2]).toBe("  " + "     ^");
    expect(frame("e\u0301 x", 3, 4)[2]).toBe("  " + "  ^");
    expect(frame("😀 x", 3, 4)[2]).toBe("  " + "   ^");
    expect(frame("名前", 0, 2)[2]).toBe("  ^^^^");
  });

  it("escapes control characters, line breaks and direction marks", () => {
    const text = "eq(a,'\u001b[2J\u202e\u0007')";
    const found = diagnostic("invalid-number", { start: 6, end: 7 }, "No.", [
      replace("Remove it", { start: 6, end: 7 }, ""),
    ]);
    const shown = codeFrame(text, found);
    expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown).toContain("eq(a,'<U+001B>[2J<U+202E><U+0007>')");
    expect(shown.split("\n")[2]).toBe("  " + " ".repeat(6) + "^^^^^^^^");
  });

  it("passes each part to the paint function", () => {
    const shown = codeFrame("eq(a,.5)", parseFilter("eq(a,.5)").diagnostics[0]!, {
      paint: (part, text) => `{${part}:${text}}`,
    });
    expect(shown).toContain("{error:error}{code:[invalid-number]}: ");
    expect(shown).toContain("{error:^^}");
    expect(shown).toContain("{help:help}: Write 0.5: eq(a,0.5)");
  });

  it("shows no result of a fix that does not fit in a line", () => {
    const text = `f(${"a,".repeat(100)})`;
    expect(codeFrame(text, parseFilter(text).diagnostics[0]!).split("\n").at(-1)).toBe(
      "  help: Remove the comma",
    );
  });
});
