import { beforeAll, describe, expect, it } from "vitest";
import { tamis } from "../run-command.ts";
import { PLACES, placesLoaders, type LoadedTable } from "./places-tables.ts";

const REQUESTS: readonly (readonly string[])[] = [
  ["--count-by", "featurecla"],
  ["--count-by", "adm0name", "-n", "7", "--start", "3"],
  ["--count-by", "boolean,featurecla", "--sum", "pop_max,pop_min", "--avg", "pop_max", "-o", "json"],
  ["--distinct", "sov_a3", "-o", "csv"],
  ["--distinct", "adm1name", "--count"],
  ["--distinct", "name", "-l", "sv", "-f", "startsWith($primary,name,'a')"],
  [..."--by sov_a3 --max pop_max,name --min name -s pop_max_max:descending,sov_a3 -n 9".split(" ")],
  ["--sum", "pop_max", "--min", "pop_min", "--max", "note", "-o", "table"],
  ["--sum", "pop_max", "-f", "match(name,'[A-C].*a')", "-f", "gt(pop_max,1000)"],
  ["--by", "featurecla", "--sum", "pop_max", "-f", "contains($primary,name,'SAN')"],
];

describe.each(placesLoaders())("groups of $name", ({ load }) => {
  let loaded: LoadedTable | undefined;
  beforeAll(async () => {
    loaded = await load();
  }, 120_000);
  const ask = (...args: readonly string[]) => tamis(["query", loaded!.address, ...loaded!.table, ...args]);

  it.each(REQUESTS.map((args) => ({ args, text: args.join(" ") })))(
    "equal those of the file: $text",
    async ({ args }) => {
      if (loaded === undefined) return;
      const expected = await tamis(["query", PLACES, ...args]);
      expect(expected).toMatchObject({ code: 0, err: "" });
      expect(expected.out).not.toBe("");
      expect(await ask(...args)).toEqual(expected);
    },
  );

  it("are explained by the SQL statement under explain and --explain", async () => {
    if (loaded === undefined) return;
    const args = ["--count-by", "featurecla", "--sum", "pop_max", "-f", "gt(pop_max,10)"];
    const explained = await ask(...args, "--explain");
    expect(explained).toMatchObject({ code: 0, err: "" });
    expect(explained.out).toMatch(/^The database forms the groups\..*\ngroups\n[^]*GROUP BY/);
    const { address, table } = loaded;
    expect(await tamis(["explain", address, ...table, ...args])).toEqual(explained);
    const { out } = await tamis(["explain", address, ...table, ...args, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ verdict: "exact", groupedBy: "database" });
    expect(await ask("--count-by", "featureclas", "--explain")).toMatchObject({ code: 2, out: "" });
  });

  it("are refused with the same messages", async () => {
    if (loaded === undefined) return;
    for (const [args, words] of [
      [["--count-by", "nmae"], "--count-by: There is no member 'nmae'. Did you mean name?"],
      [["--avg", "name"], "--avg needs numbers, but name is a string."],
      [["--distinct", "fid", "--max-groups", "5"], "The rows form more than 5 groups."],
    ] as const) {
      const { code, out, err } = await ask(...args);
      expect([code, out, err]).toEqual([2, "", expect.stringContaining(words)]);
    }
    const sorted = await ask("--count-by", "name", "--sort-by", "pop_max");
    expect(sorted).toMatchObject({ code: 3, out: "" });
    expect(sorted.err).toContain("which have these members: name, count.");
  });
});
