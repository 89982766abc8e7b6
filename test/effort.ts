/**
 * The size of a test run, from the environment variable `TAMIS_TESTS`:
 *
 * - `sample` (default): a few minutes on two cores, for `npm test`.
 * - `full`: all files, databases and drivers, and larger counts, for `npm run test:full`. Of the cases of which the sample tries one of n, it
 *   tries one of √n.
 * - `proof`: the counts that the docs claim; hours, for `npm run proof`.
 */
export type Effort = "sample" | "full" | "proof";

const EFFORTS: readonly Effort[] = ["sample", "full", "proof"];

export const EFFORT: Effort = readEffort(process.env["TAMIS_TESTS"]);

function readEffort(value = "sample"): Effort {
  const effort = EFFORTS.find((name) => name === value);
  if (effort === undefined) throw new TypeError(`TAMIS_TESTS must be sample, full or proof, got ${value}`);
  return effort;
}

/**
 * All parts that a sample run shortens, by the path of the test and what is counted. Each has the counts of `sample`, `full` and
 * `proof`.
 */
const COUNTS = {
  "adversarial/inherited-properties: every": [20, 1, 1],
  "adversarial/inherited-properties: every option": [5, 1, 1],
  "apps/cli/test/memory/load-text-file: runs": [50, 250, 20_000],
  "apps/cli/test/serve/client: rows": [20_000, 100_000, 100_000],
  "apps/language-server/test/fuzz: edits": [300, 750, 20_000],
  "apps/language-server/test/fuzz: messages": [500, 1_200, 50_000],
  "apps/platform/test/audit-model: steps": [40, 150, 300],
  "apps/platform/test/authorization-agreement: runs": [40, 75, 150],
  "apps/platform/test/detection-statistics: rounds": [1, 2, 4],
  "apps/platform/test/model: commands": [40, 100, 400],
  "apps/platform/test/indexes: rows": [2_000, 50_000, 200_000],
  "apps/vscode/test/colors: texts": [150, 500, 20_000],
  "bridges/ag-grid/rows: count": [700, 2_500, 50_000],
  "bridges/aip/rows: count": [800, 2_500, 50_000],
  "bridges/cel/rows: count": [700, 2_500, 50_000],
  "bridges/contract: count": [800, 5_000, 200_000],
  "bridges/cql2/cql2: count": [800, 2_500, 50_000],
  "bridges/cql2/grammar: count": [800, 2_500, 50_000],
  "bridges/json-contract: count": [800, 5_000, 200_000],
  "bridges/jsonlogic/rows: count": [700, 2_500, 50_000],
  "bridges/mongo/rows: count": [700, 2_500, 50_000],
  "bridges/odata/library: count": [500, 2_500, 50_000],
  "bridges/odata/rows: count": [800, 2_500, 50_000],
  "bridges/parameters/rows: count": [500, 2_500, 50_000],
  "bridges/react-querybuilder/rows: count": [700, 2_500, 50_000],
  "bridges/round-trips: filters of each bridge": [500, 3_800, 75_000],
  "bridges/rsql/rows: count": [800, 2_500, 50_000],
  "bridges/scim/rows: count": [800, 2_500, 50_000],
  "bridges/sql/rows: filters in DuckDB": [250, 1_200, 50_000],
  "bridges/sql/rows: filters in SQLite": [800, 2_500, 50_000],
  "bridges/tanstack-table/rows: count": [700, 2_500, 50_000],
  "client/service: rows": [20_000, 100_000, 100_000],
  "collation/locale/same-keys: tags": [150, 500, 5_000],
  "collation/search/case-folding: runs": [400, 600, 100_000],
  "collation/search/reflexive: per strength": [12, 50, 2_000],
  "collation/uca/against-intl: pairs": [150, 500, 16_000],
  "collation/uca/agreement: pairs": [4_000, 25_000, 1_000_000],
  "collation/uca/conformance: every": [11, 1, 1],
  "collation/uca/element-search: tries": [50, 150, 20_000],
  "collation/uca/laws: pairs": [134, 400, 40_000],
  "editor/embedded/find-embedded: runs": [30, 150, 5_000],
  "editor/fuzz: edits": [2_000, 5_000, 20_000],
  "element/typing: expressions": [40, 100, 2_000],
  "engine/databases/databases-against-memory: queries": [3, 6, 50],
  "engine/databases/databases-against-memory: tables": [1, 1, 10],
  "engine/databases/databases-against-memory: walks": [1, 2, 20],
  "engine/databases/pages-under-changes: pages": [15, 50, 2_000],
  "engine/store/against-rows: collections": [1, 1, 50],
  "engine/store/case-folded-copy: runs": [5, 12, 1_000],
  "engine/store/concurrent-builds: scenarios": [8, 37, 20_000],
  "engine/store/equal-keys: rows": [15_000, 100_000, 100_000],
  "engine/store/file/columns: rounds": [1, 2, 30],
  "engine/store/file/files: kills": [20, 50, 1_000],
  "engine/store/file/forgeries: forgeries per kind": [15, 100, 20_000],
  "engine/store/histories: runs": [6, 20, 3_000],
  "engine/store/large: expressions": [12, 24, 300],
  "engine/store/large: rows": [8_000, 22_000, 200_000],
  "engine/store/lists/lists: rounds": [1, 1, 20],
  "engine/store/number-column: runs": [50, 75, 3_000],
  "engine/store/numbers-against-rows: runs": [1, 2, 400],
  "engine/store/orders/sort-strings: rows": [40_000, 140_000, 140_000],
  "engine/store/orders/sort-strings: runs": [100, 250, 20_000],
  "engine/store/shared/columns: queries": [16, 60, 2_000],
  "engine/store/shared/killed-threads: kills": [8, 40, 600],
  "engine/store/texts/json-scan: runs": [1_500, 25_000, 2_000_000],
  "engine/store/texts/load-csv: runs": [30, 150, 50_000],
  "engine/store/texts/loaded-text: saved rows": [2_000, 30_000, 300_000],
  "engine/store/texts/loaded-text: runs": [50, 500, 20_000],
  "engine/store/texts/row-kernel: runs of one line": [200, 2_000, 1_000_000],
  "engine/store/texts/row-kernel: runs": [60, 750, 400_000],
  "engine/store/texts/unreadable-texts: runs": [200, 400, 40_000],
  "engine/store/texts/token-columns: runs": [8, 30, 600],
  "grammars/lezer: broken texts": [3_000, 7_500, 100_000],
  "grammars/lezer: count": [2_000, 5_000, 100_000],
  "grammars/text-mate: count": [2_000, 5_000, 100_000],
  "http/crashes/crashes: puts": [120, 1_000, 2_000],
  "http/memory/memory: requests": [100, 1_000, 5_000],
  "http/reading/access: runs": [350, 1_200, 50_000],
  "http/reading/stores: requests": [200, 500, 10_000],
  "http/writing/same-responses: runs": [8, 50, 2_000],
  "orm/libraries: expressions": [60, 250, 20_000],
  "orm/prisma: expressions": [120, 500, 20_000],
  "pattern/check-pattern: runs": [800, 5_000, 100_000],
  "properties/fixes: runs": [400, 5_000, 200_000],
  "sql/adversarial-values: random tags": [4, 10, 200],
  "http/reading/groups: requests": [30, 300, 3_000],
  "sql/dialects/duckdb/pattern: runs": [334, 1_000, 20_000],
  "sql/dialects/mariadb/pattern: compared": [20, 50, 500],
  "sql/dialects/mariadb/pattern: runs": [4, 10, 100],
  "sql/dialects/postgres/distributed: queries": [25, 100, 2_000],
  "sql/dialects/postgres/indexes: rows": [6667, 20_000, 100_000],
  "sql/dialects/postgres/strings: rounds": [1, 1, 20],
  "sql/exhaustive: every": [96, 24, 1],
  "sql/exhaustive: slower": [384, 96, 1],
  "sql/hidden-rows: queries": [8, 20, 200],
  "sql/native-tables/native-tables: values": [400, 3_000, 20_000],
  "sql/oracles: per table": [8, 25, 100],
  "sql/oracles: tables": [1, 1, 3],
  "sql/random-expressions: together": [240, 1_500, 6_000],
  "sql/planted-bugs: expressions without a bug": [150, 500, 1_000],
  "sql/planted-bugs: filters for oracles": [0, 200, 200],
  "sql/planted-memory-bugs: expressions without a bug": [80, 300, 600],
  "sql/planted-memory-bugs: filters for oracles": [0, 40, 40],
  "text-fuzz/fuzz: inputs": [5_000, 10_000, 20_000],
  "understand/decide: pairs": [120, 1_000, 4_000],
  "understand/describe: runs": [800, 2_000, 40_000],
  "understand/simplify: filters": [120, 620, 10_000],
} satisfies Record<string, readonly [sample: number, full: number, proof: number]>;

