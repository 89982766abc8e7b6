/** Loads the places of the example data into a table of each database. */
import { readFileSync, rmSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { createConnection } from "mariadb";
import { afterAll } from "vitest";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";
import { embeddedPool, machinePool } from "../../../../test/sql/engines/postgres.ts";
import { example } from "../files.ts";

export const PLACES = example("places.ndjson");

type Place = Readonly<Record<string, unknown>>;

export const places: readonly Place[] = readFileSync(PLACES, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Place);

const COLUMNS = [...new Set(places.flatMap((place) => Object.keys(place)))];

const isWhole = (column: string) => places.some((place) => typeof place[column] === "number");
const isBoolean = (column: string) => places.some((place) => typeof place[column] === "boolean");

/** Arguments of a command that queries the table. */
export interface LoadedTable {
  readonly address: string;
  readonly table: readonly string[];
}

export interface Loader {
  readonly name: string;
  /** Returns undefined, with a message, if the database is not available. */
  readonly load: () => Promise<LoadedTable | undefined>;
}

/** Tables of one test file. They exist until its last test ends. */
interface Tables {
  /** Directory of the database files. */
  readonly directory: string;
  /** Called after the last test of the file. */
  readonly endings: (() => Promise<unknown>)[];
}

function openTables(): Tables {
  const directory = mkdtempSync(join(tmpdir(), "tamis-places-"));
  const endings: Tables["endings"] = [];
  afterAll(async () => {
    for (const end of endings) await end();
    rmSync(directory, { recursive: true, force: true });
  });
  return { directory, endings };
}

function create(quote: string, types: { text: string; whole: string; boolean: string }): string {
  const columns = COLUMNS.map((name) => {
    const type = isWhole(name) ? types.whole : isBoolean(name) ? types.boolean : types.text;
    return `${quote}${name}${quote} ${type}${name === "fid" ? " PRIMARY KEY" : ""}`;
  });
  return `CREATE TABLE places (${columns.join(", ")})`;
}

const marks = (mark: (index: number) => string) => COLUMNS.map((_, index) => mark(index)).join(", ");
const valuesOf = (place: Place) => COLUMNS.map((name) => place[name] ?? null);

/** Writes a catalog for the STRICT table, which cannot declare that 0 and 1 are booleans. */
function placesCatalog(directory: string): string {
  const path = join(directory, "places.catalog.json");
  const typeOf = (name: string) => (isWhole(name) ? "integer" : isBoolean(name) ? "boolean" : "string");
  const members = Object.fromEntries(COLUMNS.map((name) => [name, typeOf(name)]));
  writeFileSync(path, JSON.stringify({ name: "places", members, key: "fid" }));
  return path;
}

function sqlitePlaces(isStrict: boolean, { directory }: Tables): LoadedTable {
  const address = join(directory, isStrict ? "strict.db" : "loose.db");
  const database = new DatabaseSync(address);
  const types = isStrict
    ? { text: "TEXT", whole: "INTEGER", boolean: "INTEGER" }
    : { text: "VARCHAR(100) COLLATE NOCASE", whole: "BIGINT", boolean: "BOOLEAN" };
  database.exec(create('"', types) + (isStrict ? " STRICT" : ""));
  database.exec("CREATE TABLE rivers (id INTEGER PRIMARY KEY)");
  const insert = database.prepare(`INSERT INTO places VALUES (${marks(() => "?")})`);
  for (const place of places)
    insert.run(
      ...(valuesOf(place).map((value) => (typeof value === "boolean" ? Number(value) : value)) as never[]),
    );
  database.close();
  const catalog = isStrict ? ["--catalog", placesCatalog(directory)] : [];
  return { address, table: ["--table", "places", ...catalog] };
}

async function duckdbPlaces({
  directory,
}: Tables): Promise<{ readonly file: string; readonly parquet: string }> {
  const file = join(directory, "places.duckdb");
  const parquet = join(directory, "places.parquet");
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(create('"', { text: "VARCHAR", whole: "INTEGER", boolean: "BOOLEAN" }));
  for (const place of places)
    await connection.run(
      `INSERT INTO places VALUES (${marks((i) => `$${i + 1}`)})`,
      valuesOf(place) as never[],
    );
  await connection.run(`COPY places TO '${parquet}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return { file, parquet };
}

/** Returns a name that no other run has used. A run that was killed leaves its tables behind. */
function uniqueName(): string {
  return `tamis_cli_${process.pid}_${Date.now().toString(36)}`;
}

async function postgresPlaces(
  pool: Awaited<ReturnType<typeof machinePool>>,
  { endings }: Tables,
): Promise<LoadedTable | undefined> {
  if (pool === undefined) return undefined;
  const schema = uniqueName();
  await pool.query(`CREATE SCHEMA ${schema}`);
  const types = { text: "varchar(200)", whole: "integer", boolean: "boolean" };
  await pool.query(create('"', types).replace("places", `${schema}.places`));
  for (const place of places)
    await pool.query(`INSERT INTO ${schema}.places VALUES (${marks((i) => `$${i + 1}`)})`, valuesOf(place));
  endings.push(async () => {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool.end();
  });
  const { host, port, user, database } = pool.options;
  return {
    address: `postgres://${user}:a%20secret@${host}:${port}/${database}`,
    table: ["--table", `${schema}.places`],
  };
}

async function mariadbPlaces({ endings }: Tables): Promise<LoadedTable | undefined> {
  if (!(await mariadbAnswers())) return undefined;
  const connection = await createConnection(MARIADB);
  const name = uniqueName();
  const types = { text: "VARCHAR(200)", whole: "INT", boolean: "BOOLEAN" };
  await connection.query(`${create("`", types).replace("places", name)} CHARACTER SET utf8mb4`);
  await connection.batch(`INSERT INTO ${name} VALUES (${marks(() => "?")})`, places.map(valuesOf));
  endings.push(async () => {
    await connection.query(`DROP TABLE ${name}`);
    await connection.end();
  });
  const { host, port, user, database } = MARIADB;
  return { address: `mariadb://${user}@${host}:${port}/${database}`, table: ["--table", name] };
}

/**
 * Returns all databases. Unavailable servers are skipped. Test files run in one process and share this module, so each file
 * calls the function to get tables of its own.
 */
export function placesLoaders(): readonly Loader[] {
  const tables = openTables();
  let duckdb: ReturnType<typeof duckdbPlaces> | undefined;
  const loadDuckdb = () => (duckdb ??= duckdbPlaces(tables));
  return [
    { name: "SQLite, strict", load: () => Promise.resolve(sqlitePlaces(true, tables)) },
    {
      name: "SQLite with loose types and a collation",
      load: () => Promise.resolve(sqlitePlaces(false, tables)),
    },
    {
      name: "DuckDB",
      load: async () => ({ address: (await loadDuckdb()).file, table: ["--table", "places"] }),
    },
    { name: "Parquet", load: async () => ({ address: (await loadDuckdb()).parquet, table: [] }) },
    { name: "PostgreSQL 18", load: async () => postgresPlaces(await embeddedPool(), tables) },
    { name: "PostgreSQL of the machine", load: async () => postgresPlaces(await machinePool(), tables) },
    { name: "MariaDB", load: () => mariadbPlaces(tables) },
  ];
}
