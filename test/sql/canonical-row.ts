import { declaredReader } from "../../src/evaluator/declared-value.ts";
import { lastReadInstant, readStoredTemporal, type TemporalType } from "../../src/values/instant.ts";
import { dateString, dateTimeString, timeString } from "../../src/sql/dialects/shared/temporal-strings.ts";
import type { Catalog, Member } from "../../src/catalog/types.ts";
import { isNullValue, ownDataProperty } from "../../src/values/read-path.ts";
import type { Value } from "../../src/values/types.ts";

/** Fraction digits that a table stores; rows are truncated to it before they are loaded. */
export interface StoredPrecision {
  readonly dateTime: number;
  readonly time: number;
}

/**
 * Converts a row to one that a table with typed columns can store without loss: values of another type become null,
 * instants are truncated to the stored precision, lists, maps and objects pass through JSON, and strings are well-formed
 * without U+0000.
 */
export function canonicalRow(
  row: Readonly<Record<string, unknown>>,
  catalog: Catalog,
  precision: StoredPrecision,
): Record<string, unknown> {
  // Built from entries, because a property can be named __proto__.
  return Object.fromEntries(
    [...catalog.members.byName.values()].map((member) => {
      const value = ownDataProperty(row, member.property);
      return [member.property, isNullValue(value) ? null : canonicalValue(value, member, precision)];
    }),
  );
}

function canonicalValue(value: unknown, member: Member, precision: StoredPrecision): unknown {
  switch (member.type) {
    case "list":
    case "map":
    case "object":
      return typeof value === "object" ? (jsonValue(value) ?? null) : null;
    case "date":
    case "time":
    case "dateTime":
      return temporalText(value, member.type, precision);
    case "integer": {
      const whole = declaredReader(member)(value as Value);
      return whole !== null && BigInt.asIntN(64, BigInt(whole as number)) === BigInt(whole as number)
        ? whole
        : null;
    }
    case "number": {
      const number = declaredReader(member)(value as Value);
      return number === null ? null : Number(number);
    }
    case "string":
      return typeof value === "string" ? clean(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
  }
}

const clean = (text: string) => text.toWellFormed().replaceAll("\0", "");

function temporalText(value: unknown, type: TemporalType, precision: StoredPrecision): string | null {
  const text =
    value instanceof Date && !Number.isNaN(Date.prototype.getTime.call(value))
      ? new Date(Date.prototype.getTime.call(value)).toISOString()
      : value;
  if (typeof text !== "string" || !readStoredTemporal(type, text)) return null;
  const { milliseconds, nanoseconds } = lastReadInstant;
  const instant = BigInt(milliseconds) * 1_000_000n + BigInt(nanoseconds);
  if (type === "date") return dateString(instant);
  if (type === "time")
    return instant < 0n || instant > 86_400_000_000_000n ? null : timeString(instant, precision.time);
  return instant < -62_135_596_800_000_000_000n || instant > 253_402_300_799_999_999_999n
    ? null
    : `${dateTimeString(instant, precision.dateTime, "T")}Z`;
}

/** Converts a value as JSON does: bigints to numbers, dates to strings; functions and symbols are dropped. */
function jsonValue(value: unknown): unknown {
  const text = jsonText(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

export function jsonText(value: unknown): string | undefined {
  if (value === null || value === undefined) return "null";
  switch (typeof value) {
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return String(value);
    case "string":
      return JSON.stringify(clean(value));
    case "object":
      break;
    default:
      return undefined;
  }
  if (value instanceof Date) return JSON.stringify(temporalText(value, "dateTime", { dateTime: 3, time: 3 }));
  if (Array.isArray(value)) {
    return `[${Array.from({ length: value.length }, (_, i) => jsonText(ownDataProperty(value, String(i))) ?? "null").join(",")}]`;
  }
  const entries = Object.keys(value).flatMap((key) => {
    const text = jsonText(ownDataProperty(value, key));
    return text === undefined ? [] : [`${JSON.stringify(clean(key))}:${text}`];
  });
  return `{${entries.join(",")}}`;
}
