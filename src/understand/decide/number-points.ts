import { nextDouble, previousDouble } from "../../values/adjacent-doubles.ts";

type Numeric = number | bigint;

/** A number that represents one part of the number line: a constant, or the numbers between two neighboring constants. */
export interface NumberPoint {
  readonly value: Numeric;
  /** Whether the number is the only one in its part, and has one string form. */
  readonly isOnly: boolean;
}

export interface NumberRange {
  readonly isWhole: boolean;
  /** Whether the values are numbers within ±(2^53-1). */
  readonly isSafe: boolean;
  readonly minimum: Numeric | undefined;
}

/** Returns up to three numbers of each part into which the constants divide the range. */
export function numberPoints(constants: readonly Numeric[], range: NumberRange): readonly NumberPoint[] {
  const sorted = distinct(constants);
  const points: NumberPoint[] = [];
  const addGap = (low: Numeric | undefined, high: Numeric | undefined) => {
    const inside = [...candidates(low, high, range.isWhole), ...endsOf(range)].filter(
      (value) =>
        (low === undefined || value > low) && (high === undefined || value < high) && isInRange(value, range),
    );
    for (const value of distinct(inside).slice(0, 3)) points.push({ value, isOnly: false });
  };
  addGap(undefined, sorted.at(0));
  for (const [i, value] of sorted.entries()) {
    if (isInRange(value, range)) points.push({ value, isOnly: isSimple(value) });
    addGap(value, sorted.at(i + 1));
    if (i + 1 === sorted.length) break;
  }
  return points;
}

/** Returns numbers near the bounds of a gap: integers and, unless `isWhole`, doubles. One of them is in the gap, if any number is. */
function candidates(
  low: Numeric | undefined,
  high: Numeric | undefined,
  isWhole: boolean,
): readonly Numeric[] {
  const numbers: Numeric[] = low === undefined || high === undefined ? [0, 1, -1, 2] : [];
  if (low !== undefined) numbers.push(nextInteger(low), normal(BigInt(nextInteger(low)) + 1n));
  if (high !== undefined) numbers.push(previousInteger(high), normal(BigInt(previousInteger(high)) - 1n));
  if (isWhole) return numbers;
  if (low !== undefined && high !== undefined) numbers.push((Number(low) + Number(high)) / 2);
  if (low !== undefined) numbers.push(nextDouble(Number(low)));
  if (high !== undefined) numbers.push(previousDouble(Number(high)));
  return numbers.filter((value) => typeof value === "bigint" || Number.isFinite(value));
}

/** Returns the ends of a range, which a gap between constants outside of it can contain. */
function endsOf({ isSafe, minimum }: NumberRange): readonly Numeric[] {
  return [
    ...(isSafe ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : []),
    ...(minimum === undefined ? [] : [minimum]),
  ];
}

function nextInteger(value: Numeric): Numeric {
  return normal((typeof value === "bigint" ? value : BigInt(Math.floor(value))) + 1n);
}

function previousInteger(value: Numeric): Numeric {
  return normal((typeof value === "bigint" ? value : BigInt(Math.ceil(value))) - 1n);
}

function normal(value: bigint): Numeric {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}

function isInRange(value: Numeric, { isWhole, isSafe, minimum }: NumberRange): boolean {
  if (minimum !== undefined && value < minimum) return false;
  if (isWhole && typeof value === "number" && !Number.isInteger(value)) return false;
  return !isSafe || (typeof value === "number" && Number.isSafeInteger(value));
}

function isSimple(value: Numeric): boolean {
  return typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function distinct(values: readonly Numeric[]): readonly Numeric[] {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.filter((value, i) => i === 0 || value > sorted[i - 1]!);
}
