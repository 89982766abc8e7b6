import { formatInstant, type Instant } from "./instant.ts";

/*
 * Reads instants from arguments of callers. Recognizes objects by their methods: `instanceof` fails for other copies of a
 * library and other realms. Must not be used for values of rows, because no method of a row may be called.
 */

/**
 * Converts a `Date`, a Temporal `Instant` or `ZonedDateTime`, or a Luxon `DateTime`. Returns undefined for other values, for
 * invalid dates, and outside the years 0001 to 9999.
 *
 * @example instantOf(new Date(1500)) // { milliseconds: 1500, nanoseconds: 0 }
 */
export function instantOf(value: unknown): Instant | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const instant = fromDate(value) ?? fromTemporal(value) ?? fromLuxon(value);
  return instant !== undefined && isWritable(instant) ? instant : undefined;
}

/** @example dateTimeLiteral(new Date(1500)) // "1970-01-01T00:00:01.500Z" */
export function dateTimeLiteral(value: unknown): string | undefined {
  const instant = instantOf(value);
  return instant && formatInstant(instant, "dateTime");
}

function fromDate(value: object): Instant | undefined {
  try {
    return ofMilliseconds(Date.prototype.getTime.call(value));
  } catch {
    return undefined; // not a Date of any realm
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

/** Returns whether the filter language has a literal for the instant. */
function isWritable({ milliseconds }: Instant): boolean {
  return milliseconds >= EARLIEST && milliseconds <= LATEST;
}

const MILLION = 1_000_000n;
const EARLIEST = -62_135_596_800_000; // 0001-01-01T00:00:00Z
const LATEST = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z
