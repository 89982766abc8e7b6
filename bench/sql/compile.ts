import { compare, geometricMean, progress, sink, type Contestant, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult, Table, TableRow } from "../part-result.ts";
import { writeFilter, writeSortBy, type SqlQuery } from "./conditions.ts";
import { loadEntryPoints, type EntryPoints } from "./entry-points.ts";
import { loadSqlPeers } from "./peers/load-peers.ts";
import type { SqlPeer, Statement } from "./peers/peer.ts";
import { LIMIT, QUERIES, START } from "./queries.ts";
import { writeReference } from "./reference-sql.ts";
import { makeSmallTable } from "./small-table.ts";

const REFERENCE = "hand-written compiler: text to SQL";
const TEXT = "tamis: text to SQL";
const CACHED = "tamis: text to SQL with a parse cache";
const CHECKED = "tamis: a checked query to SQL";

type SmallTable = ReturnType<typeof makeSmallTable>;

/** Measures compiling a request to an SQL statement and its values. */
export async function runSqlCompile({ quick }: PartOptions): Promise<PartResult> {
  const entryPoints = await loadEntryPoints();
  const table = makeSmallTable(entryPoints);
  const peers = [reference, ...ours(entryPoints, table), ...(await loadSqlPeers())];
  const measured: Record<string, readonly Measured[]> = {};
  const excluded: string[] = [];
  const sizes: number[] = [];
  for (const query of QUERIES) {
    progress(`sql-compile: ${query.name}`);
    const expected = inMemory(query, entryPoints.main, table);
    sizes.push(writeFilter(query.condition).length);
    const contestants: Contestant[] = [];
    for (const peer of peers) {
      const make = peer.prepare(query);
      if (make === undefined) continue;
      const { text, values } = make();
      const found = table.find(text, values);
      if (found !== expected && peer.name.startsWith("tamis"))
        throw new Error(`${query.name}: expected rows ${expected} from ${peer.name}, got ${found}: ${text}`);
      if (found === expected)
        contestants.push({
          name: peer.name,
          run: (times) => {
            for (let i = 0; i < times; i++) sink.value = make();
          },
        });
      else excluded.push(`${peer.name} (${query.name})`);
    }
    measured[query.name] = await compare(contestants, { rounds: quick ? 5 : 15, sampleMilliseconds: 15 });
  }
  table.close();
  return { tables: [tableOf(measured, peers, sizes, excluded)], goals: goalsOf(measured), measured };
}

const reference: SqlPeer = {
  name: REFERENCE,
  startsFrom: "the text",
  prepare: ({ condition, order }) => {
    const filter = writeFilter(condition);
    const sortBy = writeSortBy(order);
    return () => writeReference(filter, sortBy, START, LIMIT);
  },
};

function ours({ main, sql }: EntryPoints, { catalog, table, dialect }: SmallTable): SqlPeer[] {
  const target = { catalog, table, dialect, strict: true };
  const toSql = (filter: CheckedFilter, sortBy: CheckedSortBy): Statement => {
    const { page } = sql.compileSql({ filter, sortBy, start: START, limit: LIMIT }, target);
    return sql.render(page!, dialect.placeholder);
  };
  const parseAndCheck = (
    filter: string,
    sortBy: string,
    { parseFilter, parseSortBy }: Pick<EntryPoints["main"], "parseFilter" | "parseSortBy">,
  ) => {
    const filtered = main.check(parseFilter(filter).expression!, catalog);
    const sorted = main.checkSortBy(parseSortBy(sortBy).expression!, catalog);
    if (!filtered.ok || !sorted.ok) throw new Error(`invalid filter or order: ${filter}, ${sortBy}`);
    return [filtered.filter, sorted.sortBy] as const;
  };
  const cache = main.createParseCache();
  const peer = (name: string, parsers: Parameters<typeof parseAndCheck>[2]): SqlPeer => ({
    name,
    startsFrom: "the text",
    prepare: ({ condition, order }) => {
      const filter = writeFilter(condition);
      const sortBy = writeSortBy(order);
      return () => toSql(...parseAndCheck(filter, sortBy, parsers));
    },
  });
  return [
    peer(TEXT, main),
    peer(CACHED, cache),
    {
      name: CHECKED,
      startsFrom: "its checked tree",
      prepare: ({ condition, order }) => {
        const checked = parseAndCheck(writeFilter(condition), writeSortBy(order), main);
        return () => toSql(...checked);
      },
    },
  ];
}

