import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { main } from "../../src/main.ts";
import { folder, lines } from "../files.ts";
import { pipedIo } from "../piped-io.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const good = Array.from({ length: 2_500 }, (_, id) => ({ id, name: `name ${id}` }));
const late = file("late.ndjson", lines(good) + '{"id":\n' + lines(good));
const early = file("early.ndjson", '{"id":1}\n{"id":\n');

describe("invalid rows", () => {
  it("are skipped and counted, and exit code 4 says so", async () => {
    for (const output of ["json", "ndjson", "csv", "tsv", "table", "envelope"]) {
      const { code, out, err } = await tamis(["query", early, "-o", output]);
      expect(code).toBe(4);
      expect(out).toContain("id");
      expect(err).toBe(
        `tamis: ${early}: 1 invalid row was skipped (line 2, column 7, row 2): a value is expected, and the text ends.\n`,
      );
    }
    const all = await tamis(["query", late]);
    expect({ code: all.code, out: all.out }).toEqual({ code: 4, out: lines([...good, ...good]) });
    expect(all.err).toContain("1 invalid row was skipped (line 2501,");
    const json = await tamis(["query", late, "-o", "json"]);
    expect(JSON.parse(json.out)).toEqual([...good, ...good]);
    expect(await tamis(["query", late, "--count"])).toMatchObject({ code: 4, out: "5000\n" });
    await failure(4, ["query", late, "-f", "lt(id,0)", "-e"]);
  });

  it("are counted in every format, with the position of the first", async () => {
    for (const [name, content, count, place] of [
      ["a.ndjson", '{"a":1}\n3\n{"a":x}\n{"a":2}\n', 2, "line 2, column 1, row 2"],
      ["a.json", '[{"a":1},3,"{x",[{}],{"a":2}]', 3, "line 1, byte 10, row 2"],
      ["a.csv", 'a,b\n1,\n"x"y,\n"5" z,\n2,3,4\n"2",\n', 3, "line 3, row 2"],
    ] as const) {
      const { code, out, err } = await tamis(["query", file(name, content), "--select", "a", "-o", "ndjson"]);
      expect({ code, out }, name).toEqual({ code: 4, out: lines([{ a: 1 }, { a: 2 }]) });
      expect(err).toContain(`${count} invalid rows were skipped, the first (${place})`);
    }
  });

  it("end a JSON file that is damaged after them, and the rows before the damage are written", async () => {
    // The types of dates depend on all first rows.
    const rows = ["Jan 5, 2024", "Feb 5, 2024"].map((d, i) => ({ a: i + 1, d }));
    for (const [rest, words] of [
      [',{"d":', "the input ends within this row"],
      [',{"a":3};', "',' or ']' is expected after a row, not ';'"],
      ["]x", "the JSON value is complete, and 'x' follows it"],
    ] as const) {
      const damaged = file("damaged.json", JSON.stringify(rows).slice(0, -1) + rest);
      const { code, out, err } = await tamis(["query", damaged, "--filter", "lt(a,3)", "-o", "ndjson"]);
      expect({ code, out }, rest).toEqual({ code: 4, out: lines(rows) });
      expect(err).toContain(words);
      await failure(4, ["query", damaged, "--strict"]);
    }
  });

  it("after the page are not reported", async () => {
    expect(await tamis(["query", late, "-n", "3"])).toMatchObject({ code: 0, err: "" });
  });
});

describe("invalid data with --strict", () => {
  it("is reported with its position and exit code 4, without output if it is among the first rows", async () => {
    for (const output of ["json", "ndjson", "csv", "tsv", "table", "envelope"]) {
      expect(await failure(4, ["query", early, "-o", output, "--strict"])).toBe(
        `tamis: ${early}, line 2, column 7, row 2: a value is expected, and the text ends\n`,
      );
    }
  });

  it("is reported after all rows before it have been written, if it is further down", async () => {
    const { code, out, err } = await tamis(["query", late, "--strict"]);
    expect({ code, out }).toEqual({ code: 4, out: lines(good) });
    expect(err).toContain("line 2501");
    const csv = await tamis(["query", late, "-o", "csv", "--strict"]);
    expect(csv.out.trimEnd().split("\n")).toHaveLength(2_501);
    expect(csv.out.endsWith("2499,name 2499\n")).toBe(true);
  });

  it("leaves a JSON array open, so that it cannot be mistaken for a complete one", async () => {
    const { code, out } = await tamis(["query", late, "-o", "json", "--strict"]);
    expect(code).toBe(4);
    expect(() => JSON.parse(out) as unknown).toThrow();
    expect(JSON.parse(`${out}]`)).toEqual(good);
  });

  it("prevents all output that depends on all rows", async () => {
    for (const args of [["-s", "id:descending"], ["-s", "id", "-n", "3"], ["--count"], ["-o", "envelope"]]) {
      await failure(4, ["query", late, "--strict", ...args]);
    }
  });

  it.each([
    ["row.csv", "id,n\n1,a\n2,b,c\n", "line 3, row 2: the row has 3 cells, but the header has 2 columns"],
    ["header.csv", "id,\n1,2\n", "column 2 of the header has no name"],
    ["quote.csv", 'id\n"1\n', "not closed"],
    ["scalar.ndjson", "{}\n3\n", "line 2"],
    [
      "cell.csv",
      `n\n${"1\n".repeat(1_000)}x\n`,
      "line 1002, row 1001: 'x' in the column 'n' is not a number",
    ],
  ])("is reported for %s", async (name, content, words) => {
    const path = file(name, content);
    const err = await failure(4, ["query", path, "--strict", "--count"]);
    expect(err).toContain(words);
    expect(err).toContain(path);
  });
});