/**
 * Slow test files, of whose independent cases a sample run tries one of so many, or none. `TAMIS_SEED` decides which ones; without it,
 * each run tries others.
 */
const SHARES_OF_FILES: Readonly<Record<string, number>> = {
  "apps/cli/test/commands/one-type": 2,
  "apps/cli/test/commands/serve": 2,
  "apps/cli/test/databases/built-drivers": 2,
  "apps/cli/test/databases/database-faults": 4,
  "apps/cli/test/databases/query-collection": 10,
  "apps/cli/test/databases/query-groups": 10,
  "apps/cli/test/memory/load-text-file": 16,
  "apps/cli/test/program": 2,
  "apps/cli/test/retyping/retyped-tables": 5,
  "apps/cli/test/serve/writable": 2,
  "apps/cli/test/shell/pseudo-terminal": 3,
  "apps/cli/test/shell/session": 2,
  "apps/explorer/test/accessibility": 4,
  "apps/platform/test/annotations": 2,
  "apps/platform/test/audit": 2,
  "apps/platform/test/audit-crash": 9,
  "apps/platform/test/authorization-model": 2,
  "apps/platform/test/backup": 3,
  "apps/platform/test/data-quality": 2,
  "apps/platform/test/detection-crash": 4,
  "apps/platform/test/detection-statistics": 3,
  "apps/platform/test/indexes": 4,
  "apps/platform/test/links": 3,
  "apps/platform/test/model": 2,
  "apps/platform/test/openapi": 3,
  "apps/platform/test/paging": 3,
  "apps/platform/test/performance-crash": 4,
  "apps/platform/test/performance-postgres": 3,
  "apps/platform/test/platform-access": 2,
  "apps/platform/test/reports": 2,
  "apps/platform/test/reports-codes": 2,
  "apps/platform/test/several-processes": 3,
  "apps/platform/test/token-service": 2,
  "apps/platform/test/workflow-postgres": 2,
  "test/adversarial/hidden-members": 2,
  "test/adversarial/inherited-properties": 4,
  "test/adversarial/processes": 3,
  "test/adversarial/size": 5,
  "test/builder/type-speed": 4,
  "test/checker/schema/filter-schema": 2,
  "test/collation/search/collated-search": 4,
  "test/editor/embedded/find-embedded": 2,
  "test/element/frameworks/frameworks": 4,
  "test/engine/databases/adapters/duckdb-sessions": 2,
  "test/engine/databases/adapters/mariadb": 3,
  "test/engine/databases/adapters/mariadb-sessions": 6,
  "test/engine/databases/adapters/sqlite-file": 4,
  "test/engine/databases/aggregates": 2,
  "test/engine/databases/databases-against-memory": 4,
  "test/engine/databases/expensive-patterns": 6,
  "test/engine/databases/indexes": 2,
  "test/engine/databases/introspect/mariadb-tables": 2,
  "test/engine/databases/introspect/postgres-types": 4,
  "test/engine/databases/long-sort-values": 4,
  "test/engine/databases/many-shapes": 9,
  "test/engine/databases/open-table": 4,
  "test/engine/databases/pages-under-changes": 6,
  "test/engine/databases/rows-of-databases": 2,
  "test/engine/databases/safe-integers": 3,
  "test/engine/databases/samples": 4,
  "test/engine/databases/slow-statements": 3,
  "test/engine/databases/unreadable-values": 10,
  "test/engine/store/against-rows": 6,
  "test/engine/store/case-folded-copy": 2,
  "test/engine/store/changes-in-time-slices": 4,
  "test/engine/store/concurrent-builds": 2,
  "test/engine/store/equal-keys": 2,
  "test/engine/store/file/bytes": 2,
  "test/engine/store/file/columns": 4,
  "test/engine/store/file/files": 2,
  "test/engine/store/file/forgeries": 5,
  "test/engine/store/kernels": 2,
  "test/engine/store/large": 2,
  "test/engine/store/lists/list-columns": 8,
  "test/engine/store/lists/lists": 4,
  "test/engine/store/long-histories": 3,
  "test/engine/store/numbers-against-rows": 4,
  "test/engine/store/steps": 2,
  "test/engine/store/texts/load-text": 4,
  "test/engine/store/texts/row-kernel": 2,
  "test/engine/store/texts/token-columns": 3,
  "test/engine/store/wasm-heap": 2,
  "test/files/detect-dialect": 2,
  "test/files/read-rows": 2,
  "test/files/row-filter": 2,
  "test/http/crashes/crashes": 2,
  "test/http/reading/groups": 4,
  "test/http/stores/journal": 2,
  "test/http/stores/migrations": 4,
  "test/http/writing/same-responses": 2,
  "test/orm/prisma": 2,
  "test/package/bridges": 2,
  "test/package/browser": 5,
  "test/package/packed": 2,
  "test/pattern/differential": 3,
  "test/properties/evaluator-against-oracle": 2,
  "test/properties/hostile-rows": 6,
  "test/properties/parse-any-text": 2,
  "test/sql/adversarial-temporal": 6,
  "test/sql/adversarial-values": 25,
  "test/sql/closed-world": 4,
  "test/sql/dialects/duckdb/pattern": 2,
  "test/sql/dialects/mariadb/adversarial": 5,
  "test/sql/dialects/postgres/distributed": 3,
  "test/sql/dialects/postgres/strings": 3,
  "test/sql/expected-sql": 2,
  "test/sql/hidden-rows": 2,
  "test/sql/limits": 6,
  "test/sql/native-tables/planted-readers": 2,
  "test/sql/oracles": 9,
  "test/sql/planted-aggregate-bugs": 4,
  "test/sql/planted-bugs": 2,
  "test/sql/planted-memory-bugs": 2,
  "test/sql/shape": 6,
  "test/text-fuzz/fuzz": 2,
  "test/url/encode-query": 2,
};

