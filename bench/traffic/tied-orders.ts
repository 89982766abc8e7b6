import { closeFixture } from "../columns/fixture.ts";
import { median, progress, randomNumbers, requireEqual } from "../harness.ts";
import { duration } from "../numbers.ts";
import { atLeast, atMost, type PartOptions, type PartResult } from "../part-result.ts";
import { nextTurn } from "../turns/turn-clock.ts";
import type { TrafficRequest } from "./traffic-requests.ts";
import { makeKeyedRows } from "./keyed-rows.ts";
import { openDuckdbTraffic, openTamisTraffic, type TrafficStore } from "./traffic-stores.ts";

/** Requests in a row with each order. All but the first are compared: the first builds what the order needs. */
const REQUESTS = 14;
/** Share of the rows with the least size. */
const TIED_SHARE = 0.043;
const LEAD = 10;
const LATER = 100;

/** Orders in both languages, and the limit of a later request in milliseconds. */
const ORDERS = [
  { sortBy: "state", orderBy: "state", isSameOrder: true, limit: 10 },
  { sortBy: "size", orderBy: "size", isSameOrder: true, limit: 8 },
  { sortBy: "name:primary", orderBy: "name COLLATE NOCASE.NOACCENT", isSameOrder: false, limit: LATER },
  { sortBy: "description", orderBy: "description COLLATE en", isSameOrder: true, limit: LATER },
  { sortBy: "state,size", orderBy: "state, size", isSameOrder: true, limit: LATER },
  { sortBy: "modifiedTimeStamp", orderBy: "modifiedTimeStamp", isSameOrder: true, limit: LATER },
] as const;

/**
 * Compares requests in a row with one order: nearly all rows match, and many of them tie. Each request excludes another user, so that
 * no result can be used again.
 */
export async function runTiedOrders({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const count = quick ? 100_000 : 1_000_000;
  progress(`memory-ties: ${count.toLocaleString("en")} rows`);
  const next = randomNumbers(20_261_128);
  const rows = makeKeyedRows(count).map((row) => ({ ...row, size: next() < TIED_SHARE ? 0 : row.size }));
  const users = [...new Set(rows.map(({ createdBy }) => createdBy))].slice(0, REQUESTS);
  const duckdb = await openDuckdbTraffic(rows, 1);
  const found = [];
  for (const order of ORDERS) {
    // A new collection has nothing that depends on an order.
    const tamis = await openTamisTraffic(rows, "synchronous");
    const [ours, peer] = [await measure(tamis, order, users), await measure(duckdb, order, users)];
    ours.pages.forEach((page, i) => {
      const other = peer.pages[i]!;
      requireEqual(`count by ${order.sortBy}`, page.count, other.count);
      if (order.isSameOrder) requireEqual(`keys by ${order.sortBy}`, page.keys.join(), other.keys.join());
    });
    tamis.close();
    found.push({ order, ours: ours.times, peer: peer.times });
  }
  duckdb.close();
  return {
    tables: [
      {
        name: "memory-ties",
        title: `${REQUESTS} requests in a row with one order, ${count.toLocaleString("en")} rows`,
        note:
          "Each request excludes another user, counts the other rows, and returns the first 20 in order. A string key breaks ties. " +
          "The columns exist; the first request builds what the order needs.",
        columns: [
          "first",
          "second",
          "slowest later one",
          "median",
          "DuckDB, 1 thread: median",
          "slower than DuckDB",
        ],
        rows: found.map(({ order, ours, peer }) => ({
          name: order.sortBy,
          ours: true,
          cells: [
            ...[ours[0]!, ours[1]!, Math.max(...ours.slice(1)), median(ours), median(peer)].map(duration),
            `${slower(ours, peer)} of ${REQUESTS - 1}`,
          ],
        })),
      },
    ],
    goals: found.flatMap(({ order: { sortBy, limit }, ours, peer }) => [
      atMost(`later requests by ${sortBy}`, Math.max(...ours.slice(1)), limit, "ms"),
      atMost(
        `later requests by ${sortBy} that are slower than in DuckDB with 1 thread`,
        slower(ours, peer),
        0,
        "",
      ),
      atLeast(`median by ${sortBy}, ahead of DuckDB with 1 thread`, median(peer) / median(ours), LEAD),
    ]),
  };
}

async function measure(store: TrafficStore, order: (typeof ORDERS)[number], users: readonly string[]) {
  const [times, pages]: [number[], Awaited<ReturnType<TrafficStore["run"]>>[]] = [[], []];
  for (const user of users) {
    const request: TrafficRequest = {
      ...order,
      kind: "ties",
      filter: `not(eq(createdBy,'${user}'))`,
      condition: `createdBy <> '${user}'`,
      isSameFilter: true,
      start: 0,
    };
    await nextTurn();
    const begun = performance.now();
    pages.push(await store.run(request));
    times.push(performance.now() - begun);
  }
  return { times, pages };
}

function slower(ours: readonly number[], peer: readonly number[]): number {
  return ours.filter((time, i) => i > 0 && time > peer[i]!).length;
}
