import { parseFilter } from "tamis";
import { describe, expect, it } from "vitest";
import { failure, output } from "../outcomes.ts";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const write = folder();

interface Answer {
  readonly input: string;
  readonly ok: boolean;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: "error" | "warning" | "hint";
    readonly message: string;
    readonly start: number;
    readonly end: number;
    readonly fixes: readonly { title: string; edits: { start: number; end: number; text: string }[] }[];
  }[];
  readonly canonical: string | null;
}

const answers = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);

describe("tamis check", () => {
  it("prints the canonical form of valid expressions", async () => {
    expect(await tamis(["check", "and( eq(a,1) , b )", ""])).toEqual({
      code: 0,
      out: "and(eq(a,1),b)\ntrue\n",
      err: "",
    });
  });

  it("shows the position and the fixed text of an error, and exits with 3", async () => {
    expect(await tamis(["check", "eq(name,'O'Brien')"])).toEqual({
      code: 3,
      out: "",
      err:
        "error[unescaped-quote]: The string ends at this quote, but the text goes on. A quote inside a string is written twice: 'O''Brien'.\n" +
        "  eq(name,'O'Brien')\n            ^\n  help: Double the quote: eq(name,'O''Brien')\n",
    });
  });

  it("warns about filters that no row or every row can match, and about such branches", async () => {
    const { code, out, err } = await tamis([
      "check",
      "and(isNull(a),gt(a,5))",
      "or(eq(b,1),and(isNull(a),gt(a,5)))",
      "or(isNull(a),not(isNull(a)))",
      "and(gt(a,5),gt(a,3))",
    ]);
    expect({ code, lines: out.split("\n").length }).toEqual({ code: 0, lines: 5 });
    expect(err.match(/warning\[.*/g)).toEqual([
      "warning[never-matches]: No row can match and(isNull(a),gt(a,5)).",
      "warning[never-matches]: No row can match and(isNull(a),gt(a,5)).",
      "warning[always-matches]: Every row matches or(isNull(a),not(isNull(a))).",
    ]);
  });

  it("decides comparisons of several operands, and assumes that each member can be null", async () => {
    const members = { v: { type: "integer", nullable: false } };
    const catalog = write("integers.json", JSON.stringify({ name: "rows", members }));
    const warnings = async (filter: string) =>
      (await tamis(["check", "-c", catalog, filter])).err.match(/^warning\[.*/gm) ?? [];
    expect(await warnings("gt(3,v,5)")).toEqual(["warning[never-matches]: No row can match gt(3,v,5)."]);
    expect(await warnings("gt(5,v,3)")).toEqual([]);
    expect(await warnings("or(gt(v,5),le(v,5))")).toEqual([]);
    expect(await warnings("or(gt(v,5),le(v,5),isNull(v))")).toHaveLength(1);
  });

  it("accepts lenient corrections with a warning, and rejects them under --strict", async () => {
    expect(await tamis(["check", "and(x)"])).toMatchObject({ code: 0, out: "x\n" });
    expect((await tamis(["check", "and(x)"])).err).toMatch(/^warning\[single-argument\]/);
    expect((await tamis(["check", "--strict", "and(x)"])).err).toMatch(/^error\[single-argument\]/);
    expect((await tamis(["check", "--strict", "and(x)"])).code).toBe(3);
  });

  it("knows the members of a family", async () => {
    const err = await failure(3, ["check", "--family", "reports", "eq(nmae,'Sales')"]);
    expect(err).toContain("help: Write name: eq(name,'Sales')");
  });

  it("reads lines of standard input, with and without a dash, and reports line numbers", async () => {
    const stdin = "\ufeffeq(a,1)\r\n\r\neq(b\r\n";
    for (const args of [["check"], ["check", "-"]]) {
      const { code, out, err } = await tamis(args, { stdin });
      expect({ code, out }).toEqual({ code: 3, out: "eq(a,1)\ntrue\n" });
      expect(err).toMatch(/^line 3: error\[missing-parenthesis\]/);
    }
    expect((await tamis(["check", "true", "eq("])).err).toMatch(/^argument 2: error/);
    expect(await tamis(["check"], { stdin: "" })).toEqual({ code: 0, out: "", err: "" });
  });

  it("prints one line of JSON per expression, with fixes that make it valid", async () => {
    const inputs = ["eq(a,1)", "eq(b,2", "eq(c,9007199254740993)", "eq(d,null)", ""];
    const { code, out, err } = await tamis(["check", "--json"], { stdin: inputs.join("\n") + "\n" });
    expect({ code, err }).toEqual({ code: 3, err: "" });
    const all = answers(out);
    expect(all.map(({ input }) => input)).toEqual(inputs);
    expect(all.map(({ ok }) => ok)).toEqual([true, false, true, false, true]);
    const canonical = ["eq(a,1)", null, "eq(c,9007199254740993)", null, "true"];
    expect(all.map((each) => each.canonical)).toEqual(canonical);
    for (const answer of all) {
      expect(Object.keys(answer)).toEqual(["input", "ok", "diagnostics", "canonical"]);
      for (const diagnostic of answer.diagnostics) {
        expect(Object.keys(diagnostic)).toEqual(["code", "severity", "message", "start", "end", "fixes"]);
        const [fix] = diagnostic.fixes;
        let mended = answer.input;
        for (const { start, end, text } of fix!.edits.toReversed())
          mended = mended.slice(0, start) + text + mended.slice(end);
        expect(parseFilter(mended).diagnostics).toEqual([]);
      }
    }
  });

  it("checks sort expressions and query strings", async () => {
    expect(await output(["check", "-k", "sortBy", "a:descending, b"])).toBe("a:descending,b\n");
    await failure(3, ["check", "-k", "sortBy", "a:down"]);
    const query = await tamis(["check", "-k", "query", "filter=eq(a,1)&sortBy=b&limit=05"]);
    expect(query).toMatchObject({ code: 0, out: "filter=eq(a,1)&sortBy=b&limit=5\n" });
    const wrong = await tamis(["check", "-k", "query", "--json", "a=1&filter=eq(b"]);
    const [answer] = answers(wrong.out);
    expect(answer).toMatchObject({ ok: false, diagnostics: [{ start: 11, end: 14 }], canonical: null });
  });

  it("prints nothing under --quiet", async () => {
    expect(await tamis(["check", "-q", "eq("])).toEqual({ code: 3, out: "", err: "" });
    expect(await tamis(["check", "-q", "eq(a,1)"])).toEqual({ code: 0, out: "", err: "" });
  });

  it("uses colors on a terminal unless NO_COLOR is set", async () => {
    for (const [args, around, isColored] of [
      [[], { columns: 80 }, true],
      [[], { columns: 80, env: { NO_COLOR: "1" } }, false],
      [["--color", "always"], {}, true],
      [[], {}, false],
    ] as const) {
      const { err } = await tamis(["check", "eq(", ...args], around);
      expect([args, around, err.includes("\x1b[")]).toEqual([args, around, isColored]);
    }
  });

  it("escapes control characters", async () => {
    const { err } = await tamis(["check", "eq(a,\x1b[31m\u202e'x"]);
    expect(err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]/);
  });
});
