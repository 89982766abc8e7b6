import { describe, expect, it } from "vitest";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

describe("tamis fmt", () => {
  it("formats to a width, with an indentation", async () => {
    const long = "and(contains($primary,name,'straße'),gt(size,10))";
    expect((await tamis(["fmt", long, "--width", "40", "--indent", "4"])).out).toBe(
      "and(\n    contains($primary, name, 'straße'),\n    gt(size, 10)\n)\n",
    );
    expect((await tamis(["fmt", long])).out).toBe("and(contains($primary, name, 'straße'), gt(size, 10))\n");
  });

  it("prints the canonical form under --compact", async () => {
    expect((await tamis(["fmt", "-C", 'and( eq( a , "x" ), b )'])).out).toBe("and(eq(a,'x'),b)\n");
  });

  it("formats sort expressions", async () => {
    expect((await tamis(["fmt", "-k", "sortBy", "a : descending , b"])).out).toBe("a:descending, b\n");
  });

  it("reports an invalid line, continues, and exits with 3", async () => {
    const { code, out, err } = await tamis(["fmt"], { stdin: "eq(a,1)\neq(b\neq(c,3)\n" });
    expect({ code, out }).toEqual({ code: 3, out: "eq(a, 1)\neq(c, 3)\n" });
    expect(err).toMatch(/^line 2: error\[missing-parenthesis\]/);
  });

  it.each([
    ["--width", "0"],
    ["--width", "wide"],
    ["--indent", "17"],
    ["--indent", "-1"],
    ["--kind", "query"],
  ])("rejects %s %s", async (option, value) => {
    expect(await failure(2, ["fmt", option, value, "x"])).toContain(option);
  });
});
