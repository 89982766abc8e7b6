import { createRequire } from "node:module";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { fromChdb, type ChdbSession } from "../../src/engine/databases/adapters/clickhouse/chdb.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

/**
 * Compares requests of a collection over ClickHouse in the process with hand-written statements of the same result.
 * `node bench/sql/clickhouse.ts [rows] [rounds]`, 20,000,000 rows and 15 rounds by default. Three runs alternate:
 * - the statement by hand, with bound parameters (also the limit and the start of a page), and its values split from the text of
 *   the result
 * - the statement of the request with its parameters, whose result is read in the same way
 * - the whole request: parsing, checking and compiling the query, and reading its rows
 *
 * Before that, each request runs often over a small table, because V8 compiles code only after many calls.
 *
 * The output shows the medians of their CPU time in milliseconds. It needs the packages of test/sql/engines/clickhouse.
 */

const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = Number(process.argv[3] ?? 15);
const WARMING = 1_000;
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

const filter = (text: string) => check(parseFilter(text).expression!, catalog).filter!;
const sortBy = (text: string) => checkSortBy(parseSortBy(text).expression!, catalog).sortBy!;
const SELECT = ["id", "n", "kind", "name", "price"];
const COLUMNS = "SELECT id, n, kind, name, price FROM things";

/** The adapter turns this cache off, because it has confused conditions. Otherwise repeated conditions would not be evaluated. */
const SAME_PLAN = "SETTINGS use_query_condition_cache = 0";

type Run = () => Promise<unknown>;
type Request = (of: Collection) => Promise<unknown>;
type Statement = readonly [text: string, values: object];

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

const byHand = (text: string, values: object = {}): Statement => [`${text} ${SAME_PLAN}`, values];
const pageByHand = (where: string, values: object = {}): Statement =>
  byHand(`${COLUMNS}${where} ORDER BY n, id LIMIT {limit:Int64} OFFSET {start:Int64}`, {
    ...values,
    limit: 51,
    start: 0,
  });
const page =
  (where: string, order: string): Request =>
  (of) =>
    of.page(
      { ...(where === "" ? {} : { filter: filter(where) }), sortBy: sortBy(order), limit: 50 },
      { select: SELECT, count: false, locale: "sv" },
    );
const count =
  (where: string): Request =>
  (of) =>
    of.count({ filter: filter(where) }, { locale: "sv" });
const groups: Request = (of) =>
  of.aggregate({}, { by: ["kind"], measures: [{ function: "sum", member: "n" }] });

const CASES: readonly (readonly [string, Request, Statement])[] = [
  ["page by the sorting key", page("", "n"), pageByHand("")],
  [
    "page by the sorting key, from a value",
    page("gt(n,500000)", "n"),
    pageByHand(" WHERE n > {n:Int64}", { n: 500_000 }),
  ],
  [
    "filter by a stored sort key",
    page("eq($primary,word,'OSTRA')", "n"),
    pageByHand(" WHERE key = unhex({key:String})", { key: hex("ostra") }),
  ],
  [
    "count by a stored sort key",
    count("eq($primary,word,'arla')"),
    byHand("SELECT count() FROM things WHERE key = unhex({key:String})", { key: hex("arla") }),
  ],
  [
    "page of contains",
    page("contains($identical,name,'996')", "n"),
    pageByHand(" WHERE position(name, {part:String}) > 0", { part: "996" }),
  ],
  [
    "count of contains",
    count("contains($identical,name,'996')"),
    byHand("SELECT count() FROM things WHERE position(name, {part:String}) > 0", { part: "996" }),
  ],
  [
    "count of a range",
    count("gt(price,1000000)"),
    byHand("SELECT count() FROM things WHERE price > {price:Float64}", { price: 1_000_000 }),
  ],
  ["groups", groups, byHand("SELECT kind, count(), sum(toInt128(n)) FROM things GROUP BY kind")],
  [
    "groups, against a sum that wraps at 64 bits",
    groups,
    byHand("SELECT kind, count(), sum(n) FROM things GROUP BY kind"),
  ],
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

console.log(`${ROWS} rows`);
for (const [, request] of CASES) for (let i = 0; i < WARMING; i++) await request(few);
for (const [name, request, hand] of CASES) {
  await request(things);
  const own = sent!;
  const [found, expected] = (await Promise.all([own, hand].map(rowsOf))).map((rows) => rows.length);
  if (found !== expected) throw new Error(`${name}: ${found} rows, by hand ${expected}`);
  const runs: readonly Run[] = [() => rowsOf(hand), () => rowsOf(own), () => request(things)];
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 2; round++) {
    for (const [at, run] of runs.entries()) {
      const start = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(start);
      if (round >= 2) times[at]!.push((user + system) / 1000);
    }
  }
  const [written, statement, whole] = times.map((each) => median(each)) as [number, number, number];
  const against = (time: number) => `${time.toFixed(1)} ms (${(time / written).toFixed(2)}x)`;
  console.log(
    `${name}: by hand ${written.toFixed(1)} ms, statement ${against(statement)}, whole request ${against(whole)}`,
  );
}
session.close();
process.exit(0);
