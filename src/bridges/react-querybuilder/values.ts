import type { JsonSource } from "../json/source.ts";

/** One value of a rule, with its place. A value of a string such as `"a,b"` has the place of the string. */
export type RuleValue = Pick<JsonSource, "value" | "place">;

/**
 * Returns the values of a list, or of a string with commas: `"a,b"`. A backslash escapes a comma. White space around values is
 * removed, as the library does.
 */
export function listedValues(source: JsonSource | undefined, keepsEmpty: boolean): readonly RuleValue[] {
  if (source === undefined) return [];
  const { value, place } = source;
  if (source.isArray)
    return source.items().map((item) => ({ value: trimmed(item.value), place: item.place }));
  if (typeof value === "number" || typeof value === "bigint") return [source];
  if (typeof value !== "string") return [];
  return value
    .split(/(?<!\\),/)
    .map((part) => ({ value: part.replaceAll("\\,", ",").trim(), place }))
    .filter((part) => keepsEmpty || part.value !== "");
}

/**
 * Returns the bounds of a range. Of two numbers, the lower one comes first. Undefined if the library leaves out the rule because
 * a bound is missing.
 */
export function rangeOf(
  source: JsonSource | undefined,
  isOfNumbers: boolean,
): readonly [RuleValue, RuleValue] | undefined {
  const [first, second] = listedValues(source, true);
  if (first === undefined || second === undefined || first.value === "" || second.value === "")
    return undefined;
  const isNumber = ({ value }: RuleValue) =>
    typeof value === "number" || typeof value === "bigint" || isOfNumbers;
  return isNumber(first) && isNumber(second) && Number(second.value) < Number(first.value)
    ? [second, first]
    : [first, second];
}

/** Returns a value, in which the library writes a bigint as `{ "$bigint": "1" }`. */
export function plainValue(source: JsonSource): RuleValue {
  const digits = source.stringOf("$bigint");
  if (digits === undefined || digits.length > 308 || !/^-?\d+$/.test(digits)) return source;
  return { value: BigInt(digits), place: source.place };
}

function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

export function isGroup(source: JsonSource): boolean {
  return source.property("rules")?.isArray === true;
}

/** Returns whether a rule or group is muted, so that the library leaves it out. Disabled rules, which users cannot edit, stay. */
export function isMuted(source: JsonSource): boolean {
  return Boolean(source.property("muted")?.value);
}
