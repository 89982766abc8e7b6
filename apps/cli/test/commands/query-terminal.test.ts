import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { PagerCommand } from "../../src/io/pager.ts";
import { insertRows, sqliteFile } from "../databases/database-files.ts";
import { folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis, type Surroundings } from "../run-command.ts";

const file = folder();
const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i, name: `row ${i}` }));
const many = file("many.ndjson", lines(rows(1_001)));
const exact = file("exact.ndjson", lines(rows(1_000)));
const database = sqliteFile(
  file("many.db", ""),
  `CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT); ${insertRows("items", rows(1_001))}`,
);

const NOTE = "tamis: 1,000 of 1,001 rows; --all shows all, --limit N the first N\n";
const WIDE = { columns: 80, env: { PAGER: "cat", NO_COLOR: "1" } };

/** Returns the number of lines of a table without its header. */
const rowsOf = (out: string) => out.split("\n").length - 3;

describe("rows on a terminal", () => {
  it.each([many, database])("are the first 1,000, with the number of all rows: %s", async (path) => {
    const { code, out, err } = await tamis(["query", path], WIDE);
    expect({ code, rows: rowsOf(out), err }).toEqual({ code: 0, rows: 1_000, err: NOTE });
    const sorted = await tamis(["query", path, "--sortBy", "id:descending"], WIDE);
    expect({ rows: rowsOf(sorted.out), err: sorted.err }).toEqual({ rows: 1_000, err: NOTE });
    expect(sorted.out).toContain("\n1000  row 1000\n");
    const later = await tamis(["query", path, "--start", "1"], WIDE);
    expect({ rows: rowsOf(later.out), err: later.err }).toEqual({ rows: 1_000, err: "" });
  });

  it.each([many, database])("are all rows if an option says so: %s", async (path) => {
    for (const [option, count] of [
      ["--all", 1_001],
      ["--limit=1001", 1_001],
      ["--limit=5", 5],
      ["--query=limit=5", 5],
    ] as const) {
      const { out, err } = await tamis(["query", path, option], WIDE);
      const others = err.replace(/^tamis: .* has no key.*\n/, "");
      expect([option, rowsOf(out), others]).toEqual([option, count, ""]);
    }
    expect((await tamis(["query", path, "--count"], WIDE)).out).toBe("1001\n");
  });

  it("are complete without a note if there are 1,000", async () => {
    const { out, err } = await tamis(["query", exact], WIDE);
    expect({ rows: rowsOf(out), err }).toEqual({ rows: 1_000, err: "" });
  });

  it("say which rows are shown if some are skipped", async () => {
    const path = file("more.ndjson", lines(rows(1_100)));
    expect((await tamis(["query", path, "--start", "50"], WIDE)).err).toBe(
      "tamis: 51 to 1,050 of 1,100 rows; --all shows all, --limit N the first N\n",
    );
  });

  it("are limited in every format, and remain valid JSON", async () => {
    const json = await tamis(["query", many, "-o", "json"], WIDE);
    expect([JSON.parse(json.out), json.err]).toEqual([rows(1_000), NOTE]);
    expect((await tamis(["query", many, "-o", "csv"], WIDE)).err).toBe(NOTE);
  });

  it("are all written to a file or a pipe", async () => {
    for (const path of [many, database]) {
      const { out, err } = await tamis(["query", path]);
      expect({ out, err }).toEqual({ out: lines(rows(1_001)), err: "" });
    }
  });

  it("cannot be limited and unlimited at once", async () => {
    const err = await failure(2, ["query", many, "--all", "-n", "5"]);
    expect(err).toBe("tamis: --all cannot be combined with --limit.\n");
  });

  it("are followed by the number of columns that do not fit", async () => {
    const path = file("wide.ndjson", lines([{ a: 1234567890123, b: 1234567890123, c: 1 }]));
    const { out, err } = await tamis(["query", path], { ...WIDE, columns: 30 });
    expect(out).toContain("1234567890123  …\n");
    expect(err).toBe("tamis: 1 of 3 columns fit; --select A,B shows others\n");
    const selected = await tamis(["query", path, "--select", "a,b,c"], { ...WIDE, columns: 30 });
    expect(selected).toMatchObject({ err: "" });
    expect(selected.out).toContain("c  1\n");
  });
});

