/** Runs the built program in a pseudo-terminal, with pagers that are installed. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BIN, canRun } from "./built-program.ts";
import { example, folder, lines } from "./files.ts";

/** Python program that runs a command in a pseudo-terminal of 60 columns and 12 lines. */
const HOST = `
import os, pty, sys
status = pty.spawn(["sh", "-c", 'stty cols 60 rows 12; exec "$@"', "sh", *sys.argv[1:]])
sys.exit(os.waitstatus_to_exitcode(status))
`;

const hasPython = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;
const places = example("places.ndjson");
const many = folder()("many.ndjson", lines(Array.from({ length: 1_001 }, (_, id) => ({ id }))));

function inTerminal(pager: string, ...args: string[]) {
  const { status, stdout } = spawnSync("python3", ["-c", HOST, process.execPath, BIN, "query", ...args], {
    input: "",
    encoding: "utf8",
    env: { ...process.env, PAGER: pager, TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "" },
    timeout: 50_000,
  });
  return { code: status, text: stdout.replaceAll("\r\n", "\n") };
}

describe.runIf(canRun && hasPython)("in a terminal, the program", () => {
  it("sends rows that exceed the screen to the pager", () => {
    const { code, text } = inTerminal("sed s/^/:/", many);
    expect(code).toBe(0);
    expect(text).toContain(": id\n:");
    expect(text).toContain("\n:999\n:1,000 of 1,001 rows; --all shows all, --limit N the first N\n");
  });

  it("shows rows that fit without the pager", () => {
    const { code, text } = inTerminal("sed s/^/:/", places, "--select", "name", "-n", "3");
    expect({ code, text }).toEqual({
      code: 0,
      text: "name\n────────────\nVatican City\nSan Marino\nVaduz\n",
    });
  });

  it("ends with 0 if the pager is closed early", () => {
    const { code, text } = inTerminal("head -n 3", places, "--select", "name", "--all");
    expect({ code, text }).toEqual({
      code: 0,
      text: "name\n─────────────────────────\nVatican City\n",
    });
  });
});
