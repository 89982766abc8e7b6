import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BIN, canRun } from "../built-program.ts";
import { folder, lines } from "../files.ts";
import { EFFORT } from "../../../../test/effort.ts";

const file = folder();

// Node collects garbage for long before it gives up.
describe.runIf(canRun && EFFORT === "proof")("rows that do not fit into memory", () => {
  it("are rejected with advice, before Node runs out of memory", () => {
    const rows = Array.from({ length: 450_000 }, (_, id) => ({
      id,
      a: { id },
      b: [{ id }, { id }, { id }, { id }],
    }));
    const path = file("large.ndjson", lines(rows));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=128", BIN, "shell", path],
      { input: ".count true\n", encoding: "utf8" },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      /^tamis: The rows do not fit into memory: [\d,]+ of them take [\d,]+ MB of [\d,]+ MB\. NODE_OPTIONS=/,
    );
  });
});
