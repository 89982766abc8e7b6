import { RE2JS } from "re2js";
import type { Call, Expression } from "../../src/ast/nodes.ts";
import type { CatalogDefinition } from "../../src/catalog/types.ts";
import { naiveMember } from "./naive-catalog.ts";
import { naiveCompare, naiveSearch, type NaiveStrength, type Pinned } from "./naive-collation.ts";
import { naiveInstant, naiveStoredInstant } from "./naive-instant.ts";
import { isWhole, NULL, ofTruth, readName, textOf, type NaiveValue } from "./naive-value.ts";

/**
 * A second evaluator, written from grammar.md as simply as possible: it interprets the tree for each row in three-valued
 * logic. It shares no code with the evaluator that it checks. It expects a checked tree.
 */

export interface NaiveScope {
  readonly catalog?: CatalogDefinition | undefined;
  readonly locale?: string | undefined;
}

type Truth = boolean | null;

/** Returns the truth value of an expression for a row: true, false or unknown (null). */
export function naiveTruth(expression: Expression, row: unknown, scope: NaiveScope = {}): Truth {
  return truthOf(naiveValue(expression, row, scope));
}

/** Returns the value of an expression for a row. */
export function naiveValue(expression: Expression, row: unknown, scope: NaiveScope = {}): NaiveValue {
  switch (expression.kind) {
    case "name":
      return readName(expression.name, row, scope.catalog);
    case "literal": {
      const { type, value } = expression;
      if (type === "boolean") return { is: "boolean", value };
      if (type === "number") return { is: "number", value };
      if (type === "string") return { is: "text", value, held: false };
      const at = naiveInstant(type, value);
      return at === undefined
        ? NULL
        : { is: "instant", of: type === "time" ? "time" : "dated", at, literal: true };
    }
    case "call":
      return callValue(
        expression,
        expression.args.map((argument) => naiveValue(argument, row, scope)),
        scope,
      );
  }
}

function callValue(call: Call, args: readonly NaiveValue[], scope: NaiveScope): NaiveValue {
  const [first, second, third] = args as [NaiveValue, NaiveValue, NaiveValue];
  const related = (i: number, j: number, holds: (order: number) => boolean): Truth =>
    relate(args[i]!, args[j]!, strengthOf(call, [i, j], scope), scope.locale, holds);
  const chain = (holds: (order: number) => boolean): NaiveValue =>
    ofTruth(and(args.slice(1).map((_, i) => related(i, i + 1, holds))));
  const search = (pinned: Pinned): Truth =>
    searched(first, second, pinned, strengthOf(call, [0, 1], scope), scope.locale);
  const equal = (order: number) => order === 0;
  switch (call.callee) {
    case "and":
      return ofTruth(and(args.map(truthOf)));
    case "or":
      return ofTruth(or(args.map(truthOf)));
    case "not":
      return ofTruth(not(truthOf(first)));
    case "isNull":
      return ofTruth(first.is === "null");
    case "eq":
      return chain(equal);
    case "ne":
      return ofTruth(not(related(0, 1, equal)));
    case "lt":
      return chain((order) => order < 0);
    case "le":
      return chain((order) => order <= 0);
    case "gt":
      return chain((order) => order > 0);
    case "ge":
      return chain((order) => order >= 0);
    case "in":
      return ofTruth(or(args.slice(1).map((_, i) => related(0, i + 1, equal))));
    case "contains":
      return ofTruth(first.is === "list" ? related(0, 1, equal) : search("none"));
    case "startsWith":
      return ofTruth(search("start"));
    case "endsWith":
      return ofTruth(search("end"));
    case "match":
      return ofTruth(args.length === 3 ? matchEntry(first, second, third) : matches(first, second));
    case "matchAll":
      return ofTruth(and(args.slice(1).map((value) => matches(value, first))));
    case "matchAny":
      return ofTruth(or(args.slice(1).map((value) => matches(value, first))));
    case "blank": {
      const text = textOf(first);
      return ofTruth(text === undefined ? null : /^\p{White_Space}*$/u.test(text));
    }
    case "length":
      return lengthOf(first);
    case "substr":
      return substr(first, second, args.length > 2 ? third : undefined);
    case "upCase":
    case "downCase": {
      const text = textOf(first);
      if (text === undefined) return NULL;
      const locale = scope.locale ?? "en-US";
      const value =
        call.callee === "upCase" ? text.toLocaleUpperCase(locale) : text.toLocaleLowerCase(locale);
      return { is: "text", value, held: false };
    }
    default:
      throw new Error(`no function ${call.callee}`);
  }
}

function truthOf(value: NaiveValue): Truth {
  return value.is === "boolean" ? value.value : null;
}

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

export function or(truths: readonly Truth[]): Truth {
  return not(and(truths.map(not)));
}

/**
 * Returns whether a test holds for an element of a list. Skips null elements. A nested list is not a single value.
 */
function some(items: readonly NaiveValue[], test: (item: NaiveValue) => Truth): Truth {
  return or(items.filter(({ is }) => is !== "null").map((item) => (item.is === "list" ? null : test(item))));
}

