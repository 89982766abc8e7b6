import { makeColumnScan } from "../columns/column-scan.ts";
import { closeFixture } from "../columns/fixture.ts";
import { progress, randomNumbers, sink, spread, type Measured } from "../harness.ts";
import { duration } from "../numbers.ts";
import { atLeast, atMost, timeRows, type Goal, type PartOptions, type PartResult } from "../part-result.ts";
import { makeKeyedRows, seedOfRun } from "./keyed-rows.ts";
import { randomPart } from "./traffic-requests.ts";
import { openDuckdbTraffic, openTamisTraffic, type KeyedRow, type UnseenRequest } from "./traffic-stores.ts";

const ROUNDS = 5;
/** Reads of columns that a page may take: three of the first sort key's, and one of each further key's. */
const READS_OF_FIRST_KEY = 3;
const SEARCH_MILLISECONDS = 12;

interface Kind {
  readonly name: string;
  /** Makes a request with literals that no request had before. */
  readonly make: () => UnseenRequest;
  /** Makes an equally unseen request whose time is subtracted: it has the same kind of filter, and no page. */
  readonly without?: () => UnseenRequest;
  /** Columns that the page may read, in bytes. */
  readonly reads: readonly number[];
  /** Requests to one collection. More would build an index, which the next requests would use. */
  readonly requests: number;
  readonly goalOf: (measured: Measured) => Goal;
}

/**
 * Compares unseen requests of tamis with reading the columns that they need: pages by numbers and instants, and searches.
 * Compares a full sort in collated order with DuckDB.
 */
