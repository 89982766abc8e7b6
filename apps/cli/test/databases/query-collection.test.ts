import { beforeAll, describe, expect, it } from "vitest";
import { formatInstant, parseTemporal } from "../../../../src/values/instant.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { PLACES, placesLoaders, type LoadedTable } from "./places-tables.ts";

/**
 * Removes nulls from rows: tables return every column, files only the members of each row. Writes instants alike: files
 * return them as written, tables in UTC.
 */
function rowsOf(text: string): unknown[] {
  const rows = text.split("\n").filter((line) => line !== "");
  return rows.map((line) => {
    const entries = Object.entries(JSON.parse(line) as object).filter(([, value]) => value !== null);
    return Object.fromEntries(entries.map(([name, value]) => [name, inUtc(value)]));
  });
}

function inUtc(value: unknown): unknown {
  const instant = typeof value === "string" ? parseTemporal("dateTime", value) : undefined;
  return instant === undefined ? value : formatInstant(instant, "dateTime");
}

const QUESTIONS: readonly (readonly string[])[] = [
  ["-s", "fid"],
  ["-f", "gt(pop_max,10000000)", "-s", "pop_max:descending,fid", "-n", "5"],
  ["-f", "and(contains(name,'San'),not(isNull(adm1name)))", "-s", "fid"],
  ["-f", "or(eq(name,'tokyo'),eq(name,'Paris'))", "-s", "fid"],
  ["-f", "eq($primary,name,'SAO TOME')", "-s", "fid"],
  ["-f", "startsWith($primary,name,'a')", "-s", "name:primary:descending,fid", "-l", "sv"],
  ["-s", "name:primary,fid", "-l", "de", "--start", "20", "-n", "30"],
  ["-s", "adm1name:tertiary:descending,fid", "-l", "cs"],
  ["-f", "match(name,'[A-C].*a')", "-s", "name,fid"],
  ["-f", "or(eq(boolean,true),isNull(note))", "-s", "fid", "--select", "fid,boolean,note"],
  ["-f", "in(sov_a3,'FRA','GB1','US1')", "-s", "upCase(name),fid", "--select", "name,sov_a3"],
  ["-q", "adm0name=France%7CSpain&sortBy=pop_max&limit=3"],
];

const outcomes = new Map<string, ReturnType<typeof tamis>>();

/** Queries the file, once for all databases. */
function queryFile(...args: readonly string[]): ReturnType<typeof tamis> {
  const key = args.join("\0");
  const outcome = outcomes.get(key) ?? tamis(["query", PLACES, ...args]);
  outcomes.set(key, outcome);
  return outcome;
}

/** A Parquet file has no key. The program warns when it shows a page of such a table. */
function warningOf(name: string, args: readonly string[]): string {
  const isPage = args.some((arg) => arg === "-n" || arg === "--start" || arg.includes("limit="));
  return name === "Parquet" && isPage
    ? "tamis: places has no key, so rows that tie have no stable order. Pages can repeat or omit such rows.\n"
    : "";
}

