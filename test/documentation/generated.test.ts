import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { generated } from "../../scripts/generate.ts";

const files = await generated();

describe("the generated documentation", () => {
  for (const [file, content] of files) {
    it(`${basename(file)} is up to date; otherwise run npm run generate`, () => {
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, "utf8")).toBe(content);
    });
  }
});