/**
 * Folders of test files that test one thing from many sides: a sample run of all tests has one file of so many. Files that are named
 * on the command line always run.
 */
const SHARES_OF_FOLDERS: Readonly<Record<string, number>> = {
  "apps/cli/test": 2,
  "apps/cli/test/commands": 4,
  "apps/cli/test/databases": 4,
  "apps/cli/test/io": 2,
  "apps/cli/test/serve": 2,
  "apps/cli/test/shell": 2,
  "apps/explorer/test": 6,
  "apps/platform/test": 5,
  "test/adversarial": 3,
  "test/collation": 2,
  "test/collation/uca": 2,
  "test/editor": 2,
  "test/element": 3,
  "test/element/frameworks": 4,
  "test/engine/databases": 4,
  "test/engine/databases/adapters": 3,
  "test/engine/databases/drivers": 3,
  "test/engine/databases/introspect": 3,
  "test/engine/store": 4,
  "test/engine/store/file": 2,
  "test/engine/store/orders": 2,
  "test/engine/store/texts": 2,
  "test/files": 2,
  "test/http/reading": 2,
  "test/http/stores": 2,
  "test/package": 2,
  "test/parser": 2,
  "test/pattern": 2,
  "test/properties": 2,
  "test/sql": 3,
  "test/url": 2,
};

