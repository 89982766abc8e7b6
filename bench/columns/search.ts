import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import type { Row } from "../evaluate/rows.ts";
import { measuredOf } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../parts.ts";
import { rowCatalog } from "../row-catalog.ts";
import { Field, isOurs, Matrix } from "./field.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { LOOP } from "./stores/by-hand.ts";
import { countInDuckdb } from "./stores/duckdb.ts";
import { countInSqlite } from "./stores/sqlite.ts";
import { ASKS, openScanning, SCANNING, TAMIS } from "./stores/tamis.ts";

const ONE = "DuckDB, 1 thread";
const TWO = "DuckDB, 2 threads";
const FOLD = "NFD and lower case for each row";
const INTL = "Intl.Collator for each row";
const PLAIN_EQ = "tamis, plain eq";

/** Texts that are looked for in free text: rare and frequent ones, and one letter that nearly every row has. */
const NEEDLES = ["rolling median", "risk", "résumé", "zzz", "e t", "re", "e"];
/** Those that few rows have. */
const SELECTIVE = ["rolling median", "zzz"];

export async function runSearch({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const rounds = quick ? 3 : 5;
  const needles = await measureNeedles(fixture, rounds);
  const collated = await measureCollated(fixture, rounds);
  return {
    tables: [...needles.tables, ...collated.tables],
    goals: [...needles.goals, ...collated.goals],
    measured: { ...needles.measured, ...collated.measured },
  };
}

async function measureNeedles(fixture: Fixture, rounds: number): Promise<PartResult> {
  const { rows } = fixture;
  const { one, two } = await fixture.duckdb();
  const scanning = openScanning(rows);
  const matrix = new Matrix();
  for (const needle of NEEDLES) {
    const loop = () => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) if (rows[i]!.description.includes(needle)) count++;
      return count;
    };
    const field = new Field(`'${needle}'`, String(loop()));
    await field.add({ name: LOOP }, loop, String);
    for (const [name, store] of [
      [TAMIS, fixture.tamis],
      [SCANNING, scanning],
    ] as const)
      await field.add(
        { name, ours: true, asks: ASKS },
        ours(store, `contains(description,'${needle}')`),
        String,
      );
    for (const [name, { connection }] of [
      [ONE, one],
      [TWO, two],
    ] as const)
      await field.add(
        { name, isElsewhere: true },
        countInDuckdb(connection, `contains(description, '${needle}')`),
        String,
      );
    await field.add(
      { name: "node:sqlite" },
      countInSqlite(fixture.sqlite().database, `instr(description, '${needle}') > 0`),
      String,
    );
    await matrix.run(field, { rounds, sampleMilliseconds: 2, ours: TAMIS });
  }
  const ahead = (needle: string, peer: string, atLeast: number): Goal => ({
    name: `contains '${needle}', ahead of ${peer}`,
    reached: matrix.timesOurs(`'${needle}'`, peer),
    atLeast,
    unit: "x",
  });
  return {
    tables: [
      matrix.table({
        name: "memory-needles",
        title: `Look for a text in ${rows.length.toLocaleString("en")} free texts`,
        note: `How many rows have it: ${NEEDLES.map((needle) => `'${needle}' ${String(rows.reduce((sum, row) => sum + Number(row.description.includes(needle)), 0))}`).join(", ")}. Time and ratio to String.includes in a loop. tamis signs texts that are often searched, as it does for any program; without indexes all texts are read each time.`,
      }),
    ],
    goals: [
      ...SELECTIVE.flatMap((needle) => [ahead(needle, TWO, 5), ahead(needle, LOOP, 15)]),
      ...NEEDLES.map((needle) => ahead(needle, ONE, 1)),
    ],
    measured: matrix.measured,
  };
}

/** Base letters in lower case: what most do by hand. Not the same as a collation, but the same for these rows. */
const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const quoted = (text: string) => text.replaceAll("'", "''");

interface CollatedQuery {
  readonly name: string;
  readonly ours: string;
  readonly test: (row: Row) => boolean;
  /** A collator compares whole texts, and cannot search. */
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
    const field = new Field(query.name, String(folding()));
    await field.add({ name: TAMIS, ours: true, asks: ASKS }, ours(fixture.tamis, query.ours), String);
    if (query.collator !== undefined) {
      const plain = `eq(name,'${quoted(name)}')`;
      const count = String(rows.filter((row) => row.name === name).length);
      await field.add(
        { name: PLAIN_EQ, ours: true, asks: ASKS, expected: count },
        ours(fixture.tamis, plain),
        String,
      );
      await field.add({ name: INTL }, counting(query.collator), String);
    }
    await field.add({ name: FOLD }, folding, String);
    for (const [threads, { connection }] of [
      [ONE, one],
      [TWO, two],
    ] as const)
      for (const [i, condition] of query.duckdb.entries())
        await field.add(
          { name: `${threads}, ${i === 0 ? "NOCASE.NOACCENT" : "lower(strip_accents)"}`, isElsewhere: true },
          countInDuckdb(connection, condition),
          String,
        );
    const { database } = fixture.sqlite();
    await field.add({ name: "node:sqlite, NOCASE or LIKE" }, countInSqlite(database, query.sqlite), String);
    await matrix.run(field, { rounds, sampleMilliseconds: 2, ours: TAMIS });
  }
  return {
    tables: [
      {
        name: "memory-collated",
        title: `Filter ${rows.length.toLocaleString("en")} rows at primary strength`,
        note: `Time and ratio to tamis in the same round.${matrix.whyNot()}`,
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
  /** The quickest of the ways in which DuckDB answers. */
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
