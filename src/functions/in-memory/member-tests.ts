import { nextDouble, previousDouble } from "../../values/adjacent-doubles.ts";
import { formatInstant, type Instant, type TemporalType } from "../../values/instant.ts";
import { anyElement, everyElement } from "./list-elements.ts";
import {
  INSTANT_LENGTH,
  IS_BETWEEN_INSTANTS,
  IS_ONE_OF,
  IS_OUTSIDE,
  IS_STRING,
  IS_WITHIN,
  PASSES,
  PASSES_AS_STRING,
  CONTAINS,
  STARTS_WITH,
} from "./member-decision.ts";
import type { RelationName } from "../definition/port.ts";
import { isSafeInteger } from "../../values/types.ts";
import type { MemberTest, Operand, RowProperty, ValueTest } from "../definition/types.ts";

/*
 * Each function here returns a faster equivalent of `holds` for a member's value, or for some element of a list. `holds`
 * still runs for values of an unexpected JavaScript type. The functions return undefined if the operand is not a member that
 * can be read directly.
 */

export function passing(operand: Operand, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, {});
}

/** Tests whether `fails` returns true for the member, or for each element of a list. */
export function failing(operand: Operand, fails: ValueTest): MemberTest | undefined {
  return memberTest(operand, fails, {}, everyElement);
}

/** Tests whether the member equals `text` by code points. */
export function equalTo(operand: Operand, text: string, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, { kind: IS_STRING, text: interned(text) });
}

/**
 * Tests whether the member equals one of `texts` by code points.
 *
 * @param texts interned strings. Parts of a filter text, as the parser returns them, take 1.4 times as long to look up.
 */
export function oneOf(
  operand: Operand,
  texts: ReadonlySet<unknown>,
  holds: ValueTest,
): MemberTest | undefined {
  return memberTest(operand, holds, { kind: IS_ONE_OF, texts });
}

/** Tests strings with `test`, or with the equivalent search `native`. */
export function passingAsString(
  operand: Operand,
  test: (text: string) => boolean,
  holds: ValueTest,
  native?: NativeSearch,
): MemberTest | undefined {
  if (native === undefined) return memberTest(operand, holds, { kind: PASSES_AS_STRING, test });
  const kind = native.kind === "startsWith" ? STARTS_WITH : CONTAINS;
  return memberTest(operand, holds, { kind, text: interned(native.text) });
}

/** A search with the JavaScript string method `includes` or `startsWith`. */
export interface NativeSearch {
  readonly kind: "contains" | "startsWith";
  readonly text: string;
}

/** Tests whether the member is in the relation to `number`. The infinities count as null. */
export function related(
  operand: Operand,
  name: RelationName,
  number: number,
  holds: ValueTest,
): MemberTest | undefined {
  const low =
    name === "gt" ? nextDouble(number) : name === "ge" || name === "eq" ? number : -Number.MAX_VALUE;
  const high =
    name === "lt" ? previousDouble(number) : name === "le" || name === "eq" ? number : Number.MAX_VALUE;
  return memberTest(operand, holds, { kind: IS_WITHIN, low, high });
}

/** A range of instants, both ends inclusive, as strings such as `2020-01-31T13:45:10.123Z`. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** Tests whether the member is an instant in the period. Calls `holds` only for strings that may be in it. */
export function during(operand: Operand, { first, last }: Period, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, { kind: IS_BETWEEN_INSTANTS, text: first, last, test: holds });
}

/**
 * Returns the period of the instants in a relation to an instant, as strings such as `2020-01-31T13:45:10.123Z`. They sort like
 * their instants, with one exception: 24:00 of a day is 00:00 of the next day. Undefined if the instant has no such string.
 */
export function periodOf(
  name: RelationName,
  { milliseconds, nanoseconds }: Instant,
  type: TemporalType | "any-dated",
): Period | undefined {
  if (type !== "dateTime" && type !== "any-dated") return undefined;
  const text = commonForm(milliseconds);
  if (nanoseconds !== 0 || text === undefined) return undefined;
  const isFirst = name === "gt" || name === "ge" || name === "eq";
  const isLast = name === "lt" || name === "le" || name === "eq";
  return {
    first: isFirst ? (endOfDayBefore(milliseconds) ?? text) : "",
    last: isLast ? text : LAST_STRING,
  };
}

