import { isDeepStrictEqual } from "node:util";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { fromChdb } from "../../src/engine/databases/adapters/clickhouse/chdb.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { openChdb } from "../../test/sql/engines/clickhouse/open-chdb.ts";
import { compareSamples } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";

/**
 * Compares requests of a collection over ClickHouse in the process with hand-written statements of the same result: the CPU time of
 * the whole request (decoding the query string, compiling the query, and reading its rows) with that of a statement with bound
 * parameters, whose rows become the same objects.
 *
 * `node bench/sql/clickhouse.ts [rows] [rounds]`, 20,000,000 rows and 15 rounds by default. It needs the packages of
 * test/sql/engines/clickhouse.
 *
 * Query strings are repeated, like those of a service whose clients begin with the same pages, except in the case whose values change.
 * Before that, each request runs often over a small table, because V8 compiles code only after many calls.
 */

const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = Number(process.argv[3] ?? 15);
const WARMING = 4_000;
const WORDS = ["Ärlan", "aerlan", "Ystad", "östra", "Oslo", "zebra", "Åre", "arla"];

await loadCollations("sv");
const collation = createCollation({ locale: "sv", strength: "primary" });
const hex = (text: string) => Buffer.from(collation.sortKey(text)).toString("hex");
const session = openChdb();
if (session === undefined) process.exit(1);
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
const source = fromChdb(session);
const members = {
  word: { column: "name", keys: [describeKeyColumn("key", { locale: "sv", strength: "primary" })] },
  price: { column: "price", finite: true },
};
const collectionOf = (table: string): Collection =>
  sqlCollection({ source, catalog, table: { table, members } });
const [things, few] = [collectionOf("things"), collectionOf("few")];

const SELECT = ["id", "n", "kind", "name", "price"];

/** Values of parameters, which can depend on the round. */
type Values = (round: number) => object;
type Request = (of: Collection, round: number) => Promise<unknown>;
type ByHand = (round: number) => Promise<unknown>;

/** Runs a statement by hand, and reads its fields as the request does. */
const byHand =
  (text: string, read: (rows: string[][]) => unknown, values: Values = () => ({})): ByHand =>
  async (round) => {
    // The adapter turns this cache off, because it has confused conditions. Otherwise repeated conditions would not be evaluated.
    const statement = `${text} SETTINGS use_query_condition_cache = 0`;
    const options = { format: "TabSeparatedWithNamesAndTypes" };
    const lines = (await session.queryBindAsync(statement, values(round), options)).text().split("\n");
    return read(lines.slice(2, -1).map((line) => line.split("\t")));
  };

/** Reads a string. None of these rows has characters that ClickHouse escapes. */
const string = (field: string) => (field === "\\N" ? null : field);
const number = (field: string) => (field === "\\N" ? null : Number(field));
const integer = (digits: string) => (digits.length < 16 ? Number(digits) : BigInt(digits));

const pageByHand = (where: string, values: Values = () => ({})): ByHand =>
  byHand(
    `SELECT ${SELECT.join()} FROM things${where} ORDER BY n, id LIMIT {limit:Int64} OFFSET {start:Int64}`,
    (rows) =>
      rows.slice(0, 50).map(([id, n, kind, name, price]) => ({
        id: Number(id),
        n: Number(n),
        kind: string(kind!),
        name: string(name!),
        price: number(price!),
      })),
    (round) => ({ ...values(round), limit: 51, start: 0 }),
  );
const countByHand = (where: string, values: object): ByHand =>
  byHand(
    `SELECT count() FROM things WHERE ${where}`,
    ([row]) => Number(row![0]),
    () => values,
  );
const groupsByHand = (sum: string): ByHand =>
  byHand(`SELECT kind, count(), ${sum} FROM things GROUP BY kind`, (rows) =>
    rows
      .map(([kind, count, sum]) => ({
        key: [string(kind!)],
        count: Number(count),
        values: [integer(sum!)],
      }))
      .sort((a, b) => (a.key[0]! < b.key[0]! ? -1 : 1)),
  );

const query = (text: string) => decodeQuery(text, { catalog }).query!;
const page =
  (filter: (round: number) => string): Request =>
  async (of, round) => {
    const found = query(`?sortBy=n&limit=50&filter=${filter(round)}`);
    const result = await of.page(found, { select: SELECT, count: false, locale: "sv" });
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
const AFTER = " WHERE n > {n:Int64}";

const CASES: readonly (readonly [string, Request, ByHand])[] = [
  ["page by the sorting key", page(() => "true"), pageByHand("")],
  [
    "page by the sorting key, from a value",
    page(() => "gt(n,500000)"),
    pageByHand(AFTER, () => ({ n: 500_000 })),
  ],
  [
    "page by the sorting key, from another value each time",
    page((round) => `gt(n,${500_000 + round})`),
    pageByHand(AFTER, (round) => ({ n: 500_000 + round })),
  ],
  [
    "filter by a stored sort key",
    page(() => "eq($primary,word,'OSTRA')"),
    pageByHand(` WHERE ${KEY}`, () => ({ key: hex("ostra") })),
  ],
  ["count by a stored sort key", countOf("eq($primary,word,'arla')"), countByHand(KEY, { key: hex("arla") })],
  [
    "page of contains",
    page(() => "contains($identical,name,'996')"),
    pageByHand(` WHERE ${PART}`, () => ({ part: "996" })),
  ],
  ["count of contains", countOf("contains($identical,name,'996')"), countByHand(PART, { part: "996" })],
  ["count of a range", countOf("gt(price,1000000)"), countByHand("price > {price:Float64}", { price: 1e6 })],
  ["groups", groupsOf, groupsByHand("sum(toInt128(n))")],
  ["groups, against a sum that wraps at 64 bits", groupsOf, groupsByHand("sum(n)")],
];

console.log(`${ROWS} rows`);
for (const [, request] of CASES) for (let i = 0; i < WARMING; i++) await request(few, i);
for (const [name, request, hand] of CASES) {
  if (!isDeepStrictEqual(await hand(0), await request(things, 0)))
    throw new Error(`${name}: the statement by hand has another result`);
  const cpuTime = (run: (round: number) => Promise<unknown>) => async (round: number) => {
    const start = process.cpuUsage();
    await run(round);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const contestants = [
    { name: "by hand", sample: cpuTime(hand) },
    { name: "tamis", sample: cpuTime((round) => request(things, round)) },
  ];
  for (const round of [-2, -1]) for (const { sample } of contestants) await sample(round);
  const measured = await compareSamples(contestants, { rounds: ROUNDS });
  const texts = measured.map(
    (each) => `${each.name} ${duration(each.milliseconds.median)} (${ratio(each.ratio.median)})`,
  );
  console.log(`${name}: ${texts.join(", ")}`);
}
session.close();
process.exit(0);
