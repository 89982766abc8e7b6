import { check } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/memory/collection.ts";
import type { MemoryCollection } from "../../src/engine/memory/collection-types.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { makeQueries, type Condition, type Query } from "../evaluate/queries.ts";
import { toOurs } from "../evaluate/languages.ts";
import { makeRows, type Row } from "../evaluate/rows.ts";
import {
  compare,
  geometricMean,
  progress,
  requireEqual,
  sink,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, Table, TableRow } from "../parts.ts";
import { rowCatalog } from "../row-catalog.ts";
import { makeFloor, type Floor } from "./floor.ts";
import { measureOrders } from "./orders.ts";

/** The bytes of a column for each row, as one would store it by hand; of the texts for search, all of them. */
const WIDTHS: Readonly<Record<string, number>> = {
  name: 2,
  createdBy: 1,
  state: 1,
  size: 4,
  score: 8,
  modifiedTimeStamp: 8,
  "owner.city": 1,
};

const FLOOR = "reading the columns once";
const LOOP = "loop written by hand";

/** Filters and pages over columns that are ready, beside reading them once and beside loops written by hand. */
export async function runColumns({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`columns: making ${count} rows`);
  const rows = makeRows(count);
  const rounds = quick ? 3 : 7;
  const queries = makeQueries([rows[500]!.name, rows[7]!.name, rows[77]!.name]);
  const collections = [
    ["tamis", createCollection(rows, { catalog: rowCatalog, kernels: "wasm" })],
    ["tamis without WebAssembly", createCollection(rows, { catalog: rowCatalog, kernels: "plain" })],
  ] as const;
  const text = rows.reduce((bytes, { description }) => bytes + Buffer.byteLength(description) + 1, 0);
  const floor = await makeFloor({
    ...Object.fromEntries(Object.entries(WIDTHS).map(([member, bytes]) => [member, bytes * count])),
    description: text,
  });
  const measured: Record<string, readonly Measured[]> = {};
  for (const query of queries) {
    const expected = query.loop(rows);
    progress(`columns: ${query.name}, ${expected} matches`);
    const bytes = (member: string) => (member === "description" ? text : WIDTHS[member]! * count);
    measured[query.name] = await compare(
      [
        floorOf(query, floor, bytes),
        ...collections.map((each) => enter(query, each, expected)),
        loopOf(query, rows),
      ],
      { rounds, sampleMilliseconds: 2 },
    );
  }
  const orders = await measureOrders(rows, collections[0][1], rounds);
  const means = meansOf(measured);
  return {
    tables: [tableOf(measured, means, count), ...orders.tables],
    goals: [...goalsOf(measured, means), ...orders.goals],
    measured: { ...measured, ...orders.measured },
  };
}

function floorOf({ condition }: Query, floor: Floor, bytes: (member: string) => number): Contestant {
  const members = [...new Set(membersOf(condition))];
  return {
    name: FLOOR,
    run: (times) => {
      for (let i = 0; i < times; i++)
        for (const member of members) sink.value = floor.read(member, bytes(member));
    },
  };
}

function membersOf(condition: Condition): string[] {
  return "parts" in condition ? condition.parts.flatMap(membersOf) : [condition.member];
}

function enter(
  { name: query, condition }: Query,
  [name, collection]: readonly [string, MemoryCollection<Row>],
  expected: number,
): Contestant {
  const { filter } = check(parseFilter(toOurs(condition)).expression!, rowCatalog);
  requireEqual(`${query}: ${name}`, expected, collection.count({ filter }));
  return {
    name,
    run: (times) => {
      for (let i = 0; i < times; i++) sink.value = collection.count({ filter });
    },
  };
}

function loopOf({ loop }: Query, rows: readonly Row[]): Contestant {
  return {
    name: LOOP,
    run: (times) => {
      for (let i = 0; i < times; i++) sink.value = loop(rows);
    },
  };
}

/** The geometric mean of the ratios to the floor, for each contestant. */
function meansOf(measured: Readonly<Record<string, readonly Measured[]>>): ReadonlyMap<string, number> {
  const all = Object.values(measured);
  return new Map(
    all[0]!.map(({ name }) => [
      name,
      geometricMean(all.map((each) => each.find((one) => one.name === name)!.ratio.median)),
    ]),
  );
}

function tableOf(
  measured: Readonly<Record<string, readonly Measured[]>>,
  means: ReadonlyMap<string, number>,
  count: number,
): Table {
  const queries = Object.keys(measured);
  const rows = [...means].map(([name, mean]): TableRow => {
    const found = queries.map((query) => measured[query]!.find((each) => each.name === name)!);
    return {
      name,
      ours: name.startsWith("tamis"),
      cells: [
        ...found.map((each) => `${duration(each.milliseconds.median)}, ${ratio(each.ratio.median)}`),
        ratio(mean),
      ],
      value: mean,
    };
  });
  return {
    name: "columns",
    title: `Filter ${count.toLocaleString("en")} rows by columns that are ready`,
    note: "Time and ratio to reading the columns that the filter names once, in the same round; last, the geometric mean of the ratios.",
    columns: [...queries, "mean ratio"],
    rows,
    chart: {
      title: `Time to filter ${count.toLocaleString("en")} rows by columns, ten filters`,
      unit: "× reading the columns once",
    },
  };
}

function goalsOf(
  measured: Readonly<Record<string, readonly Measured[]>>,
  means: ReadonlyMap<string, number>,
): Goal[] {
  const ours = (query: string) => measured[query]!.find(({ name }) => name === "tamis")!.ratio.median;
  return [
    ...["q1_eq", "q1b_eqLow", "q6_range"].map((query) => ({
      name: `${query}, against reading the columns once`,
      reached: ours(query),
      atMost: 2.5,
      unit: "x",
    })),
    {
      name: "ten filters, against reading the columns once",
      reached: means.get("tamis")!,
      atMost: 6,
      unit: "x",
    },
    {
      name: "q4_contains, against reading the texts once",
      reached: ours("q4_contains"),
      atMost: 5,
      unit: "x",
    },
    {
      name: "ten filters, against the loop written by hand",
      reached: means.get("tamis")! / means.get(LOOP)!,
      atMost: 1 / 60,
      unit: "x",
    },
  ];
}
