/** Every way to read the same rows gives the same rows, orders and groups: a member has one type. */
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { duckdbFile } from "../databases/database-files.ts";
import { folder, lines } from "../files.ts";
import { output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { send, serve } from "../serve/running-server.ts";
import { numbersBelow } from "../../../../test/numbers-below.ts";

const file = folder();

const out = (...args: string[]) => output(args);

/** Returns the arguments that name the same rows in a file, in a file with a catalog, and in a collection file. */
async function waysOf(path: string, ...options: string[]): Promise<string[][]> {
  const name = path.replaceAll(/\W/g, "_");
  const catalog = file(`${name}.json`, await out("catalog", "infer", path, ...options));
  const saved = join(dirname(path), `${name}.tamis`);
  await out("save", path, "-o", saved, ...options);
  return [[path, ...options], [path, ...options, "--catalog", catalog], [saved]];
}

/** Returns the arguments that name the rows of a CSV file in a table of DuckDB whose columns are texts, but for the numbers. */
async function duckdbWay(csv: string): Promise<string[]> {
  const path = csv.replace(/csv$/, "duckdb");
  await duckdbFile(
    path,
    `CREATE TABLE t AS SELECT * REPLACE (CAST(id AS BIGINT) AS id, CAST(n AS BIGINT) AS n) FROM read_csv('${csv}', all_varchar = true)`,
  );
  const types = ["ts=dateTime", "te=dateTime", "tm=time", "day=date"];
  return [path, "--table", "t", ...types.flatMap((type) => ["--type", type])];
}

const ZONES = ["Z", "+00:00", "+02:00", "-0530", ""];
const pad = (n: number) => String(n).padStart(2, "0");

/** Returns rows with a null in about every eighth value. */
function table(seed: number): Record<string, string | number | null>[] {
  const below = numbersBelow(seed);
  const time = () =>
    `${pad(9 + below(3))}:${pad(below(2) * 30)}:00${["", ".5", ".500"][below(3)]!}${ZONES[below(5)]!}`;
  const dateTime = () => `2024-10-2${6 + below(2)}T${time()}`;
  const date = () => `2024-10-2${6 + below(3)}`;
  const orNull = <T>(value: T) => (below(8) === 0 ? null : value);
  return Array.from({ length: 40 }, (_, id) => ({
    id,
    ts: orNull(dateTime()),
    te: orNull(dateTime()),
    tm: orNull(time()),
    day: orNull(date()),
    n: orNull(below(5)),
    word: orNull(["a", "B", "ä", "2024-10-26"][below(4)]!),
  }));
}

function csvOf(rows: readonly Record<string, string | number | null>[]): string {
  const names = Object.keys(rows[0]!);
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))]
    .map((cells) => `${cells.join(",")}\n`)
    .join("");
}

const MEMBERS = ["ts", "te", "day", "tm", "n", "word"];
const LITERALS: Readonly<Record<string, string>> = {
  ts: "2024-10-26T10:00:00+02:00",
  te: "2024-10-27T09:30:00.5Z",
  day: "2024-10-27",
  tm: "10:00:00.5Z",
  n: "2",
  word: "'a'",
};

function filterOf(below: (limit: number) => number): string {
  const relation = ["eq", "ne", "lt", "le", "gt", "ge", "in"][below(7)]!;
  const comparison = (member: string) => `${relation}(${member},${LITERALS[member]!})`;
  const simple = (): string => {
    switch (below(4)) {
      case 0:
        return `${relation}(ts,${["te", "day"][below(2)]!})`;
      case 1:
        return `isNull(${MEMBERS[below(6)]!})`;
      default:
        return comparison(MEMBERS[below(6)]!);
    }
  };
  return below(2) === 0 ? `not(${simple()})` : `or(${simple()},${simple()})`;
}

