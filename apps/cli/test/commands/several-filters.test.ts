import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { describe, expect, it } from "vitest";
import { example } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const places = example("places.ndjson");
const query = (...args: string[]) => tamis(["query", places, "--select", "name,pop_max", ...args]);

describe("several filters", () => {
  it("keep the rows that match all of them", async () => {
    const several = await query("-f", "gt(pop_max,10000000)", "-f", "or(eq(sov_a3,'JPN'),eq(sov_a3,'CH1'))");
    const joined = await query("-f", "and(gt(pop_max,10000000),or(eq(sov_a3,'JPN'),eq(sov_a3,'CH1')))");
    expect(several).toEqual(joined);
    expect(several.out.trimEnd().split("\n").length).toBe(2);
    const tokyo = await query("-f", "eq(name,'Tokyo')");
    for (const other of ["", "eq(name,'Tokyo')"])
      expect(await query("-f", other, "-f", "eq(name,'Tokyo')")).toEqual(tokyo);
  });

  it("are quoted one by one in messages, with the correction of each", async () => {
    const { code, out, err } = await query("-f", "gt(pop_max,1)", "-f", "eq(nmae,'Tokyo')");
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toBe(
      `filter 2: error[unknown-member]: ${unknownMember("nmae", "name")}\n` +
        "  eq(nmae,'Tokyo')\n     ^^^^\n  help: Write name: eq(name,'Tokyo')\n",
    );
  });

  it("cannot complete each other", async () => {
    const { code, err } = await query("-f", "or(eq(a,1)", "-f", "eq(b,2))");
    expect(code).toBe(3);
    expect(err).toMatch(/^filter 1: error/);
    expect(err).toMatch(/^filter 2: error/m);
    const injected = await query("-f", "eq(name,'x'),true", "-f", "eq(name,'Tokyo')");
    expect(injected).toMatchObject({ code: 3, out: "" });
  });

  it("are joined in SQL, in URLs and for a row to explain", async () => {
    const filters = ["-f", "gt(a,1)", "--filter=eq(b,'x')"];
    expect((await tamis(["url", ...filters])).out).toBe("filter=and(gt(a,1),eq(b,'x'))\n");
    const joined = ["-f", "and(gt(a,1),eq(b,'x'))"];
    const sql = ["sql", "-d", "sqlite"];
    expect(await tamis([...sql, ...filters])).toEqual(await tamis([...sql, ...joined]));
    const stdin = '{"a":2,"b":"x"}\n';
    const explain = (args: readonly string[]) => output(["explain", ...args], { stdin });
    expect(await explain(filters)).toBe(await explain(joined));
    await failure(2, ["query", "-q", "limit=1", ...filters], { stdin });
  });
});

describe("--sort-by", () => {
  it("is another spelling of --sortBy", async () => {
    const expected = await query("--sortBy", "name:descending", "-n", "3");
    for (const args of [["--sort-by", "name:descending"], ["--sort-by=name:descending"]])
      expect(await query(...args, "-n", "3")).toEqual(expected);
    expect((await query("--sort-by")).err).toContain("--sort-by needs a value");
    expect((await query("--sort-bi", "name")).err).toContain("Did you mean --sort-by?");
    expect((await tamis(["explain", places, "-f", "true", "--sort-by", "name"])).err).toContain(
      "--sortBy is only for databases",
    );
  });
});
