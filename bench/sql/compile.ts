import { compare, geometricMean, progress, sink, type Contestant, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult, Table, TableRow } from "../parts.ts";
import { writeFilter, writeSortBy, type Query } from "./conditions.ts";
import { loadDoors, type Doors } from "./doors.ts";
import { loadSqlPeers } from "./peers/load-peers.ts";
import type { SqlPeer, Statement } from "./peers/peer.ts";
import { LIMIT, QUERIES, START } from "./queries.ts";
import { writeReference } from "./reference-sql.ts";
import { makeSmallTable } from "./small-table.ts";

const REFERENCE = "text to SQL written by hand";
const TEXT = "tamis: text to SQL";
const KNOWN = "tamis: a text that was parsed before";
const CHECKED = "tamis: a checked query to SQL";

type SmallTable = ReturnType<typeof makeSmallTable>;

/** From what a request says to a statement and its values. */
export async function runSqlCompile({ quick }: PartOptions): Promise<PartResult> {
  const doors = await loadDoors();
  const table = makeSmallTable(doors);
  const peers = [reference, ...ours(doors, table), ...(await loadSqlPeers())];
  const measured: Record<string, readonly Measured[]> = {};
  const refused: string[] = [];
  const sizes: number[] = [];
  for (const query of QUERIES) {
    progress(`sql-compile: ${query.name}`);
    const expected = inMemory(query, doors.main, table);
    sizes.push(writeFilter(query.condition).length);
    const contestants: Contestant[] = [];
    for (const peer of peers) {
      const make = peer.enter(query);
      if (make === undefined) continue;
      const { text, values } = make();
      const found = table.find(text, values);
      if (found !== expected && peer.name.startsWith("tamis"))
        throw new Error(`${query.name}: ${peer.name} finds ${found}, not ${expected}: ${text}`);
      if (found === expected)
        contestants.push({
          name: peer.name,
          run: (times) => {
            for (let i = 0; i < times; i++) sink.value = make();
          },
        });
      else refused.push(`${peer.name} (${query.name})`);
    }
    measured[query.name] = await compare(contestants, { rounds: quick ? 5 : 15, sampleMilliseconds: 15 });
  }
  table.close();
  return { tables: [tableOf(measured, peers, sizes, refused)], goals: goalsOf(measured), measured };
}

const reference: SqlPeer = {
  name: REFERENCE,
  from: "the text",
  enter: ({ condition, order }) => {
    const filter = writeFilter(condition);
    const sortBy = writeSortBy(order);
    return () => writeReference(filter, sortBy, START, LIMIT);
  },
};

function ours({ main, sql }: Doors, { catalog, table, dialect }: SmallTable): SqlPeer[] {
  const target = { catalog, table, dialect, strict: true };
  const toSql = (filter: CheckedFilter, sortBy: CheckedSortBy): Statement => {
    const { page } = sql.compileSql({ filter, sortBy, start: START, limit: LIMIT }, target);
    return sql.render(page!, dialect.placeholder);
  };
  const parseAndCheck = (
    filter: string,
    sortBy: string,
    { parseFilter, parseSortBy }: Pick<Doors["main"], "parseFilter" | "parseSortBy">,
  ) => {
    const filtered = main.check(parseFilter(filter).expression!, catalog);
    const sorted = main.checkSortBy(parseSortBy(sortBy).expression!, catalog);
    if (!filtered.ok || !sorted.ok) throw new Error(`${filter} or ${sortBy} is not right.`);
    return [filtered.filter, sorted.sortBy] as const;
  };
  const cache = main.createParseCache();
  const peer = (name: string, parsers: Parameters<typeof parseAndCheck>[2]): SqlPeer => ({
    name,
    from: "the text",
    enter: ({ condition, order }) => {
      const filter = writeFilter(condition);
      const sortBy = writeSortBy(order);
      return () => toSql(...parseAndCheck(filter, sortBy, parsers));
    },
  });
  return [
    peer(TEXT, main),
    peer(KNOWN, cache),
    {
      name: CHECKED,
      from: "its checked tree",
      enter: ({ condition, order }) => {
        const checked = parseAndCheck(writeFilter(condition), writeSortBy(order), main);
        return () => toSql(...checked);
      },
    },
  ];
}

type CheckedFilter = Extract<ReturnType<Doors["main"]["check"]>, { ok: true }>["filter"];
type CheckedSortBy = Extract<ReturnType<Doors["main"]["checkSortBy"]>, { ok: true }>["sortBy"];

/** The page's keys, as memory finds them. */
function inMemory({ condition, order }: Query, main: Doors["main"], { catalog, rows }: SmallTable): string {
  const filter = main.check(main.parseFilter(writeFilter(condition)).expression!, catalog);
  const sortBy = main.checkSortBy(main.parseSortBy(writeSortBy(order)).expression!, catalog);
  if (!filter.ok || !sortBy.ok) throw new Error(`${writeFilter(condition)} is not right.`);
  const kept = rows.filter(main.compilePredicate(filter.filter));
  const page = main.sortRows(kept, sortBy.sortBy).slice(START, START + LIMIT);
  if (page.length < 4) throw new Error(`${writeFilter(condition)} finds too little to compare.`);
  return page.map((row) => row["id"]).join();
}

function tableOf(
  measured: Readonly<Record<string, readonly Measured[]>>,
  peers: readonly SqlPeer[],
  sizes: readonly number[],
  refused: readonly string[],
): Table {
  const rows = peers.map(({ name, from }): TableRow => {
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
      `From a filter (${Math.min(...sizes)} to ${Math.max(...sizes)} characters), an order and a page to a statement and its values, for SQLite. ` +
      "Time and ratio to a compiler written by hand for right texts and these functions alone; last, the geometric mean of the ratios that there are. " +
      "tamis makes the statement that counts beside it, and decides whether memory would find the same. " +
      "Statements were run, and gave the rows that memory gives" +
      (refused.length === 0 ? "." : `; those that gave others are left out: ${refused.join(", ")}.`),
    columns: ["starts from", ...QUERIES.map(({ name }) => name), "mean ratio"],
    rows: rows.toSorted((a, b) => a.value! - b.value!),
    chart: { title: "Time from a filter and an order to SQL", unit: "× compiler written by hand" },
  };
}

/** Against others only on those queries that both can say. */
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
    goal("a checked query to SQL, against the quickest query builder", CHECKED, BUILDERS, 1),
    goal("text to SQL, against the quickest query builder, which gets no text", TEXT, BUILDERS, 1),
    goal("text to SQL, against react-querybuilder from a text", TEXT, ["react-querybuilder, text"], 0.1),
    goal("a checked query to SQL, against @ucast/sql from its tree", CHECKED, ["@ucast/sql"], 1),
    goal("text to SQL, against the compiler written by hand", TEXT, [REFERENCE], 10),
  ];
}

const BUILDERS = ["Kysely", "Knex", "Drizzle"] as const;
