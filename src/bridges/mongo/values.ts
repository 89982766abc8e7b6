import type { Literal } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { isTemporal, type ValueType } from "../../values/types.ts";
import { hasOwn } from "../../values/own-properties.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import { jsonLiteral } from "../json/literals.ts";
import type { JsonContent } from "../json/pieces.ts";
import type { JsonSource } from "../json/source.ts";
import { comparisonsOf } from "../syntax/comparisons.ts";

export const MONGO_COMPARISONS = /* @__PURE__ */ comparisonsOf("$eq $ne $lt $lte $gt $gte");

const MAX_LONG = 2n ** 63n;

/** Returns whether a value is written in Extended JSON, such as `{ "$date": "2020-01-01T00:00:00Z" }`. */
export function isExtended(source: JsonSource): boolean {
  const [key] = source.isObject ? Object.keys(source.value as object) : [];
  return (
    key !== undefined && /^\$(?:date|oid|number(?:Int|Long|Double|Decimal)|uuid|binary|timestamp)$/.test(key)
  );
}

/** Reads a value. A value of another type than the member never matches in MongoDB, and is reported. */
export function mongoLiteral(
  source: JsonSource,
  type: ValueType["type"] | undefined,
  to: BridgeImporter,
): Literal | undefined {
  const { place } = source;
  const plain = isExtended(source) ? extendedValue(source) : source.value;
  const isDate = typeof plain === "object" && plain !== null && hasOwn(plain, "date");
  const literal = isDate
    ? literalOf(
        { kind: "value", type: "dateTime", text: String(plain.date), span: NOWHERE, place },
        undefined,
        to,
      )
    : jsonLiteral({ value: plain, place }, type, to);
  if (literal === undefined) return undefined;
  const isSame = isDate
    ? type === undefined || type === "dateTime"
    : typeof plain === "string"
      ? source.stringOf("$oid") === undefined &&
        literal.type !== "number" &&
        literal.type !== "boolean" &&
        literal.type !== "dateTime"
      : literal.type === (typeof plain === "boolean" ? "boolean" : "number");
  if (!isSame) {
    const message =
      "MongoDB compares only values of the same type, and this value has another one than the member.";
    to.report.note("type-conversion", "other", message, place, literal);
  }
  return literal;
}

/** Returns the plain value of Extended JSON; undefined for a value that tamis lacks. */
function extendedValue(source: JsonSource): unknown {
  const [[key, inner]] = source.entries() as [readonly [string, JsonSource]];
  const { value } = inner;
  if (key === "$date") {
    if (typeof value === "string") return { date: value };
    const milliseconds = Number(inner.stringOf("$numberLong") ?? NaN);
    return Math.abs(milliseconds) <= 8.64e15 ? { date: new Date(milliseconds).toISOString() } : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (key === "$oid") return value;
  if (!key.startsWith("$number") || value.length > 300) return undefined;
  if (key !== "$numberDouble" && /^-?\d+$/.test(value)) return BigInt(value);
  const isExact =
    /^-?\d*\.?\d*(?:[eE][+-]?\d+)?$/.test(value) && value.replace(/[eE].*|\D/g, "").length <= 17;
  return isExact && value !== "" ? Number(value) : undefined;
}

/** Writes a literal. Undefined for one that MongoDB lacks. */
export function mongoValue({ type, value }: Literal): JsonContent | undefined {
  if (typeof value === "bigint")
    return value >= -MAX_LONG && value < MAX_LONG ? { $numberLong: String(value) } : undefined;
  if (type !== "dateTime") return value;
  const [, seconds, fraction = "", zone = "Z"] =
    /^(.{10}T\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-].*)?$/.exec(value) ?? [];
  // Dates of MongoDB have milliseconds.
  if (seconds === undefined || seconds.includes("T24") || /[^0]/.test(fraction.slice(3))) return undefined;
  const full = seconds.length === 16 ? `${seconds}:00` : seconds;
  return { $date: `${full}${fraction === "" ? "" : `.${fraction}`}${zone}` };
}

/**
 * Returns whether reading the written literal returns the same type. Dates and times are written as strings, so the type of the
 * member has to be known.
 */
export function keepsType({ type }: Literal, member: ValueType["type"] | undefined): boolean {
  if (type === "dateTime") return member === undefined || member === "dateTime";
  if (type === "date" || type === "time") return member === type;
  if (type === "string") return member === undefined || member === "string";
  return member !== "string" && !(member !== undefined && isTemporal(member));
}

/** Returns the only property of an object. Undefined if it has several, or none. */
export function onlyEntry(source: JsonSource): readonly [key: string, value: JsonSource] | undefined {
  if (!source.isObject) return undefined;
  const entries = source.entries();
  return entries.length === 1 ? entries[0] : undefined;
}

/** Returns the only operator of a condition, not counting `$options`, which belongs to `$regex`. */
export function onlyOperator(source: JsonSource): readonly [key: string, value: JsonSource] | undefined {
  const entries = source.entries().filter(([key]) => key !== "$options");
  return entries.length === 1 ? entries[0] : undefined;
}