export async function runUnseen({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const count = Number(process.env["TAMIS_BENCH_UNSEEN"] ?? (quick ? 100_000 : 1_000_000));
  const seed = seedOfRun();
  progress(`memory-unseen: ${count.toLocaleString("en")} rows, seed ${seed}`);
  const rows = makeKeyedRows(count);
  const next = randomNumbers(seed);
  const text = Buffer.byteLength(rows.map(({ description }) => description).join("\n"));
  const found: Measured[] = [];
  const goals: Goal[] = [];
  for (const { name, make, without, reads, requests, goalOf } of kindsOf(rows, next, text)) {
    const [times, ratios]: [number[], number[]] = [[], []];
    // The first round warms up the program, and is not counted.
    for (let round = -1; round < ROUNDS; round++) {
      // A new collection has no index. It gets none while it serves requests, because the event loop does not turn.
      const store = await openTamisTraffic(rows, "synchronous");
      const timeOf = (request: () => UnseenRequest) =>
        meanTime(requests, () => (sink.value = store.page(request())));
      const other = without === undefined ? 0 : timeOf(without);
      const time = timeOf(make);
      // The memory is as new as the columns, and read as often: the more often memory was read, the more of it is in caches.
      const scan = await makeColumnScan({ number: count * 8, text });
      const limit = meanTime(requests, () => {
        for (const bytes of reads) sink.value = scan.read(bytes === text ? "text" : "number", bytes);
      });
      store.close();
      if (round < 0) continue;
      times.push(time);
      ratios.push((time - other) / limit);
    }
    const measured = { name, milliseconds: spread(times), ratio: spread(ratios) };
    found.push(measured);
    goals.push(goalOf(measured));
  }
  const { ours, theirs } = await measureSort(rows);
  return {
    tables: [
      {
        name: "memory-unseen",
        title: `Unseen requests to ${count.toLocaleString("en")} rows, and reading their columns`,
        note: `Each request has new literals and starts from its text. Each round has a new collection, and no order occurs twice in it, so that no index serves a request. The ratio of a page is its time without the filter, divided by the time of ${READS_OF_FIRST_KEY} reads of the column of the first sort key, and one of each further key's. The ratio of a search is the time of the request, divided by one read of the text. Times are CPU times. Reads use vectors of 64 bytes, of memory that is as new as the collection and is read as often. Seed ${seed}.`,
        columns: ["time", "ratio"],
        rows: [
          ...timeRows(found).map((row) => ({ ...row, ours: true })),
          { name: "tamis: sort of all rows by description", ours: true, cells: [duration(ours), ""] },
          {
            name: "DuckDB, 1 thread: sort of all rows by description",
            ours: false,
            cells: [duration(theirs), ""],
          },
        ],
      },
    ],
    goals: [...goals, atLeast("sort of all rows in collated order, ahead of DuckDB", theirs / ours, 3)],
  };
}

function kindsOf(rows: readonly KeyedRow[], next: () => number, text: number): Kind[] {
  const below = (end: number) => Math.floor(next() * end);
  const part = (text: string, length: number) => randomPart(text, length, below);
  const search = (filter: () => string) => () => ({ filter: filter(), sortBy: "size", start: 0 });
  const numbers = rows.length * 4;
  // Instants in milliseconds over six years need doubles.
  const instants = rows.length * 8;
  // No two pages have the same order, so that no sorted index of it is worth its cost. Few rows need the later keys.
  let order = 0;
  const pageOf = (sortBy: string, start = 0) => ({
    filter: `gt(score,${next() * 10})`,
    sortBy: `${sortBy},${LATER_KEYS[order++ % LATER_KEYS.length]!}`,
    start,
  });
  // Few rows match, so that finding the page takes no time.
  const without = () => ({ filter: `lt(score,${next() / 1e6})`, sortBy: "size", start: 0 });
  const kind = (sortBy: string, isDeep: boolean, others: number, first = numbers): Kind => ({
    name: `${isDeep ? "later" : "first"} page by ${sortBy}`,
    make: () => pageOf(sortBy, isDeep ? below(rows.length / 2) : 0),
    without,
    requests: REQUESTS,
    goalOf: (each) => atMost(`${each.name}, against the allowed reads of columns`, each.ratio.median, 1),
    reads: [...Array<number>(READS_OF_FIRST_KEY).fill(first), ...Array<number>(others).fill(numbers)],
  });
  return [
    kind("size", false, 1),
    kind("modifiedTimeStamp:descending", true, 1, instants),
    kind("state,size", false, 2),
    {
      name: "contains at primary strength",
      make: search(() => `contains($primary,name,'${part(rows[below(rows.length)]!.name, 3 + below(3))}')`),
      requests: REQUESTS,
      reads: [numbers],
      goalOf: ({ name, milliseconds }) =>
        atMost(`${name}, unseen`, milliseconds.median, SEARCH_MILLISECONDS, "ms"),
    },
    {
      name: "contains in free text",
      make: search(
        () => `contains(description,'${part(rows[below(rows.length)]!.description, 8 + below(8))}')`,
      ),
      requests: TEXT_SEARCHES,
      reads: [text],
      goalOf: ({ name, ratio }) => atMost(`${name}, unseen, against one read of the text`, ratio.median, 2),
    },
  ];
}

/** All orders of some members. They are more than a collection remembers. */
const LATER_KEYS = permutations(["score", "createdBy", "name", "owner.city", "description"]).map((keys) =>
  keys.join(),
);

function permutations(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

const REQUESTS = 100;
const TEXT_SEARCHES = 12;

/** Returns the mean CPU time of `work` in this thread, in milliseconds, over a number of calls. */
function meanTime(calls: number, work: () => unknown): number {
  const start = process.threadCpuUsage();
  for (let call = 0; call < calls; call++) work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000 / calls;
}

/** Returns the CPU time of this process, all threads included, in milliseconds. */
async function processTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  sink.value = await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Sorts all rows by their descriptions, which are all different, in a new collection and in DuckDB with one thread. */
async function measureSort(rows: readonly KeyedRow[]) {
  const tamis = await openTamisTraffic(rows, "synchronous");
  const ours = await processTimeOf(() => tamis.sortAll("description"));
  tamis.close();
  const duckdb = await openDuckdbTraffic(rows, 1);
  const theirs = await processTimeOf(() => duckdb.sortAll("description COLLATE en"));
  duckdb.close();
  return { ours, theirs };
}
