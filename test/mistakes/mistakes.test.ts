import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { MISTAKES } from "./mistakes.ts";
import { meanScore, readText, scoreMistake } from "./score-mistake.ts";

const scored = MISTAKES.map(scoreMistake);

describe("the messages about typical mistakes", () => {
  it("score at least 2.6 of 3 on average: position, wording and fix", () => {
    const mean = meanScore(scored);
    console.log(`${scored.length} mistakes score ${mean.toFixed(2)} of 3 on average`);
    expect(scored.length).toBeGreaterThanOrEqual(60);
    expect(mean).toBeGreaterThanOrEqual(2.6);
  });

  it.each(scored)("$mistake.marked has a message, and its fix never means something else", (each) => {
    const [first] = each.diagnostics;
    expect(first!.message).toMatch(/^\S.*[.?]$/su);
    expect(each.score).toBeGreaterThanOrEqual(2);
    // A fix that changes the meaning is worse than none.
    const reading = each.fixed === undefined ? undefined : readText(each.mistake.kind, each.fixed);
    if (reading?.meaning !== undefined) expect(each.isFixRight).toBe(true);
  });

  it.each(scored)(
    "each fix of $mistake.marked alone leaves no syntax error",
    ({ text, mistake, diagnostics }) => {
      for (const { fixes } of diagnostics) {
        for (const { edits } of fixes) {
          expect(readText(mistake.kind, applyEdits(text, edits)).hasSyntaxError).toBe(false);
        }
      }
    },
  );

  it.each(scored)("$mistake.marked has one fix, or a reason why it has none", ({ mistake, fixed }) => {
    expect(mistake.withoutFix === undefined).toBe(fixed !== undefined);
  });

  it("are one message for each syntax mistake", () => {
    const broken = scored.filter(({ mistake, text }) => readText(mistake.kind, text).hasSyntaxError);
    expect(broken.length).toBeGreaterThan(40);
    expect(broken.filter(({ diagnostics }) => diagnostics.length !== 1).map(({ text }) => text)).toEqual([]);
  });
});