function relate(
  a: NaiveValue,
  b: NaiveValue,
  strength: NaiveStrength,
  locale: string | undefined,
  holds: (order: number) => boolean,
): Truth {
  if (a.is === "list" && b.is === "list") return null;
  if (a.is === "list") return some(a.items, (item) => relate(item, b, strength, locale, holds));
  if (b.is === "list") return some(b.items, (item) => relate(a, item, strength, locale, holds));
  if (a.is === "null" || b.is === "null") return null;
  const order = naiveOrder(a, b, strength, locale);
  return order === undefined ? null : holds(order);
}

/** Compares two single values. Returns a negative number, 0 or a positive number; undefined if they are not comparable. */
export function naiveOrder(
  a: NaiveValue,
  b: NaiveValue,
  strength: NaiveStrength,
  locale: string | undefined,
): number | undefined {
  if (a.is === "text" && b.is === "text") return naiveCompare(strength, locale, a.value, b.value);
  if (a.is === "boolean" && b.is === "boolean") return Number(a.value) - Number(b.value);
  if (a.is === "number" && b.is === "number") return orderNumbers(a.value, b.value);
  const left = asInstant(a, b);
  const right = asInstant(b, a);
  if (left?.is !== "instant" || right?.is !== "instant" || left.of !== right.of) return undefined;
  return left.at < right.at ? -1 : left.at > right.at ? 1 : 0;
}

/** Returns a value as an instant. A string of a member is read as one if it is compared with a date or time literal. */
function asInstant(value: NaiveValue, beside: NaiveValue): NaiveValue | undefined {
  if (value.is === "instant") return value;
  if (value.is !== "text" || !value.held || beside.is !== "instant" || !beside.literal) return undefined;
  const at =
    beside.of === "time"
      ? naiveStoredInstant("time", value.value)
      : (naiveStoredInstant("date", value.value) ?? naiveStoredInstant("dateTime", value.value));
  return at === undefined ? undefined : { is: "instant", of: beside.of, at, literal: false };
}

/** Compares the exact values: each is an integer divided by a power of two. */
function orderNumbers(a: number | bigint, b: number | bigint): number {
  const [x, scaleX] = fraction(a);
  const [y, scaleY] = fraction(b);
  const left = x << BigInt(Math.max(0, scaleY - scaleX));
  const right = y << BigInt(Math.max(0, scaleX - scaleY));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns `[n, s]` with the value n / 2^s. */
function fraction(value: number | bigint): [bigint, number] {
  if (typeof value === "bigint") return [value, 0];
  let scale = 0;
  let whole = value;
  while (Math.floor(whole) !== whole) {
    whole *= 2;
    scale++;
  }
  return [BigInt(whole), scale];
}

/** Returns the strength of the call, else the first default of the compared members, else identical. */
function strengthOf(call: Call, compared: readonly number[], { catalog }: NaiveScope): NaiveStrength {
  if (call.strength !== undefined) return call.strength;
  for (const i of compared) {
    const node = call.args[i]!;
    const strength =
      node.kind === "name" && catalog !== undefined ? naiveMember(catalog, node.name).strength : undefined;
    if (strength !== undefined) return strength;
  }
  return "identical";
}

function searched(
  value: NaiveValue,
  part: NaiveValue,
  pinned: Pinned,
  strength: NaiveStrength,
  locale: string | undefined,
): Truth {
  if (part.is === "list") return null;
  if (value.is === "list") return some(value.items, (item) => searched(item, part, pinned, strength, locale));
  const needle = textOf(part);
  const text = textOf(value);
  return text === undefined || needle === undefined
    ? null
    : naiveSearch(pinned, strength, locale, text, needle);
}

function matches(value: NaiveValue, pattern: NaiveValue): Truth {
  if (value.is === "list") return some(value.items, (item) => matches(item, pattern));
  const text = textOf(value);
  return text === undefined ? null : wholeMatch(text, pattern);
}

function wholeMatch(text: string, pattern: NaiveValue): boolean {
  if (pattern.is !== "text") throw new Error("a pattern is a literal");
  return RE2JS.compile(pattern.value).matches(text);
}

function matchEntry(map: NaiveValue, key: NaiveValue, value: NaiveValue): Truth {
  if (map.is !== "entries") return null;
  return map.entries.some(([name, entry]) => {
    const text = textOf(entry);
    return wholeMatch(name, key) && text !== undefined && wholeMatch(text, value);
  });
}

function lengthOf(value: NaiveValue): NaiveValue {
  if (value.is === "list") return { is: "number", value: value.items.length };
  if (value.is === "entries") return { is: "number", value: value.entries.length };
  const text = textOf(value);
  return text === undefined ? NULL : { is: "number", value: Array.from(text).length };
}

function substr(value: NaiveValue, start: NaiveValue, length: NaiveValue | undefined): NaiveValue {
  const text = textOf(value);
  const from = wholeNumber(start);
  const count = length === undefined ? Infinity : wholeNumber(length);
  if (text === undefined || from === undefined || count === undefined || count < 0) return NULL;
  const characters = Array.from(text);
  const first = from < 0 ? characters.length + from : from;
  const clamped = Math.min(Math.max(first, 0), characters.length);
  const part = characters.filter((_, i) => i >= clamped && i - clamped < count);
  return { is: "text", value: part.join(""), held: false };
}

function wholeNumber(value: NaiveValue): number | undefined {
  return value.is === "number" && isWhole(value.value) ? Number(value.value) : undefined;
}
