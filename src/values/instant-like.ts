import { isInstantValue, type Instant } from "./instant.ts";

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
  const instant = fromDate(value) ?? fromObject(value as Readonly<Record<string, unknown>>);
  return instant !== undefined && isInstantValue(instant.milliseconds) ? instant : undefined;
}

/** @example dateTimeLiteral(new Date(1500)) // "1970-01-01T00:00:01.500Z" */
export function dateTimeLiteral(value: unknown): string | undefined {
  const instant = instantOf(value);
  if (instant === undefined) return undefined;
  const { milliseconds, nanoseconds } = instant;
  const text = new Date(milliseconds).toISOString().slice(0, -1);
  // The shortest exact fraction of 0, 3, 6 or 9 digits.
  const fraction = text.slice(-3) + String(nanoseconds).padStart(6, "0");
  return `${text.slice(0, -4)}.${fraction}`.replace(/(?:\.000)?(?:000){0,2}$/, "") + "Z";
}

function fromDate(value: object): Instant | undefined {
  try {
    return ofMilliseconds(Date.prototype.getTime.call(value));
  } catch {
    return undefined; // not a Date of any realm
  }
}

/** Reads the instant of an object. Temporal has properties with nanoseconds or milliseconds, Luxon has a method. */
function fromObject(value: Readonly<Record<string, unknown>>): Instant | undefined {
  const count = value["epochNanoseconds"];
  if (typeof count === "bigint") {
    const nanoseconds = Number(((count % MILLION) + MILLION) % MILLION);
    return { milliseconds: Number((count - BigInt(nanoseconds)) / MILLION), nanoseconds };
  }
  if (typeof value["toMillis"] === "function")
    return ofMilliseconds((value as { toMillis(): unknown }).toMillis());
  return ofMilliseconds(value["epochMilliseconds"]);
}

function ofMilliseconds(milliseconds: unknown): Instant | undefined {
  return Number.isInteger(milliseconds)
    ? { milliseconds: milliseconds as number, nanoseconds: 0 }
    : undefined;
}

const MILLION = 1_000_000n;
