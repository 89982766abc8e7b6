import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BIN, canRun } from "../built-program.ts";
import { folder, lines } from "../files.ts";
import { EFFORT } from "../../../../test/effort.ts";

const file = folder();

// Node collects garbage for long before it gives up.
describe.runIf(canRun && EFFORT === "proof")("rows whose objects do not fit into memory", () => {
  const rows = Array.from({ length: 450_000 }, (_, id) => ({
    id,
    a: { id },
    b: [{ id }, { id }, { id }, { id }],
  }));
  const shell = (path: string, input: string) =>
    spawnSync(process.execPath, ["--max-old-space-size=128", BIN, "shell", path], {
      input,
      encoding: "utf8",
    });

  it("are rejected with advice, before Node runs out of memory", () => {
    const { status, stdout, stderr } = shell(file("large.json", JSON.stringify(rows)), ".count true\n");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      /^tamis: The rows do not fit into memory: [\d,]+ rows take [\d,]+ MB of [\d,]+ MB\. NODE_OPTIONS=/,
    );
  });

  it("are loaded as text from NDJSON, also if a query reads each row", () => {
    const { status, stdout, stderr } = shell(
      file("large.ndjson", lines(rows)),
      ".count gt(a.id,5)\n.count eq(id,a.id)\nid=7\n",
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `449994\n450000\n${JSON.stringify(rows[7])}\n`,
      stderr: "",
    });
  });
});
