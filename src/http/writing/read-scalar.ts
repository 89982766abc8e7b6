import type { Member } from "../../catalog/types.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { show } from "../../diagnostics/show.ts";
import { alternatives, suggest } from "../../diagnostics/suggest.ts";
import { DAY_IN_MILLISECONDS } from "../../values/calendar.ts";
import { FIRST_DATE, formatInstant, LAST_DATE, lastReadInstant, readTemporal } from "../../values/instant.ts";
import { isRecord } from "../../values/is-object.ts";
import { describeType, isSafeInteger, type ScalarType } from "../../values/types.ts";
import type { BodyPath, BodyProblems } from "./problems.ts";

export interface ReadContext {
  readonly problems: BodyProblems;
  /** Returns the maximum number of fraction digits of a second in the column of a member. */
  readonly fractionDigits: (member: string) => number;
}

/** Adds a problem and returns undefined for an invalid value. Dates and times become canonical. */
export function readScalar(
  member: Member,
  type: ScalarType,
  value: unknown,
  path: BodyPath,
  context: ReadContext,
): unknown {
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? value : wrongType(member, value, path, context);
    case "integer":
      return readInteger(member, value, path, context);
    case "number":
      return typeof value === "number" || typeof value === "bigint"
        ? readNumber(Number(value), path, context)
        : wrongType(member, value, path, context);
    case "string":
      if (typeof value !== "string") return wrongType(member, value, path, context);
      return isStorable(value, path, context) ? readWord(member, value, path, context) : undefined;
    default:
      if (typeof value !== "string" || !readTemporal(type, value))
        return wrongType(member, value, path, context);
      return readInstant(type, path, context);
  }
}

const MAX_64 = 2n ** 63n - 1n;

/** Values of columns have 64 bits. Values within lists, maps and objects are JSON, whose integers are exact up to 2^53. */
function readInteger(member: Member, value: unknown, path: BodyPath, context: ReadContext): unknown {
  const isExact = isSafeInteger(member) || path.length > 1;
  if (typeof value === "bigint") {
    if (!isExact && value <= MAX_64 && value >= -MAX_64 - 1n) return value;
  } else if (typeof value !== "number" || (Number.isFinite(value) && !Number.isInteger(value)))
    return wrongType(member, value, path, context);
  else if (Number.isSafeInteger(value)) return value + 0;
  const bits = isExact ? "from -(2^53 - 1) to 2^53 - 1" : "of 64 bits, written with all its digits";
  context.problems.add("out-of-range", path, `The value must be an integer ${bits}.`);
  return undefined;
}

function readNumber(value: number, path: BodyPath, { problems }: ReadContext): unknown {
  // Databases do not keep the sign of -0.
  if (Number.isFinite(value)) return value + 0;
  problems.add("out-of-range", path, "The value must be a number between -1.8e308 and 1.8e308.");
  return undefined;
}

function readWord(member: Member, value: string, path: BodyPath, { problems }: ReadContext): unknown {
  if (member.enum?.includes(value) ?? true) return value;
  const near = suggest(value, member.enum!);
  const words = (near.length > 0 ? near : member.enum!.slice(0, 10)).map((name) => `'${show(name)}'`);
  const hint = near.length > 0 ? `Did you mean ${alternatives(words)}?` : `Allowed: ${words.join(", ")}.`;
  problems.add("unknown-value", path, `'${show(value)}' is not a value of this member. ${hint}`);
  return undefined;
}

/** Formats the instant that was just read. */
function readInstant(type: "date" | "time" | "dateTime", path: BodyPath, context: ReadContext): unknown {
  const { problems } = context;
  // Values within lists, maps and objects are stored as they are written.
  const fractionDigits = path.length > 1 ? 9 : context.fractionDigits(String(path[0]));
  const instant = { ...lastReadInstant };
  const { milliseconds } = instant;
  const [first, last] =
    type === "time" ? [0, DAY_IN_MILLISECONDS] : [FIRST_DATE, LAST_DATE + DAY_IN_MILLISECONDS - 1];
  if (milliseconds < first || milliseconds > last) {
    problems.add("out-of-range", path, RANGES[type]);
    return undefined;
  }
  const fraction =
    (milliseconds - Math.floor(milliseconds / 1_000) * 1_000) * 1_000_000 + instant.nanoseconds;
  if (fraction % 10 ** (9 - fractionDigits) !== 0) {
    problems.add(
      "too-precise",
      path,
      `The value can have at most ${fractionDigits} fraction digits of a second.`,
    );
    return undefined;
  }
  return formatInstant(instant, type);
}

const RANGES = {
  date: "The value must be a date of the years 0001 to 9999.",
  dateTime: "In UTC, the value must be in the years 0001 to 9999.",
  time: "In UTC, the value must be a time from 00:00 to 24:00 of one day.",
} as const;

export function wrongType(
  member: Member,
  value: unknown,
  path: BodyPath,
  { problems }: ReadContext,
): undefined {
  problems.add("wrong-type", path, `The value must be ${describeType(member)}, not ${describeJson(value)}.`);
}

/** Returns whether a string can be stored. Databases refuse U+0000, and UTF-8 has no lone surrogates. */
export function isStorable(value: string, path: BodyPath, { problems }: ReadContext): boolean {
  if (value.isWellFormed() && !value.includes("\0")) return true;
  problems.add("invalid-string", path, "Strings cannot contain U+0000 or half of a surrogate pair.");
  return false;
}

/** Reads an object whose members the catalog does not describe: any JSON. */
export function readFree(value: unknown, path: BodyPath, context: ReadContext): unknown {
  if (typeof value === "string") return isStorable(value, path, context) ? value : undefined;
  if (typeof value === "number") return readNumber(value, path, context);
  if (typeof value === "bigint") {
    context.problems.add(
      "out-of-range",
      path,
      "Integers of this object must be from -(2^53 - 1) to 2^53 - 1.",
    );
    return undefined;
  }
  if (Array.isArray(value)) return value.map((item: unknown, i) => readFree(item, [...path, i], context));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => {
    isStorable(key, [...path, key], context);
    return [key, readFree(entry, [...path, key], context)] as const;
  });
  return Object.fromEntries(entries);
}

function describeJson(value: unknown): string {
  if (typeof value === "string") return `the string '${show(value)}'`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : describeValue(value);
}
