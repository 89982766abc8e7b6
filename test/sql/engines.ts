import type { EngineUnderTest } from "./engine-under-test.ts";
import { duckdbUnderTest } from "./engines-duckdb.ts";
import { MARIADB_ENGINES } from "./engines-mariadb.ts";
import { POSTGRES_ENGINES } from "./engines-postgres.ts";
import { sqliteUnderTest } from "./engines-sqlite.ts";

/** A database that may be there. `open` gives undefined where it is not. */
export interface EngineEntry {
  readonly name: string;
  readonly open: () => Promise<EngineUnderTest | undefined>;
}

/** The one list of databases, and of layouts of their tables, that every proof runs on. */
export const ENGINES: readonly EngineEntry[] = [
  { name: "sqlite", open: () => sqliteUnderTest() },
  { name: "sqlite without functions", open: () => sqliteUnderTest({ functions: false }) },
  { name: "sqlite apart", open: () => sqliteUnderTest({ layout: "apart" }) },
  { name: "sqlite with keys", open: () => sqliteUnderTest({ functions: false, layout: "keys" }) },
  { name: "duckdb", open: () => duckdbUnderTest() },
  { name: "duckdb with native lists and maps", open: () => duckdbUnderTest({ native: true }) },
  {
    name: "duckdb with child tables and stored keys",
    open: () => duckdbUnderTest({ children: true, functions: false }),
  },
  { name: "duckdb without functions", open: () => duckdbUnderTest({ functions: false }) },
  ...POSTGRES_ENGINES.map(([name, open]) => ({ name, open })),
  ...MARIADB_ENGINES,
];

/** Engines that were asked for and are not there; each is said once. */
const missing = new Set<string>();

/**
 * Opens the engines that are there. `names` are beginnings of names: `sqlite`, `postgres`. Default: those that the
 * environment names, `TAMIS_ENGINES=sqlite,duckdb`, or all.
 */
export async function openEngines(
  names: readonly string[] | undefined = process.env["TAMIS_ENGINES"]?.split(","),
): Promise<EngineUnderTest[]> {
  const wanted = ENGINES.filter(
    ({ name }) =>
      names === undefined || names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())),
  );
  const opened: EngineUnderTest[] = [];
  for (const { name, open } of wanted) {
    const engine = await open();
    if (engine !== undefined) opened.push(engine);
    else if (!missing.has(name)) {
      missing.add(name);
      console.warn(`${name} is not here: its proofs are skipped.`);
    }
  }
  return opened;
}
