import { describe, expect, it } from "vitest";
import { BRIDGES } from "tamis/bridges";
import { tamis } from "../run-command.ts";

describe("tamis convert", () => {
  it("translates from and to each language", async () => {
    expect(await tamis(["convert", "--from", "sql", "size > 3 AND name LIKE 'a%'"])).toEqual({
      code: 0,
      out: "and(gt(size,3),startsWith(name,'a'))\n",
      err: "",
    });
    expect((await tamis(["convert", "--to", "sql", "not(in(name,'a','b'))"])).out).toBe(
      "name NOT IN ('a', 'b')\n",
    );
    expect((await tamis(["convert", "--to", "react-querybuilder", "eq(name,'a')"])).out).toContain(
      '"operator":"="',
    );
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
    expect(await tamis([...args, "--exact"])).toMatchObject({ code: 3, out: "" });
  });

  it("writes the translation and its report as JSON", async () => {
    const { code, out } = await tamis([
      "convert",
      "--from",
      "sql",
      "-o",
      "json",
      "-k",
      "sortBy",
      "size NULLS FIRST",
    ]);
    expect(code).toBe(0);
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
    const { out, err } = await tamis([
      "convert",
      "--from",
      "sql",
      "-F",
      "reports",
      "creationTimestamp > '2026-01-01'",
    ]);
    expect({ out, err }).toEqual({ out: "gt(creationTimeStamp,2026-01-01)\n", err: "" });
  });

  it("reports an invalid line, continues, and exits with 3", async () => {
    const { code, out, err } = await tamis(["convert", "--from", "sql"], { stdin: "a = 1\na = \nb = 2\n" });
    expect({ code, out }).toEqual({ code: 3, out: "eq(a,1)\neq(b,2)\n" });
    expect(err).toMatch(/^line 2: error\[syntax\]/);
    expect(await tamis(["convert", "--to", "sql", "eq(a"])).toMatchObject({ code: 3, out: "" });
  });

  it("rejects unknown languages", async () => {
    expect(await tamis(["convert", "--from", "sqll", "x"])).toMatchObject({ code: 2, out: "" });
  });
});
