/** A range of values from `from` until before `to`. */
export interface Bin {
  readonly label: string;
  readonly from: number | string;
  /** Exclusive. */
  readonly to: number | string;
  readonly count: number;
}

export type BinnedType = "integer" | "number" | "date" | "dateTime";

interface Counted {
  readonly value: unknown;
  readonly count: number;
}

/** Number of bins that a histogram has at most. */
const MAX_BINS = 24;
/** A histogram of fewer different values shows no more than their list. */
const MIN_DISTINCT = 5;
const DAY = 86_400_000;

/** Returns whether values of a type have a histogram. */
export function isBinned(type: string): type is BinnedType {
  return type === "integer" || type === "number" || type === "date" || type === "dateTime";
}

/** Returns bins of equal width with round bounds; months and years are equal in the calendar. */
export function binsOf(values: readonly Counted[], type: BinnedType): readonly Bin[] {
  const points = values.flatMap(({ value, count }) => {
    const at = toNumber(value, type);
    return at === undefined ? [] : [{ at, count }];
  });
  if (points.length < MIN_DISTINCT) return [];
  let min = Infinity;
  let max = -Infinity;
  for (const { at } of points) {
    if (at < min) min = at;
    if (at > max) max = at;
  }
  const bounds = boundsOf(min, max, type);
  const counts = new Array<number>(bounds.length - 1).fill(0);
  for (const { at, count } of points) counts[binOf(bounds, at)]! += count;
  return binsBetween(bounds, type, (i) => counts[i]!);
}

function binsBetween(
  bounds: readonly number[],
  type: BinnedType,
  countOf: (bin: number) => number,
): readonly Bin[] {
  return bounds.slice(1).map((to, i) => {
    const from = bounds[i]!;
    const write = (bound: number) => toText(bound, type);
    return { label: labelOf(from, to, type), from: write(from), to: write(to), count: countOf(i) };
  });
}

/** Returns empty bins from a least to a greatest value, for a source that counts their rows itself. */
export function emptyBins(min: unknown, max: unknown, type: BinnedType): readonly Bin[] {
  const [smallest, greatest] = [toNumber(min, type), toNumber(max, type)];
  if (smallest === undefined || greatest === undefined || smallest === greatest) return [];
  return binsBetween(boundsOf(smallest, greatest, type), type, () => 0);
}

function boundsOf(min: number, max: number, type: BinnedType): readonly number[] {
  return type === "integer" || type === "number"
    ? roundBounds(min, max, type)
    : calendarBounds(min, max, type);
}

function toNumber(value: unknown, type: BinnedType): number | undefined {
  const at =
    typeof value === "string" && (type === "date" || type === "dateTime")
      ? Date.parse(value)
      : typeof value === "number" || typeof value === "bigint"
        ? Number(value)
        : NaN;
  return Number.isFinite(at) ? at : undefined;
}

/** Returns the last bin that begins at or before a value. */
function binOf(bounds: readonly number[], at: number): number {
  let low = 0;
  let high = bounds.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bounds[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bounds at multiples of 1, 2 or 5 times a power of ten. */
function roundBounds(min: number, max: number, type: "integer" | "number"): readonly number[] {
  const rough = Math.max((max - min) / (MAX_BINS - 4), type === "integer" ? 1 : Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const first = Math.floor(min / step);
  const bounds: number[] = [];
  for (let i = first; bounds.length <= MAX_BINS; i++) {
    // Rounds to the digits of the step, so that the texts are short.
    bounds.push(Number((i * step).toPrecision(12)));
    if (i * step > max) break;
  }
  return bounds;
}

const UNITS = [
  ...[1, 6].map((hours) => ({ milliseconds: hours * 3_600_000, months: 0 })),
  ...[1, 7].map((days) => ({ milliseconds: days * DAY, months: 0 })),
  ...[1, 3, 12, 24, 60, 120, 240, 600, 1200].map((months) => ({ milliseconds: months * 30.4 * DAY, months })),
];

function calendarBounds(min: number, max: number, type: "date" | "dateTime"): readonly number[] {
  const minimum = Math.max((max - min) / (MAX_BINS - 2), type === "date" ? DAY : 0);
  const unit = UNITS.find(({ milliseconds }) => milliseconds >= minimum) ?? UNITS.at(-1)!;
  const bounds: number[] = [];
  let at = beginOf(min, unit);
  for (; at <= max && bounds.length < MAX_BINS; at = addUnit(at, unit)) bounds.push(at);
  return [...bounds, at];
}

type Unit = (typeof UNITS)[number];

function beginOf(at: number, { milliseconds, months }: Unit): number {
  if (months === 0) return Math.floor(at / milliseconds) * milliseconds;
  const date = new Date(at);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return startOfMonth(Math.floor(month / months) * months);
}

function addUnit(at: number, { milliseconds, months }: Unit): number {
  if (months === 0) return at + milliseconds;
  const date = new Date(at);
  return startOfMonth(date.getUTCFullYear() * 12 + date.getUTCMonth() + months);
}

/** `Date.UTC` reads years below 100 as years of the 20th century. */
function startOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  return date.getTime();
}

function toText(bound: number, type: BinnedType): number | string {
  if (type === "integer" || type === "number") return bound;
  const iso = new Date(bound).toISOString();
  return type === "date" ? iso.slice(0, 10) : iso.replace(".000Z", "Z");
}

function labelOf(from: number, to: number, type: BinnedType): string {
  if (type === "integer" && to - from === 1) return from.toLocaleString("en-US");
  const write = (bound: number) => {
    const text = toText(bound, type);
    if (typeof text === "number") return text.toLocaleString("en-US", { maximumFractionDigits: 12 });
    return to - from >= DAY ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
  };
  return `${write(from)} to ${write(to)}`;
}
