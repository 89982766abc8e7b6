import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { fromChdb, type ChdbSession } from "../../src/engine/databases/adapters/clickhouse/chdb.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";

/**
 * Compares requests of a collection over ClickHouse in the process with hand-written statements of the same result.
 * `node bench/sql/clickhouse.ts [rows] [rounds]`, 20,000,000 rows and 15 rounds by default. Three runs alternate:
 * - the statement by hand, with bound parameters (also the limit and the start of a page), whose rows become the same objects as
 *   those of the request
 * - the statement of the request with its parameters, whose rows are read in the same way
 * - the whole request: decoding the query string, compiling the query, and reading its rows
 *
 * Query strings are repeated, like those of a service whose clients begin with the same pages, except in the case whose values change.
 *
 * Before that, each request runs often over a small table, because V8 compiles code only after many calls.
 *
 * The output shows the medians of their CPU time in milliseconds. It needs the packages of test/sql/engines/clickhouse.
 */

const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = Number(process.argv[3] ?? 15);
const WARMING = 4_000;
const WORDS = ["Ärlan", "aerlan", "Ystad", "östra", "Oslo", "zebra", "Åre", "arla"];

await loadCollations("sv");
const collation = createCollation({ locale: "sv", strength: "primary" });
const hex = (text: string) => Buffer.from(collation.sortKey(text)).toString("hex");
const require = createRequire(new URL("../../test/sql/engines/clickhouse/package.json", import.meta.url));
const { Session } = require("chdb") as {
  Session: new () => ChdbSession & { query(text: string): string; close(): void };
};
const session = new Session();
session.query("CREATE DATABASE bench");
session.query("USE bench");
session.query(
  "CREATE TABLE things (id Int64, n Int64, kind LowCardinality(String), name Nullable(String), key Nullable(String), price Nullable(Float64)) ENGINE = MergeTree ORDER BY (n, id)",
);
const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join()}]`;
session.query(
  `INSERT INTO things SELECT number, cityHash64(number) % 1000000, toString(cityHash64(number, 1) % 50), concat(${list(WORDS)}[number % 8 + 1] AS word, ' ', toString(number % 997)), unhex(${list(WORDS.map((word) => hex(word)))}[number % 8 + 1]), if(number % 10 = 0, NULL, number / 7) FROM numbers(${ROWS})`,
);
session.query(`CREATE TABLE few AS things`);
session.query(`INSERT INTO few SELECT * FROM things LIMIT 100`);
// Otherwise merges in the background would be measured too.
session.query("OPTIMIZE TABLE things FINAL");

const catalog = defineCatalog({
  name: "things",
  members: {
    id: { type: "integer", nullable: false },
    n: { type: "integer", nullable: false },
    kind: { type: "string", nullable: false },
    name: "string",
    word: "string",
    price: "number",
  },
  key: "id",
});
const collectionOf = (table: string): Collection =>
  sqlCollection({
    source: fromChdb(session),
    catalog,
    table: {
      table,
      members: {
        word: { column: "name", keys: [describeKeyColumn("key", { locale: "sv", strength: "primary" })] },
        price: { column: "price", finite: true },
      },
    },
  });
const [things, few] = [collectionOf("things"), collectionOf("few")];

const query = (text: string) => decodeQuery(text, { catalog }).query!;
const SELECT = ["id", "n", "kind", "name", "price"];
const COLUMNS = "SELECT id, n, kind, name, price FROM things";

/** The adapter turns this cache off, because it has confused conditions. Otherwise repeated conditions would not be evaluated. */
const SAME_PLAN = "SETTINGS use_query_condition_cache = 0";

type Run = (round: number) => Promise<unknown>;
type Request = (of: Collection, round: number) => Promise<unknown>;
type Statement = readonly [text: string, values: object];

/** A statement by hand, and how its fields become the result of the request. */
interface ByHand {
  readonly statement: (round: number) => Statement;
  readonly read: (rows: string[][]) => unknown;
}

/** The last statement that a request has sent. */
let sent: Statement | undefined;
const bind = session.queryBindAsync.bind(session);
session.queryBindAsync = (text, values, options) => bind(...(sent = [text, values] as const), options);
const stream = session.queryStreamBind.bind(session);
session.queryStreamBind = (text, values, options) => stream(...(sent = [text, values] as const), options);

async function rowsOf([text, values]: Statement): Promise<string[][]> {
  const found = await bind(text, values, { format: "TabSeparatedWithNamesAndTypes" });
  return found
    .text()
    .split("\n")
    .slice(2, -1)
    .map((line) => line.split("\t"));
}

/** Reads a string as ClickHouse escapes it. */
const string = (field: string) => {
  if (!field.includes("\\")) return field;
  return field === "\\N"
    ? null
    : field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
};
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", 0: "\0" };
const number = (field: string) => (field === "\\N" ? null : Number(field));

const items: ByHand["read"] = (rows) =>
  rows.slice(0, 50).map(([id, n, kind, name, price]) => ({
    id: Number(id),
    n: Number(n),
    kind: string(kind!),
    name: string(name!),
    price: number(price!),
  }));
const count: ByHand["read"] = ([row]) => Number(row![0]);
const groups: ByHand["read"] = (rows) =>
  rows
    .map(([kind, count, sum]) => ({ key: [string(kind!)], count: Number(count), values: [integer(sum!)] }))
    .sort((a, b) => (a.key[0]! < b.key[0]! ? -1 : 1));
const integer = (digits: string) => (digits.length < 16 ? Number(digits) : BigInt(digits));

const byHand = (
  text: string,
  read: ByHand["read"],
  values: object | ((round: number) => object) = {},
): ByHand => ({
  statement: (round) => [
    `${text} ${SAME_PLAN}`,
    typeof values === "function" ? (values(round) as object) : values,
  ],
  read,
});
const pageByHand = (where: string, values: object | ((round: number) => object) = {}): ByHand =>
  byHand(`${COLUMNS}${where} ORDER BY n, id LIMIT {limit:Int64} OFFSET {start:Int64}`, items, (round) => ({
    ...(typeof values === "function" ? (values(round) as object) : values),
    limit: 51,
    start: 0,
  }));
const page =
  (filter: string | ((round: number) => string)): Request =>
  async (of, round) => {
    const text = `?sortBy=n&limit=50&filter=${typeof filter === "string" ? filter : filter(round)}`;
    const result = await of.page(query(text), { select: SELECT, count: false, locale: "sv" });
    return result.ok ? result.items : undefined;
  };
const countOf =
  (filter: string): Request =>
  async (of) => {
    const result = await of.count(query(`?filter=${filter}`), { locale: "sv" });
    return result.ok ? result.count : undefined;
  };
const groupsOf: Request = async (of) => {
  const result = await of.aggregate({}, { by: ["kind"], measures: [{ function: "sum", member: "n" }] });
  return result.ok ? result.groups : undefined;
};
const KEY = "key = unhex({key:String})";
const PART = "position(name, {part:String}) > 0";

const CASES: readonly (readonly [string, Request, ByHand])[] = [
  ["page by the sorting key", page("true"), pageByHand("")],
  [
    "page by the sorting key, from a value",
    page("gt(n,500000)"),
    pageByHand(" WHERE n > {n:Int64}", { n: 500_000 }),
  ],
  [
    "page by the sorting key, from another value each time",
    page((round) => `gt(n,${500_000 + round})`),
    pageByHand(" WHERE n > {n:Int64}", (round) => ({ n: 500_000 + round })),
  ],
  [
    "filter by a stored sort key",
    page("eq($primary,word,'OSTRA')"),
    pageByHand(` WHERE ${KEY}`, { key: hex("ostra") }),
  ],
  [
    "count by a stored sort key",
    countOf("eq($primary,word,'arla')"),
    byHand(`SELECT count() FROM things WHERE ${KEY}`, count, { key: hex("arla") }),
  ],
  [
    "page of contains",
    page("contains($identical,name,'996')"),
    pageByHand(` WHERE ${PART}`, { part: "996" }),
  ],
  [
    "count of contains",
    countOf("contains($identical,name,'996')"),
    byHand(`SELECT count() FROM things WHERE ${PART}`, count, { part: "996" }),
  ],
  [
    "count of a range",
    countOf("gt(price,1000000)"),
    byHand("SELECT count() FROM things WHERE price > {price:Float64}", count, { price: 1_000_000 }),
  ],
  ["groups", groupsOf, byHand("SELECT kind, count(), sum(toInt128(n)) FROM things GROUP BY kind", groups)],
  [
    "groups, against a sum that wraps at 64 bits",
    groupsOf,
    byHand("SELECT kind, count(), sum(n) FROM things GROUP BY kind", groups),
  ],
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

console.log(`${ROWS} rows`);
for (const [, request] of CASES) for (let i = 0; i < WARMING; i++) await request(few, i);
for (const [name, request, { statement, read }] of CASES) {
  const result = await request(things, 0);
  if (!isDeepStrictEqual(read(await rowsOf(statement(0))), result))
    throw new Error(`${name}: the statement by hand has another result`);
  const runs: readonly Run[] = [
    async (round) => read(await rowsOf(statement(round))),
    async () => read(await rowsOf(sent!)),
    (round) => request(things, round),
  ];
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 2; round++) {
    for (const [at, run] of runs.entries()) {
      const start = process.cpuUsage();
      await run(round);
      const { user, system } = process.cpuUsage(start);
      if (round >= 2) times[at]!.push((user + system) / 1000);
    }
  }
  const [written, own, whole] = times.map((each) => median(each)) as [number, number, number];
  const against = (time: number) => `${time.toFixed(1)} ms (${(time / written).toFixed(2)}x)`;
  console.log(
    `${name}: by hand ${written.toFixed(1)} ms, statement ${against(own)}, whole request ${against(whole)}`,
  );
}
session.close();
process.exit(0);