describe("the rows of a file", () => {
  it.each([1, 2])("are the same in each way to read them: table %i", async (seed) => {
    const rows = table(seed);
    const below = numbersBelow(seed + 100);
    const csv = file(`${seed}.csv`, csvOf(rows));
    const ndjson = file(`t${seed}.ndjson`, lines(rows));
    const ways = [...(await waysOf(csv)), ...(await waysOf(ndjson)), await duckdbWay(csv)];
    const server = await serve([csv, ndjson, "--log", "none"]);
    const requests = Array.from({ length: 12 }, () => {
      const keys = [MEMBERS[below(6)]!, MEMBERS[below(6)]!];
      const sort = `${keys[0]!}:descending,${keys[1]!},id`;
      const filter = filterOf(below);
      const asRows = ["--filter", filter, "--sort-by", sort, "--select", "id", "-o", "ndjson"];
      // Times and date-times are in several forms, so that all ways show them in the same one.
      const groups = ["--count-by", ["ts", "te", "tm", "n"][below(4)]!, "-o", "ndjson"];
      return below(3) === 0 ? { args: groups } : { args: asRows, query: { filter, sortBy: sort } };
    });
    for (const { args, query } of requests) {
      const [first, ...others] = await Promise.all(ways.map((way) => out("query", ...way, ...args)));
      for (const [i, other] of others.entries())
        expect([args, ways[i + 1], other]).toEqual([args, ways[i + 1], first]);
      if (query === undefined) continue;
      for (const path of [csv, ndjson]) {
        const name = basename(path).replace(/\..*/, "");
        const parameters = new URLSearchParams({ ...query, limit: "100" });
        const { json } = await send(`${server.url}/${name}?${parameters.toString()}`);
        const ids = (json.items as readonly { readonly id: number }[]).map(({ id }) => `{"id":${id}}\n`);
        expect([args, name, ids.join("")]).toEqual([args, name, first]);
      }
    }
  });

  it("are sorted, grouped and compared as instants", async () => {
    const instants = file(
      "instants.csv",
      "id,Start At,end,tm\n1,2024-10-27T02:30:00+02:00,2024-10-27T00:30:00Z,10:00:00Z\n" +
        "2,2024-10-27T02:30:00+01:00,2024-10-27T00:30:00Z,10:00:00.5Z\n" +
        "3,2024-10-27T00:30:00Z,2024-10-27T00:30:00.001Z,\n",
    );
    for (const types of [[], ["--type", "Start_At=dateTime"]]) {
      const query = (...args: string[]) => out("query", instants, ...types, ...args);
      const ids = async (...args: string[]) =>
        (await query(...args, "--select", "id", "-o", "csv")).split("\n").slice(1, -1).join();
      expect(await ids("--sort-by", "Start_At")).toBe("1,3,2");
      expect(await ids("--sort-by", "tm:descending", "--limit", "1")).toBe("2");
      expect(await ids("--filter", "gt(Start_At,end)")).toBe("2");
      expect(await query("--count-by", "Start_At", "-o", "ndjson")).toBe(
        '{"Start At":"2024-10-27T00:30:00Z","count":2}\n{"Start At":"2024-10-27T01:30:00Z","count":1}\n',
      );
    }
    // Text stays searchable.
    expect(await out("query", instants, "--filter", "contains(Start_At,'+01')", "--count")).toBe("1\n");
  });

  it("of several files have one type for each column", async () => {
    const first = file("zip1.csv", "id,Zip Code,at\n1,12345,2024-01-01T00:00:00Z\n");
    const second = file("zip2.csv", "id,Zip_Code,at\n2,01234,2024-01-01T01:30:00+02:00\n");
    const third = file("zip3.ndjson", '{"id":3,"Zip_Code":"777","at":"2024-01-01T00:30:00+00:00"}\n');
    const ids = async (...args: string[]) =>
      (await out("query", ...args, "--select", "id", "-o", "csv")).split("\n").slice(1, -1).join();
    expect(await ids(first, second, "--filter", "eq(Zip_Code,'12345')")).toBe("1");
    expect(await ids(first, third, "--filter", "in(Zip_Code,'12345','777')")).toBe("1,3");
    expect(await ids(first, second, third, "--sort-by", "at")).toBe("2,1,3");
    const saved = join(dirname(first), "zips.tamis");
    await out("save", second, third, "-o", saved);
    expect(await ids(saved, "--sort-by", "at", "--filter", "gt(Zip_Code,'0')")).toBe("2,3");
    const mixed = ["query", "-", second, "--filter", "eq(Zip_Code,'12345')", "--count"];
    expect(await output(mixed, { stdin: "id,Zip_Code\n1,12345\n" })).toBe("1\n");
  });

  it("keep the type string that --type declares", async () => {
    const days = file("days.csv", "id,t\n1,2024-10-27T02:30:00+02:00\n2,2024-10-27T02:30:00+01:00\n");
    for (const way of [[days, "--type", "t=string"], (await waysOf(days, "--type", "t=string"))[2]!])
      expect(await out("query", ...way, "--sort-by", "t", "--select", "id", "-o", "ndjson")).toBe(
        '{"id":2}\n{"id":1}\n',
      );
  });

  it("are printed as they are written, in each way", async () => {
    const cells = [
      '1,12,"$1,234.50","Jan 5, 2024",Y,NA',
      "2,twelve,free,someday,N,007",
      "3,7,$20,2024/1/7,maybe,x",
      "4,7,20,2024-01-07,Y,x",
    ];
    const types = ["qty=integer", "price=number", "d=date", "flag=boolean"];
    const options = types.flatMap((type) => ["--type", type]);
    const path = file("written.csv", ["Id No,qty,price,d,flag,code", ...cells, ""].join("\n"));
    const ways = await waysOf(path, ...options, "--null", "NA");
    for (const way of ways)
      expect((await tamis(["query", ...way, "--sort-by", "Id_No", "-o", "csv"])).out).toBe(
        ["Id No,qty,price,d,flag,code", ...cells, ""].join("\n"),
      );
    const server = await serve([path, ways[2]![0]!, ...options, "--null", "NA", "--log", "none"]);
    for (const name of ["written", basename(ways[2]![0]!, ".tamis")]) {
      const { text } = await send(`${server.url}/${name}`, { headers: { accept: "text/csv" } });
      expect(text.split(/\r?\n/)).toEqual(["Id_No,qty,price,d,flag,code", ...cells, ""]);
    }
    const groups = async (key: string) =>
      (await tamis(["query", ...ways[0]!, "--count-by", key, "--sort-by", "count,".concat(key), "-o", "csv"]))
        .out;
    expect(await groups("d")).toBe('d,count\nsomeday,1\n"Jan 5, 2024",1\n2024-01-07,2\n');
    expect(await groups("price")).toBe('price,count\nfree,1\n"$1,234.50",1\n20,2\n');
    expect(await groups("flag")).toBe("flag,count\nmaybe,1\nN,1\nY,2\n");
  });

  it("have dates in any certain form, in CSV and in NDJSON", async () => {
    const days = ["Jan 5, 2024", "2023/2/7", "2024-03-01", "5-Mar-2022"];
    const csv = file("forms.csv", ["id,d", ...days.map((day, i) => `${i + 1},"${day}"`), ""].join("\n"));
    const ndjson = file("forms.ndjson", lines(days.map((d, i) => ({ id: i + 1, d }))));
    for (const way of [...(await waysOf(csv)), ...(await waysOf(ndjson))]) {
      expect(await out("query", ...way, "--sort-by", "d", "-o", "ndjson")).toBe(
        [4, 2, 1, 3].map((id) => `${JSON.stringify({ id, d: days[id - 1] })}\n`).join(""),
      );
      expect(await out("query", ...way, "--filter", "lt(d,2024-01-05)", "--count")).toBe("2\n");
    }
    const nested = file("nested.ndjson", lines(days.map((d, i) => ({ id: i + 1, in: { of: { d } } }))));
    for (const way of await waysOf(nested)) {
      expect(await out("query", ...way, "--sort-by", "in.of.d", "-o", "ndjson")).toBe(
        [4, 2, 1, 3].map((id) => `${JSON.stringify({ id, in: { of: { d: days[id - 1] } } })}\n`).join(""),
      );
      expect(await out("query", ...way, "--filter", "lt(in.of.d,2024-01-05)", "--count")).toBe("2\n");
    }
    // A string that is no date keeps all strings of the member.
    const mixed = file("mixed.ndjson", lines([{ d: "Jan 5, 2024" }, { d: "soon" }]));
    expect(await out("query", mixed, "--filter", "eq(d,'Jan 5, 2024')", "--count")).toBe("1\n");
  });

  it("have whole numbers in any notation, in CSV and in its catalog", async () => {
    const notations = ["1.0", "2.", "1e3", "+1", '"3.0"', ""];
    const prices = [1, 2, 1000, 1, 3];
    const text = ["id,price", ...notations.map((n, i) => `${i},${n}`), ""].join("\n");
    const typed = ["--type", "price=integer"];
    const ways = [
      ...(await waysOf(file("whole.csv", text))),
      ...(await waysOf(file("typed.csv", text), ...typed)),
    ];
    for (const way of ways) {
      for (const [i, price] of prices.entries())
        expect(await out("query", ...way, "--filter", `and(eq(price,${price}),eq(id,${i}))`, "--count")).toBe(
          "1\n",
        );
      const { out: sum, err } = await tamis(["query", ...way, "--sum", "price", "-o", "csv"]);
      expect([sum, err]).toEqual([expect.stringContaining("1007"), ""]);
    }
  });

  it("have a note if --dates applies to no column", async () => {
    const days = file("impossible.csv", "d,n\n05.01.2024,1\n13.40.2024,2\n");
    const { err } = await tamis(["query", days, "--dates", "day-first"]);
    expect(err).toContain("--dates day-first applies to no column");
    const typed = await tamis(["query", days, "--dates", "day-first", "--type", "d=date"]);
    expect(typed.err).not.toContain("applies to no column");
  });

  it("have the types of the first 1,000 rows in each way", async () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => ({
      id: i,
      at: i === 1_400 ? "soon" : `2024-10-26T10:00:${pad(i % 60)}${i % 2 === 0 ? "Z" : "+01:00"}`,
      late: i < 1_100 ? null : i,
    }));
    const ways = [
      await waysOf(file("late.csv", csvOf(rows))),
      await waysOf(file("late.ndjson", lines(rows))),
    ];
    for (const [way] of ways) {
      const saved = ways.flat().filter(([path]) => path!.endsWith(".tamis"));
      for (const request of [
        ["--filter", "isNull(at)"],
        ["--sort-by", "at,id", "--limit", "30"],
        ["--filter", "gt(late,1495)"],
      ]) {
        const args = [...request, "--select", "id", "-o", "ndjson"];
        const first = await out("query", ...way!, ...args);
        for (const each of saved) expect(await out("query", ...each, ...args)).toBe(first);
      }
    }
  });
});
