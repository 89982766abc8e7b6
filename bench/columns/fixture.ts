import { makeQueries, type Query } from "../evaluate/queries.ts";
import { makeRows, type Row } from "../evaluate/rows.ts";
import { progress } from "../harness.ts";
import { openDuckdb, type OpenDuckdb } from "./stores/duckdb.ts";
import { openSqlite, type OpenSqlite } from "./stores/sqlite.ts";
import type { Store } from "./stores/store.ts";
import { openTamis } from "./stores/tamis.ts";

/** Rows, and stores that hold them. Shared by the parts that run in one process. */
export class Fixture {
  readonly rows: readonly Row[];
  readonly queries: readonly Query[];
  readonly tamis: ReturnType<typeof openTamis>;
  #duckdb: { readonly one: OpenDuckdb; readonly two: OpenDuckdb } | undefined;
  #sqlite: OpenSqlite | undefined;

  constructor(count: number) {
    progress(`generating ${count.toLocaleString("en")} rows`);
    this.rows = makeRows(count);
    this.queries = makeQueries([this.rows[500]!.name, this.rows[7]!.name, this.rows[77]!.name]);
    this.tamis = openTamis(this.rows);
  }

  /** Returns two DuckDB databases with the rows, which use one thread and two threads. */
  async duckdb(): Promise<{ readonly one: OpenDuckdb; readonly two: OpenDuckdb }> {
    if (this.#duckdb === undefined) {
      progress("loading two DuckDB instances");
      this.#duckdb = { one: await openDuckdb(this.rows, 1), two: await openDuckdb(this.rows, 2) };
    }
    return this.#duckdb;
  }

  sqlite(): OpenSqlite {
    if (this.#sqlite === undefined) progress("loading SQLite");
    return (this.#sqlite ??= openSqlite(this.rows));
  }

  /** Returns the stores other than tamis. */
  async peers(): Promise<readonly Store[]> {
    const { one, two } = await this.duckdb();
    return [...one.stores, ...two.stores, this.sqlite().store];
  }

  close(): void {
    this.#duckdb?.one.close();
    this.#duckdb?.two.close();
    this.#sqlite?.close();
  }
}

let open: Fixture | undefined;

/** Returns the shared fixture. Creates it on first use. */
export function openFixture(quick: boolean): Fixture {
  const count = quick ? 100_000 : 1_000_000;
  if (open?.rows.length !== count) {
    closeFixture();
    open = new Fixture(count);
  }
  return open;
}

/** Frees the memory for later parts. */
export function closeFixture(): void {
  open?.close();
  open = undefined;
}
