import { expect, it } from "vitest";
import { runFixture } from "./child.ts";

it("everything works if code generation from strings is disabled", () => {
  const usual = runFixture("whole-language");
  expect(runFixture("whole-language", ["--disallow-code-generation-from-strings"])).toEqual(usual);
  expect(runFixture("whole-language", ["--frozen-intrinsics", "--no-warnings"])).toEqual(usual);
});