type CheckedFilter = Extract<ReturnType<EntryPoints["main"]["check"]>, { ok: true }>["filter"];
type CheckedSortBy = Extract<ReturnType<EntryPoints["main"]["checkSortBy"]>, { ok: true }>["sortBy"];

/** Keys of the page, evaluated in memory. */
function inMemory(
  { condition, order }: SqlQuery,
  main: EntryPoints["main"],
  { catalog, rows }: SmallTable,
): string {
  const filter = main.check(main.parseFilter(writeFilter(condition)).expression!, catalog);
  const sortBy = main.checkSortBy(main.parseSortBy(writeSortBy(order)).expression!, catalog);
  if (!filter.ok || !sortBy.ok)
    throw new Error(`invalid filter or order: ${writeFilter(condition)}, ${writeSortBy(order)}`);
  const kept = rows.filter(main.compilePredicate(filter.filter));
  const page = main.sortRows(kept, sortBy.sortBy).slice(START, START + LIMIT);
  if (page.length < 4) throw new Error(`too few rows match ${writeFilter(condition)}`);
  return page.map((row) => row["id"]).join();
}

function tableOf(
  measured: Readonly<Record<string, readonly Measured[]>>,
  peers: readonly SqlPeer[],
  sizes: readonly number[],
  excluded: readonly string[],
): Table {
  const rows = peers.map(({ name, startsFrom: from }): TableRow => {
    const found = QUERIES.map((query) => measured[query.name]!.find((each) => each.name === name));
    const ratios = found.flatMap((each) => (each === undefined ? [] : [each.ratio.median]));
    const mean = geometricMean(ratios);
    return {
      name,
      ours: name.startsWith("tamis"),
      cells: [
        from,
        ...found.map((each) =>
          each === undefined ? "n/a" : `${duration(each.milliseconds.median)}, ${ratio(each.ratio.median)}`,
        ),
        ratio(mean),
      ],
      value: mean,
    };
  });
  return {
    name: "sql-compile",
    title: "To SQL",
    note:
      `From a filter (${Math.min(...sizes)} to ${Math.max(...sizes)} characters), an order and a page to a statement and its values for SQLite. ` +
      "Time and ratio to a hand-written compiler for valid texts and these functions only; the last column is the geometric mean of the ratios. " +
      "tamis also writes the counting statement and decides whether the SQL is exact. " +
      "All statements were run and return the same rows as evaluation in memory" +
      (excluded.length === 0 ? "." : `. Excluded, because they return other rows: ${excluded.join(", ")}.`),
    columns: ["starts from", ...QUERIES.map(({ name }) => name), "mean ratio"],
    rows: rows.toSorted((a, b) => a.value! - b.value!),
    chart: { title: "Time from a filter and an order to SQL", unit: "× hand-written compiler" },
  };
}

/** Returns the goals. Each compares only the queries that both contestants can express. */
function goalsOf(measured: Readonly<Record<string, readonly Measured[]>>): PartResult["goals"] {
  const against = (name: string, other: string) => {
    const ratios = Object.values(measured).flatMap((all) => {
      const mine = all.find((each) => each.name === name);
      const theirs = all.find((each) => each.name === other);
      return mine === undefined || theirs === undefined ? [] : [mine.ratio.median / theirs.ratio.median];
    });
    return geometricMean(ratios);
  };
  const goal = (name: string, mine: string, others: readonly string[], atMost: number) => ({
    name,
    reached: Math.max(...others.map((other) => against(mine, other))),
    atMost,
    unit: "x",
  });
  return [
    goal("checked query to SQL, against the fastest query builder", CHECKED, BUILDERS, 1),
    goal("text to SQL, against the fastest query builder, which does not parse", TEXT, BUILDERS, 1),
    goal("text to SQL, against react-querybuilder from text", TEXT, ["react-querybuilder, text"], 0.1),
    goal("checked query to SQL, against @ucast/sql from its tree", CHECKED, ["@ucast/sql"], 1),
    goal("text to SQL, against the hand-written compiler", TEXT, [REFERENCE], 10),
  ];
}

const BUILDERS = ["Kysely", "Knex", "Drizzle"] as const;