/** Lists of which a sample run tries one entry of so many. */
const SHARES = {
  "adversarial/processes: time zones": 3,
  "engine/databases: further drivers": 5,
  "engine/databases/adapters/duckdb-sessions: collations": 3,
  "engine/databases/adapters/duckdb-sessions: settings": 7,
  "adversarial/inherited-properties: values of arrays": 2,
  "adversarial/inherited-properties: values of options": 3,
  "http/crashes/crashes: stores": 2,
  "apps/cli/test/databases/database-faults: interrupted statements": 3,
  "sql/conformance: cases on databases": 30,
  "sql/native-tables/planted-readers: bugs": 7,
  "sql/planted-bugs: bugs": 18,
  "sql/planted-memory-bugs: bugs": 24,
} satisfies Record<string, number>;

/** Tests that a sample run leaves out, and why it can. */
const LEFT_OUT = {
  "apps/platform/test/annotations: limits of lookups":
    "900 is a number of the catalog; the test creates 901 annotations",
  "apps/cli/test/memory/load-text-file: long rows":
    "other tests read a long row; this one reads 31 of a megabyte",
  "documentation/examples: types": "each run executes the examples, and compares their results",
  "http/memory/memory: load":
    "it takes thousands of requests; the full run sends them, and npm run proof for ten minutes",
  "package/surface: declarations":
    "they change rarely, and reading them takes a second; the full run and npm run surface compare them",
  "builder/type-speed: comparison with other builders": "the limit of instantiations is tested in each run",
} satisfies Record<string, string>;

