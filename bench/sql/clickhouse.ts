import { createRequire } from "node:module";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { fromChdb, type ChdbSession } from "../../src/engine/databases/adapters/clickhouse/chdb.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

/**
 * Compares whole requests of a collection over ClickHouse in the process with hand-written statements of the same result.
 * `node bench/sql/clickhouse.ts [rows]`, 20,000,000 rows by default. Both run alternately; the table shows the medians of
 * their CPU time in milliseconds. It needs the packages of test/sql/engines/clickhouse.
 */

const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = 31;
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
const things = sqlCollection({
  source: fromChdb(session),
  catalog,
  table: {
    table: "things",
    members: {
      word: { column: "name", keys: [describeKeyColumn("key", { locale: "sv", strength: "primary" })] },
      price: { column: "price", finite: true },
    },
  },
});

const filter = (text: string) => check(parseFilter(text).expression!, catalog).filter!;
const sortBy = (text: string) => checkSortBy(parseSortBy(text).expression!, catalog).sortBy!;
const SELECT = ["id", "n", "kind", "name", "price"];
const COLUMNS = "SELECT id, n, kind, name, price FROM things";

/** The adapter turns this cache off, because it has confused conditions. Otherwise repeated conditions would not be evaluated. */
const SAME_PLAN = "SETTINGS use_query_condition_cache = 0";

type Run = () => Promise<unknown>;

const written =
  (text: string): Run =>
  async () =>
    (
      await session.queryBindAsync(`${text} ${SAME_PLAN}`, {}, { format: "TabSeparatedWithNamesAndTypes" })
    ).text();

const page =
  (where: string, order: string, options: object = {}): Run =>
  () =>
    things.page(
      { ...(where === "" ? {} : { filter: filter(where) }), sortBy: sortBy(order), limit: 50 },
      { select: SELECT, count: false, locale: "sv", ...options },
    );
const count =
  (where: string): Run =>
  () =>
    things.count({ filter: filter(where) }, { locale: "sv" });

const CASES: readonly (readonly [string, Run, Run])[] = [
  ["page by the sorting key", page("", "n"), written(`${COLUMNS} ORDER BY n, id LIMIT 51`)],
  [
    "page by the sorting key, from a value",
    page("gt(n,500000)", "n"),
    written(`${COLUMNS} WHERE n > 500000 ORDER BY n, id LIMIT 51`),
  ],
  [
    "filter by a stored sort key",
    page("eq($primary,word,'OSTRA')", "n"),
    written(`${COLUMNS} WHERE key = unhex('${hex("ostra")}') ORDER BY n, id LIMIT 51`),
  ],
  [
    "count by a stored sort key",
    count("eq($primary,word,'arla')"),
    written(`SELECT count() FROM things WHERE key = unhex('${hex("arla")}')`),
  ],
  [
    "page of contains",
    page("contains($identical,name,'996')", "n"),
    written(`${COLUMNS} WHERE position(name, '996') > 0 ORDER BY n, id LIMIT 51`),
  ],
  [
    "count of contains",
    count("contains($identical,name,'996')"),
    written("SELECT count() FROM things WHERE position(name, '996') > 0"),
  ],
  [
    "count of a range",
    count("gt(price,1000000)"),
    written("SELECT count() FROM things WHERE price > 1000000"),
  ],
  [
    "groups",
    () => things.aggregate({}, { by: ["kind"], measures: [{ function: "sum", member: "n" }] }),
    written("SELECT kind, count(), sum(n) FROM things GROUP BY kind"),
  ],
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

console.log(`${ROWS} rows`);
for (const [name, own, byHand] of CASES) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 2; round++) {
    for (const [at, run] of [own, byHand].entries()) {
      const start = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(start);
      if (round >= 2) times[at]!.push((user + system) / 1000);
    }
  }
  const [tamis, hand] = times.map((each) => median(each));
  console.log(
    `${name}: ${tamis!.toFixed(1)} ms, by hand ${hand!.toFixed(1)} ms, ${(tamis! / hand!).toFixed(2)}x`,
  );
}
session.close();
process.exit(0);