describe("a file that cannot be read as rows", () => {
  it.each([
    ["empty.json", "", "the input is empty"],
    ["text.json", "hello", "a JSON array of rows, or an object, is expected"],
  ])("is reported: %s", async (name, content, words) => {
    const path = file(name, content);
    const err = await failure(4, ["query", path]);
    expect(err).toContain(words);
    expect(err).toContain(path);
  });
});

describe("an invalid file or option", () => {
  it("is reported before anything is written, whichever file it is", async () => {
    const rows = file("rows.ndjson", lines(good));
    for (const path of ["nosuch.ndjson", file("sub/x", "").replace(/x$/, "")]) {
      expect(await failure(2, ["query", rows, path])).toMatch(/no such file|is a directory/);
    }
  });

  it("is reported if an expression is given instead of a file", async () => {
    expect(await failure(2, ["query", "eq(id,1)"])).toBe(
      "tamis: This looks like an expression, but a file is expected: write --filter before it.\n",
    );
  });

  it("is reported if no file is given and standard input is a terminal", async () => {
    await failure(2, ["query"], { columns: 80 });
    await failure(2, ["explain", "-f", "true"], { columns: 80 });
    await failure(2, ["catalog", "infer"], { columns: 80 });
  });
});

describe("an invalid expression", () => {
  const rows = file(
    "small.ndjson",
    lines([
      { id: 1, text: null, mixed: 1 },
      { id: 2, text: null, mixed: "x" },
    ]),
  );

  it("exits with 3, without output, and shows the position and a fix", async () => {
    const named = file("named.ndjson", lines([{ name: "a" }]));
    expect(await failure(3, ["query", named, "-f", "isNull(nmae)"])).toBe(
      `error[unknown-member]: ${unknownMember("nmae", "name")}\n  isNull(nmae)\n         ^^^^\n  help: Write name: isNull(name)\n`,
    );
    await failure(3, ["query", rows, "-s", "id:descnding"]);
    await failure(3, ["query", rows, "-q", "limit=-1"]);
    await failure(3, ["query", rows, "--strict", "-f", "and(gt(id,1))"]);
  });

  it("is reported for the filter and the sort order at once", async () => {
    const { err } = await tamis(["query", rows, "-f", "eq(", "-s", "id:up"]);
    expect(err).toContain("error[missing-parenthesis]");
    expect(err).toContain("error[unknown-sort-option]");
  });

  it("is reported before the first row arrives", async () => {
    const never = new Readable({ read: () => undefined });
    expect(await main(["query", "-f", "eq(id"], pipedIo(never), new AbortController().signal)).toBe(3);
  });

  it("does not include members that are always null or have several types", async () => {
    for (const [filter, id] of [
      ["and(isNull(text),eq(mixed,'x'))", 2],
      ["eq(id,mixed)", 1],
    ] as const)
      expect(await output(["query", rows, "-f", filter, "--select", "id"])).toBe(`{"id":${id}}\n`);
  });

  it("is a warning if more rows could have the member", async () => {
    const ids = Array.from({ length: 3_000 }, (_, id) => (id > 2_000 ? { id, late: 1 } : { id }));
    const more = file("more.ndjson", lines(ids));
    const { code, out, err } = await tamis(["query", more, "-f", "eq(late,1)", "--count"]);
    expect({ code, out }).toEqual({ code: 0, out: "999\n" });
    expect(err).toContain("in the rows seen so far");
  });
});

describe("a slow pipe", () => {
  it("produces output while more rows are still to come", async () => {
    const stdin = new PassThrough();
    const interruption = new AbortController();
    const io = pipedIo(stdin);
    const { stdout } = io;
    const done = main(["query", "-i", "ndjson", "-f", "gt(id,1)"], io, interruption.signal);
    let text = "";
    stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const seen = async (wanted: string) => {
      for (let i = 0; i < 500 && text !== wanted; i++) await sleep(10);
      expect(text).toBe(wanted);
    };
    stdin.write('{"id":1}\n{"id":2}\n');
    await seen('{"id":2}\n');
    stdin.write('{"id":3}\n');
    await seen('{"id":2}\n{"id":3}\n');
    interruption.abort();
    expect(await done).toBe(130);
  });
});