export const SEED = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Returns the count for this run. */
export function countOf(part: keyof typeof COUNTS): number {
  return COUNTS[part][EFFORTS.indexOf(EFFORT)]!;
}

/** Returns one of how many cases this run tries, for the share of a sample run. */
function shareOf(ofSample: number): number {
  return { sample: ofSample, full: Math.round(Math.sqrt(ofSample)), proof: 1 }[EFFORT];
}

/** Returns some of the entries; all of them in a proof. `TAMIS_SEED` decides which ones; without it, each run tries others. */
export function sampleOf<T>(part: keyof typeof SHARES, entries: readonly T[]): readonly T[] {
  const every = shareOf(SHARES[part]);
  const start = SEED % every;
  return entries.filter((_, i) => i % every === start);
}

/** Returns whether this run has the test. */
export function isTried(part: keyof typeof LEFT_OUT): boolean {
  return EFFORT !== "sample" || !Object.hasOwn(LEFT_OUT, part);
}

/**
 * Returns whether this run tries a test of a file.
 *
 * @param file path from the root of the repository
 * @param id identifies the test in its file
 */
export function isInSample(file: string, id: string): boolean {
  return isDrawn(id, shareOf(SHARES_OF_FILES[file.replace(/\.test\.ts$/, "")] ?? 1));
}

/**
 * Returns whether a run of all tests has a file.
 *
 * @param file path from the root of the repository
 */
export function isFileInSample(file: string): boolean {
  const share = SHARES_OF_FOLDERS[file.slice(0, file.lastIndexOf("/"))];
  return EFFORT !== "sample" || share === undefined || isDrawn(file, share);
}

/** One of so many tests is tried on each layout of a database, or kernels of a collection, that is not the usual one. */
const SHARE_ON_LAYOUTS = 3;

/**
 * Returns whether this run tries a test on a layout that is not the usual one. A proof tries all of them.
 *
 * @param id identifies the test in its file
 */
export function isTriedOnLayout(id: string): boolean {
  return EFFORT === "proof" || isDrawn(id, SHARE_ON_LAYOUTS);
}

/** Returns whether the seed draws one of so many tests. */
function isDrawn(id: string, share: number): boolean {
  let hash = SEED | 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 8) % share === 0;
}

/**
 * Returns the entries, or none in a sample run. For variants of which a sample run tries one:
 *
 * - of the drivers of a database, `pg` with the PostgreSQL of a package, and `mariadb`;
 * - of the places where a process is killed, the first one or two;
 * - of the kernels, those in WebAssembly: their own tests, and those of whole collections, compare both kinds in each run.
 */
export function beyondSample<const T extends readonly unknown[]>(...entries: T): T | [] {
  return EFFORT === "sample" ? [] : entries;
}
