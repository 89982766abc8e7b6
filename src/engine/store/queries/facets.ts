import type { RequestOptions } from "../../collection.ts";
import { requireRows, type Query } from "../../request.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { Value } from "../../../values/types.ts";
import { countValue, countWork } from "../../../values/work.ts";
import type { Column } from "../columns/build-column.ts";
import type { ListColumn } from "../columns/list-column.ts";
import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { RowList } from "../kernels/row-list.ts";
import { identityKey } from "../../aggregates/value-identity.ts";
import { ShardedMap } from "../../../values/sharded-map.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachItem, numbersBetween, type Task } from "../tasks/task.ts";
import type { MemoryQuery, MemoryRequestOptions } from "./memory-query.ts";
import { queriedMember, type QueriedMember } from "../../aggregates/queried-member.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

export interface FacetOptions extends MemoryRequestOptions {
  /** Maximum number of returned values. Default 100. */
  readonly limit?: number | undefined;
}

/** A distinct value and the number of rows that have it. */
export interface Facet {
  readonly value: Value;
  readonly count: number;
}

export interface Facets {
  /** Distinct values, most frequent first; equally frequent values in the order of their first rows. */
  readonly values: readonly Facet[];
  /** Number of distinct values, including those beyond `limit`. */
  readonly distinct: number;
  /** Number of rows without a value. */
  readonly nulls: number;
}

export function* facets(
  state: StoreState<unknown>,
  member: string,
  query: MemoryQuery,
  options: FacetOptions = {},
): Task<Facets> {
  const { filter, locale } = state.read(query, options);
  const limit = requireRows("limit", ownProperties(options).limit ?? 100);
  const queried = queriedMember(state.catalog, member, "values");
  const column = yield* state.columns.build(queried.member, queried.checked);
  return yield* state.selection.selectBitmap(filter, locale, (selected) =>
    countFacets(selected, state.columns.rows, queried, column, limit),
  );
}

export async function requestFacets(
  requests: StoreRequests<unknown>,
  member: string,
  query: Query,
  options: RequestOptions & Pick<FacetOptions, "limit"> = {},
): Promise<{ readonly ok: true } & Facets> {
  const { limit } = ownProperties(options);
  const request = requests.read(query, options);
  const result = await requests.run(request, options, (state, parts, { locale }) =>
    facets(state, member, parts, { locale, limit }),
  );
  return { ok: true, ...result };
}

/** Counts the values of a member in the selected rows. Each distinct element of a list counts once per row. */
function* countFacets(
  selected: Slab,
  rows: RowList,
  queried: QueriedMember,
  column: Column | undefined,
  limit: number,
): Task<Facets> {
  const counts = new Counts();
  const visitor = yield* visitorOf(rows, queried, column, counts);
  yield* eachSelectedRow(rows.length, () => ({ bits: selected.u32(), visit: visitor() }));
  const { values, nulls } = counts;
  const positions = yield* numbersBetween(0, values.length);
  const sorted = yield* sortTask(positions, (a, b) => values[b]!.count - values[a]!.count);
  const first = Array.from(sorted.subarray(0, limit), (position) => values[position]!);
  return { values: first, distinct: values.length, nulls };
}

/**
 * Returns a function that makes a row visitor, which counts values. Call it in each step, because growing memory
 * detaches the visitor's arrays.
 */
function* visitorOf(
  rows: RowList,
  { member: { type }, read }: QueriedMember,
  column: Column | undefined,
  counts: Counts,
): Task<() => (row: number) => void> {
  const readAt = (row: number) => {
    const value = read(rows.at(row));
    countValue(value);
    return value;
  };
  switch (column?.kind) {
    case "dictionary":
      return () => {
        const codes = typedCodes(column.codes);
        return (row) => counts.add(codes[row] === 0 ? undefined : codes[row], () => column.valueAt(row));
      };
    case "strings":
      return () => (row) => counts.add(column.valueAt(row) ?? undefined, () => column.valueAt(row));
    case "numbers": {
      const exceptions = new Set(column.exceptions);
      return () => {
        const numberAt = column.reader();
        return (row) => {
          const number = numberAt(row);
          const isNumber = number === number;
          const key = isNumber
            ? number
            : exceptions.has(row)
              ? identityKey(readAt(row), type.type)
              : undefined;
          counts.add(key, () => readAt(row));
        };
      };
    }
    case "lists": {
      const count = yield* elementCounter(column, type.type === "list" ? type.items.type : "", counts);
      return () => count;
    }
    case "maps":
    case undefined:
      return () => (row) => counts.add(identityKey(readAt(row), type.type), () => readAt(row));
  }
}

/**
 * Returns a visitor that counts list elements. Distinct codes can be equal elements, such as one instant in two time
 * zones.
 */
function* elementCounter(column: ListColumn, type: string, counts: Counts): Task<(row: number) => void> {
  const { values } = column;
  const codesByIdentity = new ShardedMap<unknown, number>();
  /** First code of an equal element, by code; 0 for null. */
  const firstCodes = new Uint32Array(values.length);
  yield* eachItem(values.length, (code) => {
    countValue(values[code]);
    countWork(UNITS_PER_COUNT);
    const identity = identityKey(values[code]!, type);
    if (identity === undefined) return;
    const firstCode = codesByIdentity.get(identity);
    if (firstCode === undefined) codesByIdentity.set(identity, code);
    firstCodes[code] = firstCode ?? code;
  });
  /** Number of the last row with the element plus 1, by code. A set for each row would take longer. */
  const lastRows = new Uint32Array(values.length);
  const counted = new ShardedMap<number, Counted>();
  return (row) => {
    if (column.isNull(row)) counts.nulls++;
    const codes = column.codesAt(row);
    countWork(codes.length);
    for (const elementCode of codes) {
      const code = firstCodes[elementCode]!;
      if (code === 0 || lastRows[code] === row + 1) continue;
      const isNew = lastRows[code] === 0;
      lastRows[code] = row + 1;
      countWork(UNITS_PER_COUNT);
      if (isNew) counted.set(code, counts.addNew(values[code]!));
      else counted.get(code)!.count++;
    }
  };
}

interface Counted {
  readonly value: Value;
  count: number;
}

/** Number of rows per value, in the order of first occurrence. */
class Counts {
  readonly values: Counted[] = [];
  readonly #countedByKey = new ShardedMap<unknown, Counted>();
  nulls = 0;

  /** @param key identity of the value; undefined for null */
  add(key: unknown, value: () => Value): void {
    countWork(UNITS_PER_COUNT);
    if (key === undefined) {
      this.nulls++;
      return;
    }
    const counted = this.#countedByKey.get(key);
    if (counted === undefined) this.#countedByKey.set(key, this.addNew(value()));
    else counted.count++;
  }

  /** Adds a value that was not counted before, once. */
  addNew(value: Value): Counted {
    const counted = { value, count: 1 };
    this.values.push(counted);
    return counted;
  }
}

/** Work of finding a value among the counted ones. */
const UNITS_PER_COUNT = 10;
