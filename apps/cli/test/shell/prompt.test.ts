import { PassThrough } from "node:stream";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { main } from "../../src/main.ts";
import { folder, lines } from "../files.ts";
import { terminalIo } from "../piped-io.ts";
import { talk } from "./conversation.ts";

const file = folder();
const rows = file(
  "people.ndjson",
  lines([
    { id: 1, name: "anna", size: 3 },
    { id: 2, name: "Bert", size: 1 },
    { id: 3, name: "O'Hara", size: 2 },
  ]),
);
const CONTROL = { c: "\u0003", d: "\u0004", r: "\u0012", up: "\u001b[A", tab: "\t" };

let homes = 0;

/** Simulates a terminal with a user. */
function terminal(args: readonly string[] = [], home = join(dirname(rows), `home${homes++}`)) {
  const stdin = new PassThrough();
  const screen = new PassThrough();
  let shown = "";
  screen.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const io = terminalIo(stdin, screen, { HOME: home, NO_COLOR: "1" });
  const ended = main(["shell", rows, ...args], io, new AbortController().signal);
  /** Waits until a text appears on the screen. Returns the output since the last call. */
  const until = async (text: string): Promise<string> => {
    for (let i = 0; i < 500; i++) {
      const at = shown.indexOf(text);
      if (at >= 0) {
        const seen = shown.slice(0, at + text.length);
        shown = shown.slice(at + text.length);
        return seen;
      }
      await sleep(10);
    }
    throw new Error(`'${text}' was not shown, but:\n${shown}`);
  };
  const type = (text: string) => void stdin.write(text);
  const say = (...steps: Parameters<typeof talk<string>>[1][]) => talk({ until, type }, ...steps);
  /** Talks to the end of the session. */
  const session = async (...steps: Parameters<typeof say>) => {
    await say(...steps);
    expect(await ended).toBe(0);
  };
  return { type, until, say, session, home };
}

const PROMPT = "people> ";
const END = [PROMPT, CONTROL.d] as const;

describe("the prompt", () => {
  it("shows a page, the number of rows and the elapsed time", async () => {
    const { type, until, session } = terminal();
    await until(PROMPT);
    type("gt(size,1)\r");
    const shown = await until(" ms)");
    expect(shown).toContain("id  name    size");
    expect(shown).toMatch(/2 rows \([\d.]+ ms$|2 rows \([\d.]+ ms\)$/);
    await session(END);
  });

  it("shows pages of 20 rows by default, and the next ones on request", async () => {
    const many = file("many.ndjson", lines(Array.from({ length: 45 }, (_, id) => ({ id }))));
    await terminal([many]).session(
      [PROMPT, "true\r"],
      ["48 rows, 1 to 20", ".next\r"],
      ["48 rows, 21 to 40", ".last\r"],
      ["48 rows, 41 to 48", ".exit\r"],
    );
  });

  it("proposes an invalid line with all fixes applied", () =>
    terminal().session(
      [PROMPT, "eq(nmae,'Bert')\r"],
      ["help: Write name"],
      [PROMPT],
      ["eq(name,'Bert')", "\r"],
      ["1 row", ".sort siez\r"],
      [".sort size", "\r"],
      [PROMPT, ".sort\r"],
      [".sort size\n", CONTROL.d],
    ));

  it("completes no names with control characters or invisible characters", async () => {
    const path = file("files/plain.csv", "");
    for (const evil of ["\x1b]0;title\x07", "\x9b2J", "\u202e", "\u200b", "\r"])
      file(`files/plain${evil}.csv`, "");
    await terminal().session(
      [PROMPT, `.write ${path.slice(0, -"ain.csv".length)}`],
      ["files/pl", CONTROL.tab],
      // Only one name is left, so it is completed at once.
      ["ain.csv", "\u0015.exit\r"],
    );
  });

  it("runs pasted lines one after the other, without proposals between them", () =>
    terminal().session([PROMPT, "eq(nmae,1)\req(id,1)\req(id,2)\r"], ["1 row"], ["1 row"], END));

  it("completes with Tab", async () => {
    const { type, until, session } = terminal();
    await until(PROMPT);
    // Waits, because readline inserts a tab that is part of a paste.
    for (const text of [".count contains(nam", CONTROL.tab, ",'O", CONTROL.tab, ")\r"]) {
      type(text);
      await sleep(50);
    }
    await session(["''Hara'"], ["1\n", CONTROL.d]);
  });

  it("discards a line on Ctrl-C, and ends on Ctrl-D", async () => {
    const { session, home } = terminal();
    await session([PROMPT, `eq(id,1${CONTROL.c}`], [PROMPT, ".count true\r"], ["3\n", CONTROL.d]);
    expect(readFileSync(join(home, ".local/state/tamis/history"), "utf8")).toBe(".count true\n");
  });

  it("remembers the lines of the previous session, unless --no-history is given", async () => {
    const { session, home } = terminal();
    await session([PROMPT, ".count eq(id,2)\r"], ["1\n", CONTROL.d]);
    await terminal([], home).session([PROMPT, `${CONTROL.up}\r`], ["1\n", CONTROL.d]);
    const unsaved = terminal(["--no-history"], home);
    await unsaved.session([PROMPT, `${CONTROL.up}.count true\r`], ["3\n", CONTROL.d]);
    expect(readFileSync(join(home, ".local/state/tamis/history"), "utf8")).toBe(
      ".count eq(id,2)\n.count eq(id,2)\n",
    );
  });

  it("continues if the history cannot be saved", () =>
    terminal([], file("no-folder", "")).session(
      [PROMPT, ".count true\r"],
      ["the history is not saved"],
      ["3\n", CONTROL.d],
    ));
});
