import { nextDouble, previousDouble } from "../../values/adjacent-doubles.ts";
import { formatInstant, type Instant, type TemporalType } from "../../values/instant.ts";
import { anyElement } from "./list-elements.ts";
import {
  FORM,
  IS_BETWEEN_INSTANTS,
  IS_ONE_OF,
  IS_OUTSIDE,
  IS_TEXT,
  IS_WITHIN,
  PASSES,
  PASSES_AS_TEXT,
  HAS_PART,
  STARTS_WITH,
} from "./member-decision.ts";
import type { MemberTest, Operand, Place, ValueTest } from "../definition/types.ts";

/*
 * Tests of a member, as data. Each gives what the value test `holds` gives for the member's value, or for some element
 * of it; that one is asked where a value is of another kind than is usual.
 */

/** The relations of two numbers, or of two texts that are ordered as instants are. */
export type RelationName = "eq" | "lt" | "le" | "gt" | "ge";

/** Whatever holds for the value. Undefined where the operand is no member that stands at a place of the row. */
export function passing(operand: Operand, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, {});
}

/** Equal to a text, code point by code point. */
export function equalTo(operand: Operand, text: string, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, { asks: IS_TEXT, text: interned(text) });
}

/** Equal to one of some texts, code point by code point. */
export function oneOf(
  operand: Operand,
  texts: ReadonlySet<unknown>,
  holds: ValueTest,
): MemberTest | undefined {
  return memberTest(operand, holds, { asks: IS_ONE_OF, texts });
}

/** A text that fulfills a test; `plainly` tells what the test comes to where it is for plain code points. */
export function passingAsText(
  operand: Operand,
  test: (text: string) => boolean,
  holds: ValueTest,
  plainly?: PlainTest,
): MemberTest | undefined {
  if (plainly === undefined) return memberTest(operand, holds, { asks: PASSES_AS_TEXT, test });
  const asks = plainly.asks === "prefix" ? STARTS_WITH : HAS_PART;
  return memberTest(operand, holds, { asks, text: interned(plainly.text) });
}

/** A test that is the same as the platform's own for two strings. */
export interface PlainTest {
  readonly asks: "prefix" | "part";
  readonly text: string;
}

/** In a relation to a number. The infinities are null. */
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
  return memberTest(operand, holds, { asks: IS_WITHIN, low, high });
}

/** The first and the last text in a form that is ordered as its instants are. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** An instant in a period; `holds` says whether one that may be in it is. */
export function during(operand: Operand, { first, last }: Period, holds: ValueTest): MemberTest | undefined {
  return memberTest(operand, holds, { asks: IS_BETWEEN_INSTANTS, text: first, last, test: holds });
}

/**
 * The period of the instants in a relation to another one. A quick look at a text of the form
 * `2020-01-31T13:45:10.123Z` can tell that it is not in it: of such texts the earlier one is also the lesser one, but
 * for the end of a day, 24:00, which is the first instant of the next one. Undefined where texts cannot tell.
 */
export function periodOf(
  name: RelationName,
  { milliseconds, nanoseconds }: Instant,
  type: TemporalType | "any-dated",
): Period | undefined {
  if (type !== "dateTime" && type !== "any-dated") return undefined;
  const text = formOf(milliseconds);
  if (nanoseconds !== 0 || text === undefined) return undefined;
  const isFirst = name === "gt" || name === "ge" || name === "eq";
  const isLast = name === "lt" || name === "le" || name === "eq";
  return {
    first: isFirst ? (endOfDayBefore(milliseconds) ?? text) : "",
    last: isLast ? text : HIGHEST,
  };
}

/** Above every text. */
const HIGHEST = "\uffff";

function formOf(milliseconds: number): string | undefined {
  const written = formatInstant({ milliseconds, nanoseconds: 0 }, "dateTime");
  const text = written.length === 20 ? `${written.slice(0, 19)}.000Z` : written;
  return text.length === FORM && text.endsWith("Z") ? text : undefined;
}

/** The first instant of a day written as the end of the day before; undefined for any other instant. */
function endOfDayBefore(milliseconds: number): string | undefined {
  if (milliseconds % DAY !== 0) return undefined;
  const before = formOf(milliseconds - DAY);
  return before === undefined ? "" : `${before.slice(0, 11)}24:00:00.000Z`;
}

const DAY = 86_400_000;

/** The same text as a literal of a program would be: in one piece, and known to be equal to others by its identity. */
function interned(text: string): string {
  return Object.keys({ __proto__: null, [text]: 0 })[0]!;
}

function memberTest(
  { place, type }: Operand,
  holds: ValueTest,
  {
    asks = PASSES,
    text = "",
    last = "",
    texts = NONE,
    low = 0,
    high = 0,
    test = never,
  }: Partial<Omit<MemberTest, "place" | "other">>,
): MemberTest | undefined {
  if (place === undefined) return undefined;
  // Fractions are null to a member that is declared an integer.
  const isWhole = type?.type === "integer";
  return {
    place,
    asks,
    text,
    last,
    texts,
    low,
    high,
    isWhole,
    test,
    other: otherTest(holds, type !== undefined, isWhole),
  };
}

const NONE: ReadonlySet<unknown> = new Set();
const never = () => false;

/** A member that is declared a single value has no list. */
function otherTest(holds: ValueTest, isSingle: boolean, isWhole: boolean): ValueTest {
  if (isWhole) return (value) => !(typeof value === "number" && !Number.isInteger(value)) && holds(value);
  if (isSingle) return holds;
  return (value) =>
    typeof value === "object" && Array.isArray(value) ? anyElement(value, holds) : holds(value);
}

/** One test for two of one member, where both can be asked at once. */
export function joinTests(a: MemberTest, b: MemberTest, isAnd: boolean): MemberTest | undefined {
  if (a.asks !== b.asks || !isSamePlace(a.place, b.place) || a.isWhole !== b.isWhole) return undefined;
  const other: ValueTest = isAnd ? (v) => a.other(v) && b.other(v) : (v) => a.other(v) || b.other(v);
  if (a.asks === IS_WITHIN) {
    if (isAnd) return { ...a, low: Math.max(a.low, b.low), high: Math.min(a.high, b.high), other };
    const [under, over] = a.high < b.low ? [a, b] : [b, a];
    const isGap = under.low === -Number.MAX_VALUE && over.high === Number.MAX_VALUE && under.high < over.low;
    return isGap
      ? { ...a, asks: IS_OUTSIDE, low: nextDouble(under.high), high: previousDouble(over.low), other }
      : undefined;
  }
  if (a.asks === IS_BETWEEN_INSTANTS && isAnd) {
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

function isSamePlace(a: Place, b: Place): boolean {
  return a.key === b.key && a.inner === b.inner && a.plain === b.plain;
}
