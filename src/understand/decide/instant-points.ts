import {
  formatInstant,
  isInstantValue,
  LAST_DATE,
  FIRST_DATE,
  parseTemporal,
  type Instant,
  type TemporalType,
} from "../../values/instant.ts";
import { DAY_IN_MILLISECONDS } from "../../values/calendar.ts";

/** Returns an instant in nanoseconds since 1970, or since midnight for times. */
export function instantNanoseconds({ milliseconds, nanoseconds }: Instant): bigint {
  return BigInt(milliseconds) * 1_000_000n + BigInt(nanoseconds);
}

export function instantOfLiteral(type: TemporalType, text: string): bigint | undefined {
  const instant = parseTemporal(type, text);
  return instant && instantNanoseconds(instant);
}

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const MILLISECOND = 1_000_000n;
const MAXIMUM_ZONE = 18n * 3_600n * SECOND;
const FIRST_MIDNIGHT = BigInt(FIRST_DATE) * MILLISECOND;
const LAST_MIDNIGHT = BigInt(LAST_DATE) * MILLISECOND;
/** The first and the last value of each type, in UTC and in the farthest zones. */
const ENDS: Readonly<Record<TemporalType, readonly bigint[]>> = {
  date: [FIRST_MIDNIGHT, LAST_MIDNIGHT],
  time: [0n, DAY, -MAXIMUM_ZONE, DAY + MAXIMUM_ZONE],
  dateTime: [
    FIRST_MIDNIGHT,
    LAST_MIDNIGHT + DAY - MILLISECOND,
    FIRST_MIDNIGHT - MAXIMUM_ZONE,
    LAST_MIDNIGHT + DAY + MAXIMUM_ZONE,
  ],
};

/** An instant, as values that a row can have. It represents all instants of its part of the time line. */
export interface InstantPoint {
  readonly instant: bigint;
  /** A string, if one can express the instant. */
  readonly text: string | undefined;
  /** A `Date`, for dates and date-times of whole milliseconds. */
  readonly date: Date | undefined;
}

/**
 * Returns the constants, and instants of each part into which they divide the time line. A part has an instant with a string and
 * one with a `Date`, if there are such instants in it.
 */
export function instantPoints(constants: readonly bigint[], type: TemporalType): readonly InstantPoint[] {
  const sorted = [...new Set(constants)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const points: InstantPoint[] = [];
  const addGap = (low: bigint | undefined, high: bigint | undefined) => {
    const inside = [...candidates(low, high), ...ENDS[type]]
      .filter((instant) => (low === undefined || instant > low) && (high === undefined || instant < high))
      .map((instant) => pointAt(instant, type));
    // The first candidates are the roundest ones, which are easiest to read in a counterexample.
    const texts = inside.filter(({ text }) => text !== undefined).slice(0, 2);
    const dates = inside.filter(({ date }) => date !== undefined).slice(0, 1);
    points.push(...new Set([...texts, ...dates]));
  };
  addGap(undefined, sorted.at(0));
  for (const [i, instant] of sorted.entries()) {
    points.push(pointAt(instant, type));
    addGap(instant, sorted.at(i + 1));
  }
  return points.filter(({ text, date }) => text !== undefined || date !== undefined);
}

/** Returns instants near the bounds of a gap. They include a whole day, millisecond and nanosecond in it, if there is one. */
function candidates(low: bigint | undefined, high: bigint | undefined): readonly bigint[] {
  const instants: bigint[] = low === undefined && high === undefined ? [18_262n * DAY, SECOND, 0n] : [];
  if (low !== undefined)
    instants.push(
      floor(low, DAY) + DAY,
      floor(low, SECOND) + SECOND,
      floor(low, MILLISECOND) + MILLISECOND,
      low + 1n,
    );
  if (high !== undefined)
    instants.push(
      ceil(high, DAY) - DAY,
      ceil(high, SECOND) - SECOND,
      ceil(high, MILLISECOND) - MILLISECOND,
      high - 1n,
    );
  return instants;
}

function pointAt(instant: bigint, type: TemporalType): InstantPoint {
  const date =
    type === "dateTime" && instant % MILLISECOND === 0n && isInstantValue(Number(instant / MILLISECOND))
      ? new Date(Number(instant / MILLISECOND))
      : undefined;
  return { instant, text: textOf(instant, type), date };
}

/** Formats an instant, if the type can express it exactly. */
function textOf(instant: bigint, type: TemporalType): string | undefined {
  const milliseconds = floor(instant, MILLISECOND) / MILLISECOND;
  const nanoseconds = instant - milliseconds * MILLISECOND;
  const margin = BigInt(2 * DAY_IN_MILLISECONDS);
  const [first, last] = type === "time" ? [0n, 0n] : [BigInt(FIRST_DATE), BigInt(LAST_DATE)];
  if (milliseconds < first - margin || milliseconds > last + margin) return undefined;
  const text = formatInstant({ milliseconds: Number(milliseconds), nanoseconds: Number(nanoseconds) }, type);
  const parsed = parseTemporal(type, text);
  return parsed !== undefined && instantNanoseconds(parsed) === instant ? text : undefined;
}

function floor(value: bigint, unit: bigint): bigint {
  const remainder = value % unit;
  return value - (remainder < 0n ? remainder + unit : remainder);
}

function ceil(value: bigint, unit: bigint): bigint {
  return -floor(-value, unit);
}
