import { PassThrough } from "node:stream";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { main } from "../../src/main.ts";
import { folder, lines } from "../files.ts";
import { terminalIo } from "../piped-io.ts";

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
  return { type: (text: string) => void stdin.write(text), until, ended, home };
}

describe("the prompt", () => {
  it("shows a page, the number of rows and the elapsed time", async () => {
    const { type, until, ended } = terminal();
    await until("people> ");
    type("gt(size,1)\r");
    const shown = await until(" ms)");
    expect(shown).toContain("id  name    size");
    expect(shown).toMatch(/2 rows \([\d.]+ ms$|2 rows \([\d.]+ ms\)$/);
    await until("people> ");
    type(CONTROL.d);
    expect(await ended).toBe(0);
  });

  it("shows pages of 20 rows by default, and the next ones on request", async () => {
    const many = file("many.ndjson", lines(Array.from({ length: 45 }, (_, id) => ({ id }))));
    const { type, until, ended } = terminal([many]);
    await until("people> ");
    type("true\r");
    await until("48 rows, 1 to 20");
    type(".next\r");
    await until("48 rows, 21 to 40");
    type(".last\r");
    await until("48 rows, 41 to 48");
    type(".exit\r");
    expect(await ended).toBe(0);
  });

  it("proposes an invalid line with all fixes applied", async () => {
    const { type, until, ended } = terminal();
    await until("people> ");
    type("eq(nmae,'Bert')\r");
    await until("help: Write name");
    await until("people> ");
    await until("eq(name,'Bert')");
    type("\r");
    await until("1 row");
    type(".sort siez\r");
    await until(".sort size");
    type("\r");
    await until("people> ");
    type(".sort\r");
    await until(".sort size\n");
    type(CONTROL.d);
    expect(await ended).toBe(0);
  });

  it("completes no names with control characters or invisible characters", async () => {
    const path = file("files/plain.csv", "");
    for (const evil of ["\x1b]0;title\x07", "\x9b2J", "\u202e", "\u200b", "\r"])
      file(`files/plain${evil}.csv`, "");
    const { type, until, ended } = terminal();
    await until("people> ");
    type(`.write ${path.slice(0, -"ain.csv".length)}`);
    await until("files/pl");
    type(CONTROL.tab);
    // Only one name is left, so it is completed at once.
    await until("ain.csv");
    type("\u0015.exit\r");
    expect(await ended).toBe(0);
  });

  it("runs pasted lines one after the other, without proposals between them", async () => {
    const { type, until, ended } = terminal();
    await until("people> ");
    type("eq(nmae,1)\req(id,1)\req(id,2)\r");
    await until("1 row");
    await until("1 row");
    await until("people> ");
    type(CONTROL.d);
    expect(await ended).toBe(0);
  });

  it("completes with Tab", async () => {
    const { type, until, ended } = terminal();
    await until("people> ");
    // Waits, because readline inserts a tab that is part of a paste.
    for (const text of [".count contains(nam", CONTROL.tab, ",'O", CONTROL.tab, ")\r"]) {
      type(text);
      await sleep(50);
    }
    await until("''Hara'");
    await until("1\n");
    type(CONTROL.d);
    expect(await ended).toBe(0);
  });

  it("discards a line on Ctrl-C, and ends on Ctrl-D", async () => {
    const { type, until, ended, home } = terminal();
    await until("people> ");
    type(`eq(id,1${CONTROL.c}`);
    await until("people> ");
    type(".count true\r");
    await until("3\n");
    type(CONTROL.d);
    expect(await ended).toBe(0);
    expect(readFileSync(join(home, ".local/state/tamis/history"), "utf8")).toBe(".count true\n");
  });

  it("remembers the lines of the previous session, unless --no-history is given", async () => {
    const first = terminal();
    await first.until("people> ");
    first.type(".count eq(id,2)\r");
    await first.until("1\n");
    first.type(CONTROL.d);
    await first.ended;
    const second = terminal([], first.home);
    await second.until("people> ");
    second.type(`${CONTROL.up}\r`);
    await second.until("1\n");
    second.type(CONTROL.d);
    await second.ended;
    const third = terminal(["--no-history"], first.home);
    await third.until("people> ");
    third.type(`${CONTROL.up}.count true\r`);
    await third.until("3\n");
    third.type(CONTROL.d);
    await third.ended;
    expect(readFileSync(join(first.home, ".local/state/tamis/history"), "utf8")).toBe(
      ".count eq(id,2)\n.count eq(id,2)\n",
    );
  });

  it("continues if the history cannot be saved", async () => {
    const { type, until, ended } = terminal([], file("no-folder", ""));
    await until("people> ");
    type(".count true\r");
    await until("the history is not saved");
    await until("3\n");
    type(CONTROL.d);
    expect(await ended).toBe(0);
  });
});