/** Returns a pager that records its input. */
function pager(endsAfter = Infinity) {
  const shown: string[] = [];
  const commands: PagerCommand[] = [];
  let ended = false;
  const startPager: Surroundings["startPager"] = (command) => {
    commands.push(command);
    const stdin = new PassThrough();
    const closed = (async () => {
      for await (const chunk of stdin) {
        shown.push(String(chunk));
        if (shown.join("").length >= endsAfter) break;
      }
      ended = true;
    })();
    return { stdin, closed };
  };
  return { startPager, commands, text: () => shown.join(""), ended: () => ended };
}

describe("a pager", () => {
  const env = { PAGER: "less -S", PATH: "/usr/bin:/bin", TERM: "xterm", NO_COLOR: "1" };
  const inPager = { ...env, PAGER: "sh" };

  it("shows the rows and the note below them", async () => {
    const { startPager, text, commands } = pager();
    const { code, out, err } = await tamis(["query", many], { columns: 80, env: inPager, startPager });
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: "" });
    expect(commands).toHaveLength(1);
    expect(text()).toContain("\n999  row 999\n1,000 of 1,001 rows; --all");
  });

  it("is used if the rows and the prompt exceed the screen", async () => {
    for (const [count, isPaged] of [
      [7, false],
      [8, true],
    ] as const) {
      const { startPager, text } = pager();
      const path = file(`${count}.ndjson`, lines(rows(count)));
      const { out } = await tamis(["query", path], { columns: 80, rows: 10, env: inPager, startPager });
      expect([count, text() !== "", out !== ""]).toEqual([count, isPaged, !isPaged]);
    }
  });

  it("is used if lines wrap to more than the screen", async () => {
    const { startPager, text } = pager();
    const path = file("long.ndjson", lines([{ text: "界".repeat(200) }]));
    await tamis(["query", path, "-o", "ndjson"], { columns: 80, rows: 6, env: inPager, startPager });
    expect(text()).toContain("界界");
  });

  it.each([
    ["--no-pager", inPager],
    ["--all", { ...inPager, PAGER: "cat" }],
    ["--all", { ...inPager, TERM: "dumb" }],
    ["--count", inPager],
  ])("is not used with %s and %j", async (option, variables) => {
    const { startPager, commands } = pager();
    const { out } = await tamis(["query", many, option], { columns: 80, env: variables, startPager });
    expect(commands).toEqual([]);
    expect(out).not.toBe("");
  });

  it("that does not exist is named", async () => {
    const { startPager, commands } = pager();
    const around = { columns: 80, env: { ...env, PAGER: "nosuch" }, startPager };
    const { err } = await tamis(["query", exact], around);
    expect(err).toBe("tamis: PAGER: There is no program 'nosuch'. Rows are shown without a pager.\n");
    expect(commands).toEqual([]);
  });

  it("holds messages back until it has ended", async () => {
    const { startPager, ended } = pager();
    const path = file("broken.ndjson", lines(rows(1_000)) + "[]\n");
    const { code, err } = await tamis(["query", path], { columns: 80, env: inPager, startPager });
    expect({ code, ended: ended() }).toEqual({ code: 4, ended: true });
    expect(err).toContain("1 invalid row was skipped");
  });

  it("that the user closes early ends the command silently", async () => {
    for (const path of [many, database]) {
      const { startPager } = pager(100);
      const around = { columns: 80, env: inPager, startPager };
      expect(await tamis(["query", path, "--all"], around)).toEqual({ code: 0, out: "", err: "" });
    }
  });

  it("that the user closes early ends a command that waits for rows", async () => {
    const { startPager } = pager(100);
    const stdin = (async function* () {
      yield lines(rows(1_000));
      // Keeps the process running for a test that fails, and not for longer.
      await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
    })();
    const started = performance.now();
    const around = { columns: 80, env: inPager, startPager, stdin, isInputPiped: true };
    expect(await tamis(["query"], around)).toMatchObject({ code: 0, out: "" });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("is not used for rows that arrive slowly", async () => {
    const { startPager, commands } = pager();
    const stdin = (async function* () {
      yield lines(rows(5));
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      yield lines(rows(100));
    })();
    const around = { columns: 80, env: inPager, startPager, stdin, isInputPiped: true };
    const { out } = await tamis(["query"], around);
    expect(commands).toEqual([]);
    expect(rowsOf(out)).toBe(105);
  });
});
