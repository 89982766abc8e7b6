import { describe, expect, it } from "vitest";
import { example } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const places = example("places.ndjson");

describe("tamis explain", () => {
  it("shows each clause with the values of its members, and the one that excludes the row", async () => {
    const filter = "and(eq(sov_a3,'FRA'),or(gt(pop_max,1000),isNull(name)))";
    expect(await tamis(["explain", places, "--filter", filter, "--row", "3"])).toEqual({
      code: 0,
      out:
        "Rows where sov_a3 is 'FRA' and (pop_max is greater than 1000 or name has no value).\n" +
        "row 3 does not match\n" +
        `false   ${filter}\n` +
        `false   ├─ eq(sov_a3,'FRA')   sov_a3 = "LIE"  <- here\n` +
        "true    └─ or(gt(pop_max,1000),isNull(name))\n" +
        "true       ├─ gt(pop_max,1000)   pop_max = 36281\n" +
        `false      └─ isNull(name)   name = "Vaduz"\n` +
        "excluded by: eq(sov_a3,'FRA')\n",
      err: "",
    });
  });

  it("shows the values of expressions that are not conditions", async () => {
    const { out } = await tamis(["explain", places, "-f", "eq(upCase(name),'VATICAN CITY')"]);
    expect(out).toBe(
      "Rows where name in upper case is 'VATICAN CITY'.\nrow 1 matches\ntrue    eq(upCase(name),'VATICAN CITY')\n" +
        `        └─ upCase(name) = "VATICAN CITY"   name = "Vatican City"\n`,
    );
  });

  it("calls a comparison with null unknown", async () => {
    const { out } = await tamis(["explain", "-f", "not(eq(a,1))", "-i", "ndjson"], { stdin: '{"a":null}\n' });
    expect(out).toContain(
      "Rows where a is not 1.\nrow 1 does not match\nunknown not(eq(a,1))\nunknown └─ eq(a,1)   a = null",
    );
  });

  it("prints the explanation as JSON", async () => {
    const { out } = await tamis(["explain", "-f", "gt(a,1)", "--json"], { stdin: '{"a":9007199254740993}' });
    expect(out).toContain('"value":9007199254740993');
    expect(JSON.parse(out)).toMatchObject({
      row: 1,
      sentence: "Rows where a is greater than 1.",
      kept: true,
      tree: { text: "gt(a,1)", value: true },
    });
  });

  it("prints the sentence in the language of the reader", async () => {
    const args = ["explain", "-f", "not(isNull(a))", "--locale", "de"];
    const { out } = await tamis(args, { stdin: '{"a":1}' });
    expect(out).toContain("Zeilen, für die gilt: a hat einen Wert.\nrow 1 matches\n");
  });

  it.each([
    ["a missing row", ["-f", "true", "-r", "1000"], 2, "There is no row 1000: the input has 243 rows."],
    ["row 0", ["-f", "true", "-r", "0"], 2, "--row must be an integer >= 1"],
    ["no filter", [], 2, "--filter is missing"],
    ["an order of a file", ["-f", "true", "-s", "name"], 2, "--sortBy is only for databases"],
    ["a page of a file", ["-f", "true", "--start", "1"], 2, "--start is only for databases"],
    ["a query of a file", ["-q", "filter=true"], 2, "--query is only for databases"],
    ["an unknown member", ["-f", "eq(nmae,'x')"], 3, "help: Write name: eq(name,'x')"],
    ["a broken filter", ["-f", "eq("], 3, "missing-parenthesis"],
  ])("rejects %s", async (_, args, code, words) => {
    expect(await failure(code, ["explain", places, ...args])).toContain(words);
  });
});
