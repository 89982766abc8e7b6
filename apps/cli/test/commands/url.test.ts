import { describe, expect, it } from "vitest";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

describe("tamis url", () => {
  it("encodes expressions, and decodes them again", async () => {
    const [filter, sortBy] = ["eq(name,'a&b+c é%')", "name:descending,id"];
    const { out } = await tamis(["url", "-f", filter, "-s", sortBy, "--start", "5", "-n", "20"]);
    expect(out).toBe("filter=eq(name,'a%26b%2Bc%20%C3%A9%25')&sortBy=name:descending,id&start=5&limit=20\n");
    const back = await tamis(["url", "--decode", out.trim()]);
    expect(JSON.parse(back.out)).toEqual({ start: 5, limit: 20, filter, sortBy });
  });

  it("appends the query to a base before its fragment", async () => {
    const joined = async (base: string) => (await tamis(["url", base, "-n", "5"])).out.trim();
    expect(await joined("https://example.com/r")).toBe("https://example.com/r?limit=5");
    expect(await joined("https://example.com/r?")).toBe("https://example.com/r?limit=5");
    expect(await joined("https://example.com/r?a=1#top")).toBe("https://example.com/r?a=1&limit=5#top");
  });

  it("replaces the parameters of a base that are given", async () => {
    const base = "http://x/y?filter=eq(b,2)&k=1&s%6FrtBy=b&limit=7&start=3#top";
    for (const [args, expected] of [
      [["-f", "eq(a,1)"], "k=1&s%6FrtBy=b&limit=7&start=3&filter=eq(a,1)"],
      [["-f", "true", "-s", "a", "--start", "0"], "k=1&limit=7&sortBy=a"],
      [["-n", "5"], "filter=eq(b,2)&k=1&s%6FrtBy=b&start=3&limit=5"],
    ] as const) {
      const { out } = await tamis(["url", base, ...args]);
      expect(out).toBe(`http://x/y?${expected}#top\n`);
      expect((await tamis(["url", "--decode", out.trim()])).code).toBe(0);
    }
    expect((await tamis(["url", "http://x/y?limit=5", "-f", "true", "-n", "1"])).out).toBe(
      "http://x/y?limit=1\n",
    );
    expect((await tamis(["url", "http://x/y?filter=eq(b,2)", "-f", "true"])).out).toBe("http://x/y\n");
  });

  it("decodes a URL, with a catalog if one is given", async () => {
    const url = "https://example.com/reports?name=a%7Cb&limit=5000#top";
    const { code, out, err } = await tamis(["url", "-F", "reports", "-d", url]);
    expect(code).toBe(0);
    expect(err).toContain("lowered");
    expect(JSON.parse(out)).toEqual({ start: 0, limit: 1000, filter: "in(name,'a','b')", sortBy: "" });
    const none = await tamis(["url", "-d", "https://example.com/r"]);
    expect(JSON.parse(none.out)).toEqual({ start: 0, filter: "true", sortBy: "" });
  });

  it.each([
    ["nothing to encode", [], 2],
    ["two bases", ["a", "b", "-n", "1"], 2],
    ["both ways at once", ["-d", "a=1", "-f", "x"], 2],
    ["a base to decode", ["base", "-d", "a=1"], 2],
    ["a broken filter", ["-f", "eq("], 3],
    ["a broken order", ["-s", "a:b:c"], 3],
    ["a member that the catalog does not have", ["-F", "reports", "-f", "eq(nmae,'x')"], 3],
    ["a parameter given twice", ["-d", "filter=eq(a,1)&filter=eq(a,2)"], 3],
    ["a wrong escape", ["-d", "a=%zz"], 3],
    ["a negative limit", ["-d", "limit=-1"], 3],
  ])("rejects %s", async (_, args, code) => {
    expect(await failure(code, ["url", ...args])).not.toBe("");
  });
});
