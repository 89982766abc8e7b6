import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import type { Row } from "../evaluate/rows.ts";
import { measuredOf } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../part-result.ts";
import { rowCatalog } from "../row-catalog.ts";
import { Comparison, isOurs, Matrix } from "./comparison.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { LOOP } from "./stores/by-hand.ts";
import { countInDuckdb } from "./stores/duckdb.ts";
import { countInSqlite } from "./stores/sqlite.ts";
import { WARM_UP_RUNS, openWithoutIndexes, WITHOUT_INDEXES, TAMIS } from "./stores/tamis.ts";

const DUCKDB_ONE_THREAD = "DuckDB, 1 thread";
const DUCKDB_TWO_THREADS = "DuckDB, 2 threads";
const FOLD = "normalize and lower-case each row";
const INTL = "Intl.Collator for each row";
const PLAIN_EQ = "tamis, plain eq";

/** Rare and frequent search strings, and a letter that almost every row contains. */
const SEARCH_STRINGS = ["rolling median", "risk", "résumé", "zzz", "e t", "re", "e"];
/** Search strings that few rows contain. */
const RARE_SEARCH_STRINGS = ["rolling median", "zzz"];

export async function runSearch({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const rounds = quick ? 3 : 5;
  const searches = await measureSearchStrings(fixture, rounds);
  const collated = await measureCollated(fixture, rounds);
  return {
    tables: [...searches.tables, ...collated.tables],
    goals: [...searches.goals, ...collated.goals],
    measured: { ...searches.measured, ...collated.measured },
  };
}

async function measureSearchStrings(fixture: Fixture, rounds: number): Promise<PartResult> {
  const { rows } = fixture;
  const { one, two } = await fixture.duckdb();
  const withoutIndexes = openWithoutIndexes(rows);
  const matrix = new Matrix();
  for (const searched of SEARCH_STRINGS) {
    const loop = () => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) if (rows[i]!.description.includes(searched)) count++;
      return count;
    };
    const comparison = new Comparison(`'${searched}'`, String(loop()));
    await comparison.add({ name: LOOP }, loop, String);
    for (const [name, store] of [
      [TAMIS, fixture.tamis],
      [WITHOUT_INDEXES, withoutIndexes],
    ] as const)
      await comparison.add(
        { name, ours: true, warmUpRuns: WARM_UP_RUNS },
        ours(store, `contains(description,'${searched}')`),
        String,
      );
    for (const [name, { connection }] of [
      [DUCKDB_ONE_THREAD, one],
      [DUCKDB_TWO_THREADS, two],
    ] as const)
      await comparison.add(
        { name, isElsewhere: true },
        countInDuckdb(connection, `contains(description, '${searched}')`),
        String,
      );
    await comparison.add(
      { name: "node:sqlite" },
      countInSqlite(fixture.sqlite().database, `instr(description, '${searched}') > 0`),
      String,
    );
    await matrix.run(comparison, { rounds, sampleMilliseconds: 2, ours: TAMIS });
  }
  const ahead = (searched: string, peer: string, atLeast: number): Goal => ({
    name: `contains '${searched}', ahead of ${peer}`,
    reached: matrix.timesOurs(`'${searched}'`, peer),
    atLeast,
    unit: "x",
  });
  return {
    tables: [
      matrix.table({
        name: "memory-needles",
        title: `Search for a string in ${rows.length.toLocaleString("en")} descriptions`,
        note: `Number of matches: ${SEARCH_STRINGS.map((searched) => `'${searched}' ${String(rows.reduce((sum, row) => sum + Number(row.description.includes(searched)), 0))}`).join(", ")}. Time and ratio to String.includes in a loop. tamis builds a trigram index of strings that are searched repeatedly, as in any program. Without indexes it reads all strings each time.`,
      }),
    ],
    goals: [
      ...RARE_SEARCH_STRINGS.flatMap((searched) => [
        ahead(searched, DUCKDB_TWO_THREADS, 5),
        ahead(searched, LOOP, 15),
      ]),
      ...SEARCH_STRINGS.map((searched) => ahead(searched, DUCKDB_ONE_THREAD, 1)),
    ],
    measured: matrix.measured,
  };
}

/** Returns a string in lower-case base letters, a common substitute for a collation. For these rows the results are the same. */
const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const quoted = (text: string) => text.replaceAll("'", "''");

interface CollatedQuery {
  readonly name: string;
  readonly ours: string;
  readonly test: (row: Row) => boolean;
  /** The same test with Intl.Collator, which compares whole strings and cannot search in them. */
  readonly collator?: (row: Row) => boolean;
  readonly duckdb: readonly string[];
  readonly sqlite: string;
}

