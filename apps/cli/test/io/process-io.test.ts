import { describe, expect, it } from "vitest";
import { processIo } from "../../src/io/process-io.ts";

describe("the input and output of the process", () => {
  it("report whether they are terminals, and only then have columns", () => {
    const io = processIo();
    expect(io.stdout).toBe(process.stdout);
    for (const flag of [io.stdinIsTTY, io.stdoutIsTTY, io.stderrIsTTY]) expect(flag).toBeTypeOf("boolean");
    expect(io.stdoutColumns === undefined).toBe(!io.stdoutIsTTY);
    expect(io.now()).toBeLessThanOrEqual(io.now());
  });
});