/** String that sorts after all strings of instants. */
const LAST_STRING = "\uffff";

function commonForm(milliseconds: number): string | undefined {
  const formatted = formatInstant({ milliseconds, nanoseconds: 0 }, "dateTime");
  const text = formatted.length === 20 ? `${formatted.slice(0, 19)}.000Z` : formatted;
  return text.length === INSTANT_LENGTH && text.endsWith("Z") ? text : undefined;
}

/** Formats a midnight as 24:00 of the day before. Returns undefined for any other instant. */
function endOfDayBefore(milliseconds: number): string | undefined {
  if (milliseconds % DAY !== 0) return undefined;
  const before = commonForm(milliseconds - DAY);
  return before === undefined ? "" : `${before.slice(0, 11)}24:00:00.000Z`;
}

const DAY = 86_400_000;

/** Returns an equal, internalized string. V8 compares internalized strings with each other by identity. */
export function interned(text: string): string {
  return Object.keys({ __proto__: null, [text]: 0 })[0]!;
}

function memberTest(
  { property, type }: Operand,
  holds: ValueTest,
  fields: Partial<typeof UNUSED_FIELDS>,
  ofList = anyElement,
): MemberTest | undefined {
  if (property === undefined) return undefined;
  const isSafe = type !== undefined && isSafeInteger(type);
  // For a member of type integer, a fraction counts as null.
  const isWhole = type?.type === "integer";
  const single: ValueTest = isSafe
    ? (value) => Number.isSafeInteger(value) && holds(value)
    : isWhole
      ? (value) => !(typeof value === "number" && !Number.isInteger(value)) && holds(value)
      : holds;
  // The spread copies own properties only, so that a polluted Object.prototype has no effect.
  const { kind, text, last, texts, test, ...range } = { ...UNUSED_FIELDS, ...fields };
  // Other integers are unreadable. `joinTests` never turns such ranges into `IS_OUTSIDE`, which would accept them.
  const low = isSafe ? Math.max(range.low, Number.MIN_SAFE_INTEGER) : range.low;
  const high = isSafe ? Math.min(range.high, Number.MAX_SAFE_INTEGER) : range.high;
  return {
    property,
    kind,
    text,
    last,
    texts,
    low,
    high,
    isWhole,
    test,
    single,
    // A list is possible only in a member without a declared type.
    other: type === undefined ? valueOrList(holds, ofList) : single,
  };
}

const UNUSED_FIELDS: Omit<MemberTest, "property" | "isWhole" | "single" | "other"> = {
  kind: PASSES,
  text: "",
  last: "",
  texts: new Set(),
  low: 0,
  high: 0,
  test: () => false,
};

function valueOrList(holds: ValueTest, ofList: typeof anyElement): ValueTest {
  return (value) => (typeof value === "object" && Array.isArray(value) ? ofList(value, holds) : holds(value));
}

/** Merges two tests of the same member. Returns undefined if no single test is equivalent to both. */
export function joinTests(a: MemberTest, b: MemberTest, isAnd: boolean): MemberTest | undefined {
  if (a.kind !== b.kind || !isSameProperty(a.property, b.property) || a.isWhole !== b.isWhole)
    return undefined;
  const other: ValueTest = isAnd ? (v) => a.other(v) && b.other(v) : (v) => a.other(v) || b.other(v);
  if (a.kind === IS_WITHIN) {
    if (isAnd) return { ...a, low: Math.max(a.low, b.low), high: Math.min(a.high, b.high), other };
    const [under, over] = a.high < b.low ? [a, b] : [b, a];
    const isGap = under.low === -Number.MAX_VALUE && over.high === Number.MAX_VALUE && under.high < over.low;
    return isGap
      ? { ...a, kind: IS_OUTSIDE, low: nextDouble(under.high), high: previousDouble(over.low), other }
      : undefined;
  }
  if (a.kind === IS_BETWEEN_INSTANTS && isAnd) {
    return {
      ...a,
      text: a.text > b.text ? a.text : b.text,
      last: a.last < b.last ? a.last : b.last,
      test: (text) => a.test(text) && b.test(text),
      other,
    };
  }
  return undefined;
}

function isSameProperty(a: RowProperty, b: RowProperty): boolean {
  return a.key === b.key && a.inner === b.inner && a.plain === b.plain;
}
