import type { EngineUnderTest } from "./engine-under-test.ts";
import { duckdbUnderTest } from "./engines-duckdb.ts";
import { MARIADB_ENGINES } from "./engines-mariadb.ts";
import { POSTGRES_ENGINES } from "./engines-postgres.ts";
import { sqliteUnderTest } from "./engines-sqlite.ts";

interface Openable {
  readonly name: string;
  readonly open: () => Promise<EngineUnderTest | undefined>;
}

/** A database, and a layout of its tables, that may be there. `open` gives undefined where it is not. */
export interface EngineEntry extends Openable {
  /** Whether this is the usual layout of its database. */
  readonly isFirst: boolean;
  /** How many expressions it answers in the time that the slowest takes for one. */
  readonly speed: number;
}

const layouts = (speed: number, [first, ...others]: readonly Openable[]): EngineEntry[] => [
  { ...first!, speed, isFirst: true },
  ...others.map((each) => ({ ...each, speed, isFirst: false })),
];

const POSTGRES = POSTGRES_ENGINES.map(([name, open]): Openable => ({ name, open }));

/** The one list of databases, and of layouts of their tables, that every proof runs on. */
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
  ...layouts(4, POSTGRES.slice(0, 2)),
  ...layouts(4, POSTGRES.slice(2)),
  ...layouts(4, MARIADB_ENGINES),
];

/**
 * The engines whose names begin with one of `names`: `sqlite`, `postgres`. Default: those that the environment names,
 * `TAMIS_ENGINES=sqlite,duckdb`, or all.
 */
export function enginesCalled(
  names: readonly string[] | undefined = process.env["TAMIS_ENGINES"]?.split(","),
): readonly EngineEntry[] {
  return ENGINES.filter(
    ({ name }) =>
      names === undefined || names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())),
  );
}
