import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isTried } from "../effort.ts";

// The imports and the program of TypeScript take a second: only tests that run load them.
it.skipIf(!isTried("package/surface: declarations"))(
  "the files of the public surface are up to date, and the changelog names each change since the last release",
  async () => {
    const { surfaceOf } = await import("../../scripts/release/surface.ts");
    const { changesToName, outdatedFiles } = await import("../../scripts/surface.ts");
    const surface = surfaceOf(fileURLToPath(new URL("../../", import.meta.url)));
    expect(outdatedFiles(surface), "run npm run surface").toEqual([]);
    expect(changesToName(surface), "name these changes in CHANGELOG.md").toEqual([]);
  },
);
