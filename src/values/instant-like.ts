import { formatInstant, type Instant } from "./instant.ts";

/*
 * Instants that programs hold as objects, for those who build expressions: `Date`, Temporal and Luxon. They are known
 * by what they can do, not by their class, since another copy of a library or another realm has another class.
 * Rows are never read this way: nothing of a row is ever called.
 */

/**
 * The instant of a `Date`, of a Temporal `Instant` or `ZonedDateTime`, or of a Luxon `DateTime`; undefined for
 * anything else, for an invalid date, and outside of the years 0001 to 9999.
 *
 * @example instantOf(new Date(1500)) // { milliseconds: 1500, nanoseconds: 0 }
 */
export function instantOf(value: unknown): Instant | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const instant = fromDate(value) ?? fromTemporal(value) ?? fromLuxon(value);
  return instant !== undefined && isWritable(instant) ? instant : undefined;
}

/**
 * The date-time literal of what `instantOf` accepts.
 *
 * @example dateTimeText(new Date(1500)) // "1970-01-01T00:00:01.500Z"
 */
export function dateTimeText(value: unknown): string | undefined {
  const instant = instantOf(value);
  return instant && formatInstant(instant, "dateTime");
}

function fromDate(value: object): Instant | undefined {
  try {
    return ofMilliseconds(Date.prototype.getTime.call(value));
  } catch {
    return undefined; // no Date of any realm
  }
}

function fromTemporal(value: object): Instant | undefined {
  const { epochNanoseconds, epochMilliseconds } = value as {
    readonly epochNanoseconds?: unknown;
    readonly epochMilliseconds?: unknown;
  };
  if (typeof epochNanoseconds === "bigint") {
    const nanoseconds = Number(((epochNanoseconds % MILLION) + MILLION) % MILLION);
    return { milliseconds: Number((epochNanoseconds - BigInt(nanoseconds)) / MILLION), nanoseconds };
  }
  return typeof epochMilliseconds === "number" ? ofMilliseconds(epochMilliseconds) : undefined;
}

function fromLuxon(value: object): Instant | undefined {
  const candidate = value as { readonly toMillis?: unknown };
  if (typeof candidate.toMillis !== "function") return undefined;
  const milliseconds: unknown = (value as { toMillis(): unknown }).toMillis();
  return typeof milliseconds === "number" ? ofMilliseconds(milliseconds) : undefined;
}

function ofMilliseconds(milliseconds: number): Instant | undefined {
  return Number.isInteger(milliseconds) ? { milliseconds, nanoseconds: 0 } : undefined;
}

/** Whether the language has a literal for the instant. */
function isWritable({ milliseconds }: Instant): boolean {
  return milliseconds >= EARLIEST && milliseconds <= LATEST;
}

const MILLION = 1_000_000n;
const EARLIEST = -62_135_596_800_000; // 0001-01-01T00:00:00Z
const LATEST = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z
