import { describe, expect, it } from "vitest";
import { BRIDGES } from "tamis/bridges";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

describe("tamis convert", () => {
  it("translates from and to each language", async () => {
    expect(await tamis(["convert", "--from", "sql", "size > 3 AND name LIKE 'a%'"])).toEqual({
      code: 0,
      out: "and(gt(size,3),startsWith(name,'a'))\n",
      err: "",
    });
    const sql = await output(["convert", "--to", "sql", "not(in(name,'a','b'))"]);
    expect(sql).toBe("name NOT IN ('a', 'b')\n");
    const query = await output(["convert", "--to", "react-querybuilder", "eq(name,'a')"]);
    expect(query).toContain('"operator":"="');
    for (const [name, load] of BRIDGES) {
      const text = (await load()).form === "text" ? "x" : "true";
      const { code, out } = await tamis(["convert", "--from", name, "--to", name, "-o", "json", text]);
      expect([name, typeof code, out.startsWith("{")]).toEqual([name, "number", true]);
    }
  });

  it("reports differences with their place, and rejects them under --exact", async () => {
    const args = ["convert", "--from", "sql", "name = 'x' AND ROUND(size) = 1"];
    const { code, out, err } = await tamis(args);
    expect({ code, out }).toEqual({ code: 0, out: "eq(name,'x')\n" });
    expect(err).toMatch(
      /^warning\[unsupported-function\]: .* The result can keep more rows\.\n.*\n {17}\^{11}\n$/,
    );
    await failure(3, [...args, "--exact"]);
  });

  it("writes the translation and its report as JSON", async () => {
    const out = await output(["convert", "--from", "sql", "-o", "json", "-k", "sortBy", "size NULLS FIRST"]);
    expect(JSON.parse(out)).toEqual({
      sortBy: "size",
      report: [
        {
          code: "string-order",
          effect: "order",
          message: expect.any(String) as string,
          part: "sortBy",
          source: { start: 0, end: 16 },
          result: { start: 0, end: 4 },
        },
      ],
    });
  });

  it("uses the types of a catalog", async () => {
    const args = ["convert", "--from", "sql", "-F", "reports", "creationTimestamp > '2026-01-01'"];
    expect(await tamis(args)).toEqual({ code: 0, out: "gt(creationTimeStamp,2026-01-01)\n", err: "" });
  });

  it("reports an invalid line, continues, and exits with 3", async () => {
    const { code, out, err } = await tamis(["convert", "--from", "sql"], { stdin: "a = 1\na = \nb = 2\n" });
    expect({ code, out }).toEqual({ code: 3, out: "eq(a,1)\neq(b,2)\n" });
    expect(err).toMatch(/^line 2: error\[syntax\]/);
    await failure(3, ["convert", "--to", "sql", "eq(a"]);
  });

  it("shows the place of a note in JSON", async () => {
    const { code, out, err } = await tamis(["convert", "--from", "mongo", '{"a": 1, "b": {"$mod": [1,2]}}']);
    expect({ code, out }).toEqual({ code: 0, out: "eq(a,1)\n" });
    expect(err).toContain("/b/$mod: ");
    expect(err).toMatch(/\n {25}\^{5}\n$/);
  });

  it("shows where a text is not JSON, continues, and exits with 3", async () => {
    const stdin = '{"a": 1}\n{"a": ISODate("2020-01-01")}\n{"a": 2}\n';
    const { code, out, err } = await tamis(["convert", "--from", "mongo"], { stdin });
    expect({ code, out }).toEqual({ code: 3, out: "eq(a,1)\neq(a,2)\n" });
    expect(err).toBe(
      [
        'line 2: error[syntax]: This is not JSON: ISODate belongs to the shell of MongoDB; write {"$date": "…"}.',
        '  {"a": ISODate("2020-01-01")}',
        "        ^^^^^^^",
        "",
      ].join("\n"),
    );
    const json = await tamis(["convert", "--from", "jsonlogic", "-o", "json", '{"==": [1 2]}']);
    expect(json.code).toBe(3);
    expect(JSON.parse(json.out)).toMatchObject({
      report: [{ code: "syntax", effect: "failed", source: { start: 10, end: 11 } }],
    });
  });

  it("reads JSON as people write it, with a warning, unless --strict is given", async () => {
    const args = ["convert", "--from", "mongo", "{size: {$gt: 3}, 'name': 'a',}"];
    expect(await tamis(args)).toEqual({
      code: 0,
      out: "and(gt(size,3),eq(name,'a'))\n",
      err: [
        "warning[syntax]: This is not JSON, but can be read as JSON.",
        "  {size: {$gt: 3}, 'name': 'a',}",
        "   ^^^^",
        '  help: Write JSON: {"size": {"$gt": 3}, "name": "a"}',
        "",
      ].join("\n"),
    });
    expect(await failure(3, [...args, "--strict"])).toMatch(
      /^error\[syntax\].*\n.*\n {3}\^{4}\n {2}help: Write JSON/,
    );
  });

  it("rejects unknown languages", async () => {
    await failure(2, ["convert", "--from", "sqll", "x"]);
  });
});
