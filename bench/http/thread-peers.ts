import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskFromArguments } from "../child-process.ts";
import { makeKeyedRows } from "../traffic/keyed-rows.ts";
import { trafficRequests } from "../traffic/traffic-requests.ts";
import { openDuckdbTraffic, openPolarsTraffic, type TrafficStore } from "../traffic/traffic-stores.ts";

/* Runs unseen requests in DuckDB and Polars with two threads each, in a process of its own: Polars reads the number once. */

export interface PeersTask {
  readonly rows: number;
  readonly seed: number;
  readonly seconds: number;
}

/** Requests per second, by the name of the peer. */
export type PeerFigures = Readonly<Record<string, number>>;

const { rows: count, seed, seconds } = taskFromArguments() as PeersTask;
const rows = makeKeyedRows(count);
const requests = trafficRequests(400, seed, rows);
const folder = mkdtempSync(join(tmpdir(), "tamis-threads-"));
const copy = join(folder, "rows.parquet");
const stores = [await openDuckdbTraffic(rows, 2, copy), await openPolarsTraffic(copy, 2)];
const figures: Record<string, number> = {};
for (const store of stores) figures[store.name] = await perSecond(store);
rmSync(folder, { recursive: true });
console.log(JSON.stringify(figures));
process.exit();

async function perSecond({ run, expresses }: TrafficStore): Promise<number> {
  const possible = requests.filter((each) => expresses?.(each) ?? true);
  const start = performance.now();
  let done = 0;
  for (; done < possible.length && performance.now() < start + seconds * 1_000; done++)
    await run(possible[done]!);
  return (done / (performance.now() - start)) * 1_000;
}
