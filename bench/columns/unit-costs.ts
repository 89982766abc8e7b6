import { check, checkSortBy } from "../../src/checker/check.ts";
import { getCollator } from "../../src/collation/collator.ts";
import { prefixOrder } from "../../src/collation/order/sort-prefix.ts";
import { chooseKernels, createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { ItemRanks } from "../../src/engine/store/columns/item-ranks.ts";
import { NumberColumn } from "../../src/engine/store/columns/number-column.ts";
import { StringColumn } from "../../src/engine/store/columns/string-column.ts";
import { bitmapBytes } from "../../src/engine/store/kernels/kernels.ts";
import type { NumberKey } from "../../src/engine/store/kernels/order-key.ts";
import { ArrayRowList } from "../../src/engine/store/kernels/row-list.ts";
import { scanFirstRows } from "../../src/engine/store/order/first-rows.ts";
import { sampleOf } from "../../src/engine/store/order/near-page/row-samples.ts";
import { rowsNearPage } from "../../src/engine/store/order/near-page/rows-near-page.ts";
import { walkIndex } from "../../src/engine/store/order/path-index-walk.ts";
import { stringOrder } from "../../src/engine/store/order/string-keys.ts";
import { Ranges, SortedGroups } from "../../src/engine/store/sorting/sort-groups.ts";
import { StringWords } from "../../src/engine/store/sorting/string-words.ts";
import { sortTask } from "../../src/engine/store/tasks/sort-task.ts";
import { valueOrder } from "../../src/engine/store/members/value-order.ts";
import { runNow } from "../../src/engine/store/tasks/task.ts";
import { UNIT_COSTS, type UnitCosts } from "../../src/engine/store/tasks/unit-costs.ts";
import { compileSortValues } from "../../src/evaluator/comparator.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { makeRows } from "../evaluate/rows.ts";
import { progress, shuffled as shuffle } from "../harness.ts";
import { digits } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import { rowCatalog } from "../row-catalog.ts";

const NANOSECONDS_PER_UNIT = 10;
const RUNS = 5;

/** Steps of one kind: their number, and the work that is timed. What `prepare` returns is not. */
type Steps = readonly [steps: number, work: () => unknown];

/** Measures the unit costs by which the planner chooses. Prints the measured ones and those that it uses. */
export function runUnitCosts({ quick }: PartOptions): PartResult {
  const count = quick ? 65_536 : 1_048_576;
  progress(`memory-units: ${count.toLocaleString("en")} rows`);
  const measured = Object.entries(stepsOf(count)).flatMap(([unit, steps]) =>
    Object.entries(steps).map(([step, prepare]) => {
      const used = UNIT_COSTS[unit as keyof UnitCosts];
      const costs = Array.from({ length: RUNS }, () => costOf(prepare()));
      return { unit, step, used, cost: Math.min(...costs) / NANOSECONDS_PER_UNIT };
    }),
  );
  return {
    tables: [
      {
        name: "memory-units",
        title: `Unit costs of the planner, ${count.toLocaleString("en")} rows`,
        note:
          `In units of ${NANOSECONDS_PER_UNIT} nanoseconds. The planner compares access paths by the costs in its table; ` +
          `the shortest of ${RUNS} runs is measured.`,
        columns: ["step", "used", "measured", "measured / used"],
        rows: measured.map(({ unit, step, used, cost }) => ({
          name: `${unit}: ${step}`,
          ours: true,
          cells: [digits(used), digits(cost), digits(cost / used)],
        })),
      },
    ],
    goals: [
      atMost(
        "factor between a cost that the planner uses and the measured one",
        Math.max(...measured.map(({ used, cost }) => Math.max(used / cost, cost / used))),
        MAX_FACTOR,
      ),
    ],
  };
}

/** Processors differ about this much. */
const MAX_FACTOR = 2.5;

/** Returns the nanoseconds of one step. */
function costOf([steps, work]: Steps): number {
  const begun = performance.now();
  work();
  return ((performance.now() - begun) * 1e6) / steps;
}

function stepsOf(count: number): Readonly<Record<keyof UnitCosts, Readonly<Record<string, () => Steps>>>> {
  const rows = makeRows(count);
  const list = new ArrayRowList([...rows]);
  const kernels = chooseKernels("wasm");
  const allRows = Uint32Array.from(rows, (_, row) => row);
  const shuffled = Uint32Array.from(shuffle(count, 1));
  const selected = kernels.allocate(bitmapBytes(count));
  const out = kernels.allocate(bitmapBytes(count));
  const numbers = new NumberColumn(kernels, "number", "number", count);
  numbers.append(rows.map(({ score }) => score));
  const strings = new StringColumn(kernels, count);
  strings.append(rows.map(({ description }) => description));
  runNow(strings.write());
  const encoded = strings.written!;
  const bytes = encoded.starts.u32()[count]!;
  const key: NumberKey = { kind: "numbers", ...numbers.key(), isDescending: false };
  const order = prefixOrder("tertiary", "en")!;
  const codes = { slab: kernels.allocate(count * 4), width: 4, rows: count, count } as const;
  codes.slab.u32().set(shuffled);
  const bySize = compileSortValues(checkSortBy(parseSortBy("size").expression!, rowCatalog).sortBy!);
  const filterOf = (text: string) => ({ filter: check(parseFilter(text).expression!, rowCatalog).filter! });
  const select = (isSelected: (row: number) => boolean) => {
    const bits = selected.u32().fill(0);
    for (let row = 0; row < count; row++) if (isSelected(row)) bits[row >>> 5]! |= 1 << (row & 31);
  };
  /** Builds the column of a member for a new collection. */
  const written = (member: string) => (): Steps => {
    const collection = createCollection(rows, { catalog: rowCatalog, locale: "en" });
    return [count, () => collection.count(filterOf(`isNull(${member})`))];
  };
  const groups = () => runNow(SortedGroups.create(count));
  const stringWords = () => {
    const source = { encoded: () => encoded, isNull: () => false, illFormed: [], order };
    return new StringWords(source, count, false);
  };
  const open = () => ({ partial: new Ranges(), equal: new Ranges(), compared: new Ranges(), undecided: [] });
  return {
    setUp: {
      "a request to 64 rows": () => {
        const few = createCollection(rows.slice(0, 64), { catalog: rowCatalog, locale: "en" });
        few.count(filterOf("gt(size,0)"));
        const filters = Array.from({ length: 1000 }, (_, i) => filterOf(`gt(size,${i})`));
        return [filters.length, () => filters.forEach((filter) => few.count(filter))];
      },
    },
    readValue: {
      "a row": () => [count, () => runNow(scanFirstRows({ list: shuffled }, list, bySize, 20))],
      "a string, searched with collation": () => {
        const { contains } = getCollator("primary", "en");
        const texts = rows.slice(0, 10_000).map(({ description }) => description);
        return [texts.length, () => texts.forEach((text) => contains(text, "zq7"))];
      },
    },
    comparison: {
      "two strings": () => {
        const byString = stringOrder(strings, valueOrder("tertiary", "en"));
        let compared = 0;
        const some = shuffled.slice(0, count / 16);
        runNow(sortTask(some.slice(), (a, b) => (compared++, byString(a, b))));
        return [compared, () => runNow(sortTask(some.slice(), byString))];
      },
    },
    columnRow: {
      "a row": () => {
        select(() => true);
        return [count, () => kernels.codesBetween(codes, count / 3, count / 2, selected, out, false)];
      },
    },
    walkedRow: {
      "a row": () => {
        select((row) => row === 0);
        const walk = { count: 1, start: 0, limit: 1, maxSteps: count };
        return [shuffled.indexOf(0) + 1, () => runNow(walkIndex(shuffled, () => selected.u32(), walk))];
      },
    },
    listedRow: {
      "a row": () => {
        const few = allRows.filter((row) => row % 16 === 0);
        return [few.length, () => rowsNearPage(few, key, few.length >> 1, 20)];
      },
    },
    placedNumber: {
      "in a sample": () => {
        select(() => true);
        const size = Math.floor(count / 100);
        return [size, () => runNow(sampleOf(key, selected, count, count, size))];
      },
      "in an index": () => {
        numbers.index().release();
        return [count, () => runNow(numbers.index().keepBuilt())];
      },
      "among ranks": () => {
        const byValue = (a: number, b: number) => shuffled[a]! - shuffled[b]!;
        const ranks = new ItemRanks(() => count, byValue, 0, kernels.budget);
        return [count * Math.log2(count), () => runNow(ranks.prepare())];
      },
    },
    sortedWord: {
      reading: () => {
        const source = stringWords();
        return [count, () => runNow(source.next(undefined))];
      },
      sorting: () => {
        const sorted = groups();
        const sortable = { words: shuffled, kindOf: () => "equal" as const };
        return [count, () => runNow(sorted.sortByWords(Ranges.of(0, count), sortable, open()))];
      },
    },
    searchedByte: {
      "a byte": () => [bytes, () => kernels.find(encoded, strings.searchString("zq7", "anywhere"), out)],
    },
    searchedString: {
      "a string": () => {
        select(() => true);
        const all = { from: 0, end: count };
        const search = strings.searchString("zq7", "anywhere");
        return [count, () => kernels.findAmong(encoded, search, selected, all)];
      },
    },
    writtenNumber: {
      "a number": written("score"),
      "a code": written("state"),
      "a sort prefix": () => {
        const fresh = new StringColumn(kernels, count);
        fresh.append(rows.map(({ description }) => description));
        return [count, () => runNow(fresh.prefixes(order).write(count, undefined))];
      },
    },
    writtenString: {
      "a string": written("description"),
    },
  };
}
