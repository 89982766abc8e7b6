import { describe, expect, it } from "vitest";
import { findClusterBreak } from "../../scripts/stand-ins/grapheme-clusters.ts";

/** Returns all boundaries from the start of the text, and all from its end. */
function boundaries(text: string, includeExtending = true) {
  const forward = [0];
  for (let at = 0; at < text.length;) forward.push((at = findClusterBreak(text, at)));
  const backward = [text.length];
  for (let at = text.length; at > 0;)
    backward.push((at = findClusterBreak(text, at, false, includeExtending)));
  return { forward, backward };
}

describe("the grapheme clusters of the single file of the element", () => {
  it.each([
    ["ASCII", "abc", [0, 1, 2, 3]],
    ["a combining accent", "e\u0301x", [0, 2, 3]],
    ["an emoji with a skin tone", "👍🏽!", [0, 4, 5]],
    ["a family", "👩‍👩‍👧", [0, 8]],
    ["two flags", "🇩🇪🇫🇷", [0, 4, 8]],
    ["nothing", "", [0]],
  ])("are the same in both directions for %s", (_, text, expected) => {
    const { forward, backward } = boundaries(text);
    expect(forward).toEqual(expected);
    expect(backward).toEqual(expected.toReversed());
  });

  it("let the Backspace key remove the last combining character alone", () => {
    expect(boundaries("e\u0301", false).backward).toEqual([2, 1, 0]);
    expect(boundaries("👍🏽", false).backward).toEqual([4, 2, 0]);
    expect(boundaries("👩‍👩‍👧", false).backward).toEqual([8, 0]);
  });

  it("end at both ends of a text", () => {
    expect(findClusterBreak("ab", 2)).toBe(2);
    expect(findClusterBreak("ab", 0, false)).toBe(0);
  });
});
