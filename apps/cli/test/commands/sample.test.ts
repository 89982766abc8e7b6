import { describe, expect, it } from "vitest";
import { placesLoaders } from "../databases/places-tables.ts";
import { example, folder, lines } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const numbers = file(
  "numbers.ndjson",
  lines(Array.from({ length: 5_000 }, (_, id) => ({ id, odd: id % 2 === 1 }))),
);
const idsOf = (out: string) => [...out.matchAll(/"f?id":(\d+)/g)].map(([, id]) => Number(id));
const lineSet = (out: string) => new Set(out.split("\n").filter((line) => line !== ""));
const sample = async (...args: string[]) => idsOf(await output(["query", numbers, ...args]));

const looseTable = placesLoaders().find(({ name }) => name.startsWith("SQLite with loose types"))!;
let loaded: Promise<{ readonly address: string; readonly table: readonly string[] }> | undefined;
const loadTable = () => (loaded ??= Promise.resolve(looseTable.load()).then((found) => found!));

describe("--sample", () => {
  it("writes different matching rows in their order, the same for a seed", async () => {
    const ids = await sample("--sample", "50", "--seed", "7", "-f", "eq(odd,true)");
    expect(new Set(ids).size).toBe(50);
    expect(ids.every((id) => id % 2 === 1)).toBe(true);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await sample("--sample", "50", "--seed", "7", "-f", "eq(odd,true)")).toEqual(ids);
    expect(await sample("--sample", "50", "--seed", "8", "-f", "eq(odd,true)")).not.toEqual(ids);
    expect(await sample("--sample", "50")).not.toEqual(await sample("--sample", "50"));
    expect(await sample("--sample", "9", "-f", "lt(id,4)")).toEqual([0, 1, 2, 3]);
  });

  it("sorts the sample", async () => {
    const ids = await sample("--sample", "20", "--seed", "3");
    const sorted = await sample("--sample", "20", "--seed", "3", "--sort-by", "id:descending");
    expect(sorted).toEqual(ids.toReversed());
  });

  it("takes each row with the same probability", async () => {
    const times = Array.from({ length: 10 }, () => 0);
    const stdin = lines(Array.from({ length: 10 }, (_, id) => ({ id })));
    for (let seed = 0; seed < 400; seed++) {
      const args = ["query", "-i", "ndjson", "--sample", "3", "--seed", String(seed)];
      for (const id of idsOf((await tamis(args, { stdin })).out)) times[id]!++;
    }
    // Expected are 120 with a standard deviation of 9.2.
    for (const count of times) expect(Math.abs(count - 120)).toBeLessThan(46);
  });

  it("takes the rows at the same positions of a table", async () => {
    const { address, table } = await loadTable();
    const places = example("places.ndjson");
    for (const args of [
      ["--sample", "12", "--seed", "5", "--select", "fid,name"],
      ["--sample", "5", "--seed", "5", "-f", "gt(pop_max,1000000)", "-s", "name", "--select", "fid,name"],
    ]) {
      // Tables return rows in the order of their key.
      const byKey = file("by-key.ndjson", (await tamis(["query", places, "-s", "fid"])).out);
      const expected = await tamis(["query", byKey, ...args]);
      expect(expected).toMatchObject({ code: 0, err: "" });
      expect(await tamis(["query", address, ...table, ...args])).toEqual(expected);
    }
    const explained = ["query", address, ...table, "--sample", "5", "--seed", "1", "--explain"];
    const { code, out, err } = await tamis(explained);
    expect(code).toBe(0);
    expect(out).toContain("SELECT");
    expect(err).toContain("The sample is selected in memory");
  });

  it("is selected by a database that evaluates the filter exactly", async () => {
    const { address, table } = await loadTable();
    const args = ["query", address, ...table, "--sample", "12", "--select", "fid,name"];
    const filter = ["-f", "gt(pop_max,1000000)"];
    const all = lineSet((await tamis([...args.slice(0, -4), ...filter, ...args.slice(-2)])).out);
    const first = await tamis([...args, ...filter]);
    expect(first).toMatchObject({ code: 0, err: "" });
    const rows = lineSet(first.out);
    expect(rows.size).toBe(12);
    expect([...rows].every((row) => all.has(row))).toBe(true);
    const ids = idsOf(first.out);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect((await tamis([...args, ...filter])).out).not.toBe(first.out);
    const named = await tamis([...args, ...filter, "-s", "name"]);
    const names = [...named.out.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name!);
    expect(names).toEqual(names.toSorted(new Intl.Collator("und").compare));
    const { out, err } = await tamis([...args, ...filter, "--explain"]);
    expect(out).toContain("ORDER BY random() LIMIT");
    expect(err).toBe("");
  });

  it("is selected in memory if the database cannot evaluate the filter exactly", async ({ skip }) => {
    const server = placesLoaders().find(({ name }) => name === "MariaDB")!;
    const loaded = await server.load();
    if (loaded === undefined) return skip("MariaDB is not here");
    const { address, table } = loaded;
    const args = ["query", address, ...table, "--sample", "3", "-f", "startsWith(upCase(name),'S')"];
    const { code, out } = await tamis([...args, "--select", "name"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^(?:\{"name":"[Ss][^"]*"\}\n){3}$/);
    const { err } = await tamis([...args, "--explain"]);
    expect(err).toContain("The sample is selected in memory");
  });

  it.each([
    [["--sample", "0"], "--sample must be an integer >= 1, not '0'."],
    [["--seed", "1"], "--seed needs --sample."],
    [["--sample", "5", "--seed", "4294967296"], "--seed must be less than 4294967296"],
    [["--sample", "5", "--head", "3"], "--sample cannot be combined with --head."],
    [["--sample", "5", "--count"], "--sample cannot be combined with --count."],
    [["--sample", "5", "--count-by", "odd"], "--sample cannot be combined with --count-by."],
    [["--sample", "5", "-o", "envelope"], "--sample cannot be combined with -o envelope."],
    [["--sample", "5", "-q", "limit=3"], "--sample cannot be combined with start and limit of --query."],
  ])("reports %j", async (args, words) => {
    expect(await failure(2, ["query", numbers, ...args])).toContain(words);
  });
});

describe("--head", () => {
  it("is another spelling of --limit", async () => {
    expect(await sample("--head", "3")).toEqual([0, 1, 2]);
    expect(await sample("--head=2", "-s", "id:descending")).toEqual([4999, 4998]);
    const { out } = await tamis(["query", numbers, "--count-by", "odd", "--head", "1"]);
    expect(out).toBe('{"odd":false,"count":2500}\n');
  });
});
