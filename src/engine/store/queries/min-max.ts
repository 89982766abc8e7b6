import type { SortValue } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import type { RequestOptions } from "../../collection.ts";
import type { Query } from "../../request.ts";
import type { Column } from "../columns/build-column.ts";
import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { RowList } from "../kernels/row-list.ts";
import { eachItem, type Task } from "../tasks/task.ts";
import type { MemoryQuery, MemoryRequestOptions } from "./memory-query.ts";
import { queriedMember, valueOrderOf } from "../../aggregates/queried-member.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

/** First and last value of a member in its order. */
export interface MinMax {
  readonly min: Value;
  readonly max: Value;
}

/** Returns the minimum and maximum of a member in the matching rows; undefined if all values are null. */
export function* minMax(
  state: StoreState<unknown>,
  member: string,
  query: MemoryQuery,
  options: MemoryRequestOptions = {},
): Task<MinMax | undefined> {
  const { filter, locale } = state.read(query, options);
  const queried = queriedMember(state.catalog, member, "order");
  const sortBy = valueOrderOf(member, queried);
  const { keys } = state.orders.valuesOf(sortBy, state.contextOf(sortBy, locale));
  const column = yield* state.columns.build(queried.member, queried.checked);
  return yield* state.selection.selectBitmap(filter, locale, (selected) =>
    minMaxOf(selected, state.columns.rows, column, keys[0]!),
  );
}

export async function requestMinMax(
  requests: StoreRequests<unknown>,
  member: string,
  query: Query,
  options: RequestOptions = {},
): Promise<{ readonly ok: true; readonly minMax: MinMax | undefined }> {
  const range = await requests.run(requests.read(query, options), options, (state, parts, { locale }) =>
    minMax(state, member, parts, { locale }),
  );
  return { ok: true, minMax: range };
}

/**
 * Returns the minimum and maximum in the selected rows. Of equal values, the minimum is that of the first row, the
 * maximum that of the last row.
 */
function* minMaxOf(
  selected: Slab,
  rows: RowList,
  column: Column | undefined,
  { read, order }: SortValue,
): Task<MinMax | undefined> {
  const readAt = (row: number) => read(rows.at(row));
  // A new visitor is made in each step, because growing memory detaches the visitor's arrays.
  const visitSelected = (visitor: () => (row: number) => void) =>
    eachSelectedRow(rows.length, () => ({ bits: selected.u32(), visit: visitor() }));
  if (column?.kind === "dictionary") {
    const { values } = column;
    const firsts = new Uint32Array(values.length).fill(NONE);
    const lasts = new Uint32Array(values.length);
    yield* visitSelected(() => {
      const codes = typedCodes(column.codes);
      return (row) => {
        const code = codes[row]!;
        if (firsts[code] === NONE) firsts[code] = row;
        lasts[code] = row;
      };
    });
    const range = new MinMaxRows((a, b) => order(column.valueAt(a), column.valueAt(b)));
    yield* eachItem(values.length, (code) => {
      if (code > 0 && firsts[code] !== NONE) range.add(firsts[code]!, lasts[code]!);
    });
    return range.values((row) => column.valueAt(row));
  }
  if (column?.kind === "numbers" && column.exceptions.length === 0) {
    const range = new MinMaxRows((a, b) => column.numberAt(a) - column.numberAt(b));
    yield* visitSelected(() => {
      const numberAt = column.reader();
      return (row) => {
        if (!Number.isNaN(numberAt(row))) range.add(row, row);
      };
    });
    return range.values(readAt);
  }
  const valueAt = column?.kind === "strings" ? (row: number): Value => column.valueAt(row) : readAt;
  const range = new MinMaxRows((a, b) => order(valueAt(a), valueAt(b)));
  yield* visitSelected(() => (row) => {
    if (valueAt(row) !== null) range.add(row, row);
  });
  return range.values(valueAt);
}

/** Represents a missing row number. Greater than every row number. */
const NONE = 0xffff_ffff;

class MinMaxRows {
  readonly #order: (a: number, b: number) => number;
  #min = NONE;
  #max = NONE;

  constructor(order: (a: number, b: number) => number) {
    this.#order = order;
  }

  /** Adds a value by the numbers of its first and last row. */
  add(first: number, last: number): void {
    if (this.#min === NONE) {
      this.#min = first;
      this.#max = last;
      return;
    }
    const toMin = this.#order(first, this.#min);
    if (toMin < 0 || (toMin === 0 && first < this.#min)) this.#min = first;
    const toMax = this.#order(last, this.#max);
    if (toMax > 0 || (toMax === 0 && last > this.#max)) this.#max = last;
  }

  values(valueAt: (row: number) => Value): MinMax | undefined {
    return this.#min === NONE ? undefined : { min: valueAt(this.#min), max: valueAt(this.#max) };
  }
}