function collatedQueries(name: string): CollatedQuery[] {
  const folded = fold(name);
  const base = new Intl.Collator("en", { sensitivity: "base" });
  const stripped = "lower(strip_accents(name))";
  return [
    {
      name: "eq($primary,name,…)",
      ours: `eq($primary,name,'${quoted(folded)}')`,
      test: (row) => fold(row.name) === folded,
      collator: (row) => base.compare(row.name, folded) === 0,
      duckdb: [`name = '${quoted(folded)}' COLLATE NOCASE.NOACCENT`, `${stripped} = '${quoted(folded)}'`],
      sqlite: `name = '${quoted(folded)}' COLLATE NOCASE`,
    },
    {
      name: "startsWith($primary,name,'ma')",
      ours: "startsWith($primary,name,'ma')",
      test: (row) => fold(row.name).startsWith("ma"),
      duckdb: [`starts_with(name COLLATE NOCASE.NOACCENT, 'ma')`, `starts_with(${stripped}, 'ma')`],
      sqlite: "name LIKE 'ma%'",
    },
    {
      name: "contains($primary,description,'resume naive')",
      ours: "contains($primary,description,'resume naive')",
      test: (row) => fold(row.description).includes("resume naive"),
      duckdb: [
        `contains(description COLLATE NOCASE.NOACCENT, 'resume naive')`,
        `contains(lower(strip_accents(description)), 'resume naive')`,
      ],
      sqlite: "description LIKE '%resume naive%'",
    },
  ];
}

async function measureCollated(fixture: Fixture, rounds: number): Promise<PartResult> {
  const { rows } = fixture;
  const { one, two } = await fixture.duckdb();
  const name = rows[500]!.name;
  const matrix = new Matrix();
  const queries = collatedQueries(name);
  for (const query of queries) {
    const counting = (test: (row: Row) => boolean) => () => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) if (test(rows[i]!)) count++;
      return count;
    };
    const folding = counting(query.test);
    const comparison = new Comparison(query.name, String(folding()));
    await comparison.add(
      { name: TAMIS, ours: true, warmUpRuns: WARM_UP_RUNS },
      ours(fixture.tamis, query.ours),
      String,
    );
    if (query.collator !== undefined) {
      const plain = `eq(name,'${quoted(name)}')`;
      const count = String(rows.filter((row) => row.name === name).length);
      await comparison.add(
        { name: PLAIN_EQ, ours: true, warmUpRuns: WARM_UP_RUNS, expected: count },
        ours(fixture.tamis, plain),
        String,
      );
      await comparison.add({ name: INTL }, counting(query.collator), String);
    }
    await comparison.add({ name: FOLD }, folding, String);
    for (const [threads, { connection }] of [
      [DUCKDB_ONE_THREAD, one],
      [DUCKDB_TWO_THREADS, two],
    ] as const)
      for (const [i, condition] of query.duckdb.entries())
        await comparison.add(
          { name: `${threads}, ${i === 0 ? "NOCASE.NOACCENT" : "lower(strip_accents)"}`, isElsewhere: true },
          countInDuckdb(connection, condition),
          String,
        );
    const { database } = fixture.sqlite();
    await comparison.add(
      { name: "node:sqlite, NOCASE or LIKE" },
      countInSqlite(database, query.sqlite),
      String,
    );
    await matrix.run(comparison, { rounds, sampleMilliseconds: 2, ours: TAMIS });
  }
  return {
    tables: [
      {
        name: "memory-collated",
        title: `Filter ${rows.length.toLocaleString("en")} rows at primary strength`,
        note: `Time and ratio to tamis in the same round.${matrix.exclusionNote()}`,
        columns: ["time", "ratio"],
        rows: queries.flatMap((query) =>
          matrix.measured[query.name]!.map((each): TableRow => ({
            name: `${query.name}: ${each.name}`,
            ours: isOurs(each.name),
            cells: [duration(each.milliseconds.median), ratio(each.ratio.median)],
          })),
        ),
      },
    ],
    goals: collatedGoals(matrix, queries),
    measured: matrix.measured,
  };
}

function collatedGoals(matrix: Matrix, [eq, , contains]: readonly CollatedQuery[]): Goal[] {
  const found = matrix.measured[eq!.name]!;
  /** Returns the fastest of the DuckDB variants. */
  const duckdb = (query: CollatedQuery) =>
    Math.min(
      ...matrix.measured[query.name]!.filter((each) => each.name.startsWith("DuckDB")).map(
        (each) => each.ratio.median,
      ),
    );
  return [
    {
      name: "eq at primary strength, against plain eq",
      reached: 1 / measuredOf(found, PLAIN_EQ).ratio.median,
      atMost: 3,
      unit: "x",
    },
    {
      name: `eq at primary strength, ahead of ${INTL}`,
      reached: measuredOf(found, INTL).ratio.median,
      atLeast: 1000,
      unit: "x",
    },
    { name: "eq at primary strength, ahead of DuckDB", reached: duckdb(eq!), atLeast: 1000, unit: "x" },
    {
      name: "contains at primary strength, ahead of DuckDB",
      reached: duckdb(contains!),
      atLeast: 20,
      unit: "x",
    },
  ];
}

function ours({ collection }: Fixture["tamis"], text: string): () => number {
  const { filter } = check(parseFilter(text).expression!, rowCatalog);
  return () => collection.count({ filter }, { locale: "en" });
}