describe.each(placesLoaders())("a query of $name", ({ name, load }) => {
  let loaded: LoadedTable | undefined;
  beforeAll(async () => {
    loaded = await load();
  }, 120_000);
  const ask = (...args: readonly string[]) => tamis(["query", loaded!.address, ...loaded!.table, ...args]);

  it.each(QUESTIONS.map((args) => ({ args, text: args.join(" ") })))(
    "returns the rows of the file: $text",
    async ({ args }) => {
      if (loaded === undefined) return;
      const ofFile = await queryFile(...args);
      const { code, out, err } = await ask(...args);
      expect([code, err, rowsOf(out)]).toEqual([0, warningOf(name, args), rowsOf(ofFile.out)]);
      expect(rowsOf(out).length).toBeGreaterThan(0);
    },
  );

  it("counts, selects and writes every format like a file", async () => {
    if (loaded === undefined) return;
    for (const args of [
      ["--count", "-f", "contains($primary,name,'san')"],
      ["--count", "-f", "eq(name,'nowhere')"],
      ["-o", "csv", "--select", "name,pop_max,boolean", "-s", "fid", "-n", "4"],
      ["-o", "json", "--select", "fid,name", "-s", "name,fid", "-n", "4"],
      ["-o", "table", "--select", "fid,name", "-s", "name,fid", "-n", "4"],
    ])
      expect(await ask(...args)).toEqual({ ...(await queryFile(...args)), err: warningOf(name, args) });
  });

  it("writes an envelope with the total count", async () => {
    if (loaded === undefined) return;
    const args = ["-o", "envelope", "-f", "gt(pop_max,5000000)", "-s", "fid", "-n", "2", "--start", "1"];
    const read = (text: string) => {
      const { count, start, limit, items } = JSON.parse(text) as Record<string, unknown>;
      return { count, start, limit, items: (items as { fid: number }[]).map(({ fid }) => fid) };
    };
    expect(read((await ask(...args)).out)).toEqual(read((await queryFile(...args)).out));
  });

  it("exits with 1 under -e if no row matches", async () => {
    if (loaded === undefined) return;
    expect(await ask("-e", "-f", "eq(name,'nowhere')")).toEqual({ code: 1, out: "", err: "" });
    expect((await ask("-e", "-f", "eq(name,'Tokyo')")).code).toBe(0);
    const none = await ask("-e", "-f", "eq(name,'Tokyo')", "-n", "0");
    expect(none).toEqual({ code: 0, out: "", err: warningOf(name, ["-n"]) });
  });

  it("reports an unknown column with a suggestion", async () => {
    if (loaded === undefined) return;
    const { code, err } = await ask("-f", "eq(nmae,'x')");
    expect(code).toBe(3);
    expect(err).toMatch(/Did you mean .*'name'/);
  });

  it("prints its plan under --explain", async () => {
    if (loaded === undefined) return;
    const { code, out } = await ask("--explain", "-f", "gt(pop_max,10)", "-s", "fid");
    expect(code).toBe(0);
    expect(out).toMatch(/^The database .*\n(?:.*\n)*.*SELECT [^]*FROM [^]*WHERE /);
    const explain = ["explain", loaded.address, ...loaded.table, "-f", "eq(name,'x')", "--json"];
    expect(JSON.parse(await output(explain))).toMatchObject({ filteredBy: "database" });
  });

  it("has the same plan under explain as under query", async () => {
    if (loaded === undefined) return;
    const { address, table } = loaded;
    for (const request of [
      ["-f", "gt(pop_max,10)", "-s", "name:primary:descending,fid", "--start", "2", "-n", "3"],
      ["-q", "adm0name=France%7CSpain&sortBy=pop_max&limit=3"],
      ["-s", "fid"],
    ]) {
      const explained = await tamis(["explain", address, ...table, ...request]);
      expect(explained).toEqual(await ask("--explain", ...request));
      expect(explained).toMatchObject({ code: 0, err: "" });
      expect(explained.out).toMatch(/ORDER BY|sorted in memory/);
    }
    const unknown = await tamis(["explain", address, ...table, "-s", "nmae"]);
    expect(unknown).toMatchObject({ code: 3, out: "" });
  });

  it("lists the tables if none is chosen", async () => {
    if (loaded === undefined || loaded.table.length === 0) return;
    const err = await failure(2, ["query", loaded.address, "--table", "plaecs"]);
    expect(err).toMatch(/has no table 'plaecs'\. (?:Did you mean|It has)/);
    expect(err).not.toContain("secret");
  });

  it("rejects an invalid --timeout", async () => {
    if (loaded === undefined) return;
    expect((await ask("--timeout", "soon")).code).toBe(2);
    expect((await ask("--timeout", "20", "--count")).out).toBe("243\n");
  });
});
