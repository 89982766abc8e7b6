import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { BIN, canRun } from "../built-program.ts";
import { createSlowSqlite, LARGE } from "../databases/slow-sqlite.ts";
import { example } from "../files.ts";
import { talk } from "./conversation.ts";

/** Python program that runs a command in a pseudoterminal and connects it to its own input and output. */
const HOST = `
import os, pty, sys
status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status))
`;

const hasPython = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

const home = mkdtempSync(join(tmpdir(), "tamis-home-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function open(...args: string[]) {
  return openTerminal("shell", ...args);
}

function openTerminal(...args: string[]) {
  const child = spawn("python3", ["-c", HOST, process.execPath, BIN, ...args], {
    env: { ...process.env, HOME: home, XDG_STATE_HOME: "", TERM: "xterm", NO_COLOR: "1", FORCE_COLOR: "" },
  });
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const until = async (text: string) => {
    for (let i = 0; i < 1_000 && !shown.includes(text); i++) await sleep(20);
    expect(shown).toContain(text);
    shown = shown.slice(shown.indexOf(text) + text.length);
  };
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const type = (text: string) => void child.stdin.write(text);
  const say = (...steps: readonly (readonly [string, string?])[]) => talk({ until, type }, ...steps);
  return { type, say, code, child };
}

describe.runIf(canRun && hasPython)("a session in a terminal", () => {
  it("runs, completes, fixes and discards lines, and ends", async () => {
    const { type, say, code } = open(example("places.ndjson"), "--select", "name,pop_max");
    await say(["places> ", "gt(pop_max,20000000)\r"], ["Tokyo"], ["1 row ("], ["places> ", ".count eq(feat"]);
    await sleep(100);
    type("\t");
    await say(["eq(featurecla", ",'Popul"]);
    await sleep(100);
    type("\t");
    await say(
      ["ated place'", ")\r"],
      ["counted", "eq(nmae,'Oslo')\r"],
      ["help: Write name"],
      ["eq(name,'Oslo')", "\r"],
      ["1 row ("],
      ["places> ", "and(\u0003"],
      ["places> ", "\u0004"],
    );
    expect(await code).toBe(0);
    const history = readFileSync(join(home, ".local/state/tamis/history"), "utf8");
    expect(history).toContain("gt(pop_max,20000000)\n");
    expect(history).not.toContain("and(");
  });

  it("keeps the history if it is killed", async () => {
    const { say, code, child } = open(example("places.ndjson"));
    await say(["places> ", ".count isNull(name)\r"], ["counted"]);
    child.kill("SIGKILL");
    await code;
    expect(readFileSync(join(home, ".local/state/tamis/history"), "utf8")).toContain(".count isNull(name)\n");
  });

  it("continues after Ctrl-C has canceled a statement of SQLite", async () => {
    const path = createSlowSqlite(join(home, "slow.db"));
    const { type, say, code } = open(path);
    await say(["slow> ", ".count lt(n,0)\r"]);
    await sleep(1_000);
    type("\u0003");
    await say(["canceled"], ["slow> ", ".members\r"], ["integer"], ["slow> ", "\u0004"]);
    expect(await code).toBe(0);
  });

  it("ends on Ctrl-C while it loads rows", async () => {
    const pipe = join(home, "rows.ndjson");
    execFileSync("mkfifo", [pipe]);
    const { type, code } = open(pipe);
    // Opens when the program has opened the other end, waiting for rows.
    const rows = await openFile(pipe, "w");
    await rows.write('{"id":1}\n');
    await sleep(200);
    type("\u0003");
    // Exit code 130, or SIGINT, which Python reports as -2 and the exit code as 256 - 2.
    expect([130, 254]).toContain(await code);
    await rows.close();
  });
});

describe.runIf(canRun && hasPython)("a query in a terminal", () => {
  it("shows how long a statement of a large SQLite file takes, and ends on Ctrl-C", async () => {
    const path = createSlowSqlite(join(home, "large.db"), LARGE);
    const { say, code } = openTerminal("query", path, "--table", "slow", "--filter", "lt(n,0)");
    await say(["1."], ["2.", "\u0003"]);
    expect(await code).toBe(130);
  });
});
