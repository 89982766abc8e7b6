import { describe, expect, it } from "vitest";
import { wantsColor, type ColorChoice } from "../../src/io/color.ts";

describe("colors", () => {
  it.each<[ColorChoice, Record<string, string>, boolean, boolean]>([
    ["auto", {}, true, true],
    ["auto", {}, false, false],
    ["always", { NO_COLOR: "1", TERM: "dumb" }, false, true],
    ["never", { FORCE_COLOR: "1" }, true, false],
    ["auto", { NO_COLOR: "1" }, true, false],
    ["auto", { NO_COLOR: "" }, true, true],
    ["auto", { FORCE_COLOR: "1" }, false, true],
    ["auto", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["auto", { FORCE_COLOR: "0" }, true, false],
    ["auto", { FORCE_COLOR: "false" }, true, false],
    ["auto", { FORCE_COLOR: "" }, false, false],
    ["auto", { TERM: "dumb" }, true, false],
  ])("--color %s with %j on a terminal (%s): %s", (choice, env, isTTY, expected) => {
    expect(wantsColor({ choice, env, isTTY })).toBe(expected);
  });
});
