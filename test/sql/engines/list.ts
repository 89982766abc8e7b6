import { beyondSample } from "../../effort.ts";
import { TUNINGS } from "../../engine/store/against-rows.ts";
import type { Backend, CollectionUnderTest, EngineUnderTest } from "./engine-under-test.ts";
import { clickhouseUnderTest } from "./clickhouse.ts";
import { duckdbUnderTest } from "./duckdb.ts";
import { MARIADB_ENGINES } from "./mariadb.ts";
import { collectionUnderTest, KERNELS, type CollectionOptions } from "../engines-memory.ts";
import { POSTGRES_ENGINES } from "./postgres.ts";
import { sqliteUnderTest } from "./sqlite.ts";

interface Openable<B extends Backend = EngineUnderTest> {
  readonly name: string;
  readonly open: () => Promise<B | undefined>;
}

/** A database with a table layout, or a collection. `open` returns undefined if the database is not available. */
export interface EngineEntry<B extends Backend = EngineUnderTest> extends Openable<B> {
  /** Whether this is the usual layout of its database. */
  readonly isFirst: boolean;
  /** Number of expressions per second, relative to the slowest backend. */
  readonly speed: number;
}

function layouts<B extends Backend>(
  speed: number,
  [first, ...others]: readonly Openable<B>[],
): EngineEntry<B>[] {
  return [{ ...first!, speed, isFirst: true }, ...others.map((each) => ({ ...each, speed, isFirst: false }))];
}

const POSTGRES = POSTGRES_ENGINES.map(([name, open]): Openable => ({ name, open }));

/** The one list of databases and table layouts under test. */
export const ENGINES: readonly EngineEntry[] = [
  ...layouts(8, [
    { name: "sqlite", open: () => sqliteUnderTest() },
    { name: "sqlite without functions", open: () => sqliteUnderTest({ functions: false }) },
    { name: "sqlite apart", open: () => sqliteUnderTest({ layout: "apart" }) },
    { name: "sqlite with keys", open: () => sqliteUnderTest({ functions: false, layout: "keys" }) },
  ]),
  ...layouts(1, [
    { name: "duckdb", open: () => duckdbUnderTest() },
    { name: "duckdb with native lists and maps", open: () => duckdbUnderTest({ native: true }) },
    {
      name: "duckdb with child tables and stored keys",
      open: () => duckdbUnderTest({ children: true, functions: false }),
    },
    { name: "duckdb without functions", open: () => duckdbUnderTest({ functions: false }) },
  ]),
  ...layouts(1, [
    { name: "clickhouse", open: () => clickhouseUnderTest() },
    { name: "clickhouse with native lists and maps", open: () => clickhouseUnderTest({ native: true }) },
    {
      name: "clickhouse with child tables and stored keys",
      open: () => clickhouseUnderTest({ children: true }),
    },
  ]),
  ...layouts(4, POSTGRES.slice(0, 2)),
  ...beyondSample(...layouts(4, POSTGRES.slice(2))),
  ...layouts(4, MARIADB_ENGINES),
];

const collection = (options: CollectionOptions): Openable<CollectionUnderTest> => ({
  name: options.name,
  open: () => Promise.resolve(collectionUnderTest(options)),
});

/** The one list of configurations of collections in memory: kernels and tuning. */
export const COLLECTIONS: readonly EngineEntry<CollectionUnderTest>[] = KERNELS.flatMap(([name, kernels]) => {
  const [[, asItIs], ...others] = TUNINGS as [(typeof TUNINGS)[number], ...typeof TUNINGS];
  const [[, tuning]] = others as [(typeof TUNINGS)[number]];
  return layouts(8, [
    collection({ name, kernels, tuning: asItIs }),
    ...others.map(([how, tuned]) => collection({ name: `${name} ${how}`, kernels, tuning: tuned })),
    collection({ name: `${name} changed`, kernels, tuning, isChanged: true }),
    collection({ name: `${name} saved and read`, kernels, tuning, isChanged: true, isSaved: true }),
    collection({ name: `${name} plain rows`, kernels, tuning, isPlain: true }),
  ]);
});

/** Everything that must agree with the row predicate. */
export const BACKENDS: readonly EngineEntry<Backend>[] = [...COLLECTIONS, ...ENGINES];

/**
 * Returns the entries whose names begin with one of `names`: `sqlite`, `postgres`, `memory`. Default: those that the environment
 * names, `TAMIS_ENGINES=sqlite,duckdb`, or all.
 */
export function entriesCalled<B extends Backend>(
  entries: readonly EngineEntry<B>[],
  names: readonly string[] | undefined = process.env["TAMIS_ENGINES"]?.split(","),
): readonly EngineEntry<B>[] {
  return entries.filter(
    ({ name }) =>
      names === undefined || names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())),
  );
}
