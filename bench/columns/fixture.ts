import { makeQueries } from "../evaluate/queries.ts";
import { makeRows } from "../evaluate/rows.ts";
import { progress } from "../harness.ts";
import { openDuckdb } from "./stores/duckdb.ts";
import { openTamis } from "./stores/tamis.ts";

let open: Promise<Fixture> | undefined;

/** Returns rows, and stores that hold them. Shared by the parts that run in one process. Creates them on first use. */
export function openFixture(quick: boolean): Promise<Fixture> {
  return (open ??= createFixture(quick ? 100_000 : 1_000_000));
}

async function createFixture(count: number) {
  progress(`generating ${count.toLocaleString("en")} rows`);
  const rows = makeRows(count);
  return { rows, queries: makeQueries(rows), tamis: openTamis(rows), duckdb: await openDuckdb(rows, 1) };
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Frees the memory for later parts. */
export function closeFixture(): void {
  void open?.then(({ duckdb }) => duckdb.close());
  open = undefined;
}
