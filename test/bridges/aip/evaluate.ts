import { codePointOrder } from "../code-points.ts";

/*
 * Reads and evaluates filters by the published grammar of AIP-160, character by character. It shares no code with the bridge. A condition is
 * true or false. Null is unequal to each value, and neither below nor above it. A repeated field that is null is empty.
 */

type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;

const DATES = new Set(["day", "at"]);
const LISTS = new Set(["tags"]);

/** Returns the test of a filter. @throws Error if it is not a filter of the grammar */
export function readAip(text: string): Test {
  let at = 0;
  const skip = (): boolean => {
    const start = at;
    while (/[ \t\r\n]/.test(text.charAt(at))) at++;
    return at > start;
  };
  const word = (expected: string): boolean => {
    const isNext = text.startsWith(expected, at) && !/[\w*]/.test(text.charAt(at + expected.length));
    if (isNext) at += expected.length;
    return isNext;
  };
  const fail = (): never => {
    throw new Error(`${text} at ${at}`);
  };
  const expect = (character: string): void => {
    if (text.charAt(at) !== character) fail();
    at++;
  };

  const expression = (): Test => {
    const tests = [sequence()];
    for (;;) {
      const start = at;
      if (skip() && word("AND") && skip()) tests.push(sequence());
      else {
        at = start;
        return (row) => tests.every((test) => test(row));
      }
    }
  };
  const sequence = (): Test => {
    const tests = [factor()];
    for (;;) {
      const start = at;
      const isSpaced = skip();
      const isEnd = at === text.length || text.charAt(at) === ")" || /^AND\b/.test(text.slice(at, at + 4));
      if (!isSpaced || isEnd) {
        at = start;
        return (row) => tests.every((test) => test(row));
      }
      tests.push(factor());
    }
  };
  const factor = (): Test => {
    const tests = [term()];
    for (;;) {
      const start = at;
      if (skip() && word("OR") && skip()) tests.push(term());
      else {
        at = start;
        return (row) => tests.some((test) => test(row));
      }
    }
  };
  const term = (): Test => {
    const isNot = word("NOT");
    if (isNot && !skip()) fail();
    if (!isNot && text.charAt(at) === "-") at++;
    else if (!isNot) return simple();
    const of = simple();
    return (row) => !of(row);
  };
  const simple = (): Test => {
    if (text.charAt(at) === "(") {
      at++;
      skip();
      const inner = expression();
      skip();
      expect(")");
      return inner;
    }
    return restriction();
  };
  const restriction = (): Test => {
    const field = value().text;
    skip();
    const comparator = /^(?:<=|>=|!=|[<>=:])/.exec(text.slice(at, at + 2))?.[0] ?? fail();
    at += comparator.length;
    skip();
    const start = at;
    if (text.charAt(at) === "-") at++;
    const { text: to, isQuoted } = value();
    const whole = isQuoted ? to : text.slice(start, at);
    return (row) => compare(comparator, field, row[field], whole, isQuoted);
  };
  const value = (): { readonly text: string; readonly isQuoted: boolean } => {
    const quote = text.charAt(at);
    if (quote === '"' || quote === "'") {
      let found = "";
      for (at++; text.charAt(at) !== quote; at++) {
        if (at >= text.length) fail();
        if (text.charAt(at) === "\\") at++;
        found += text.charAt(at);
      }
      at++;
      return { text: found, isQuoted: true };
    }
    const [found] = /^[\w*]+(?:\.[\w*]+)*(?:e-\d+)?/.exec(text.slice(at)) ?? fail();
    at += found.length;
    return { text: found, isQuoted: false };
  };

  skip();
  if (at === text.length) return () => true;
  const found = expression();
  skip();
  if (at < text.length) fail();
  return found;
}

function compare(
  comparator: string,
  field: string,
  value: unknown,
  text: string,
  isQuoted: boolean,
): boolean {
  if (LISTS.has(field)) {
    if (comparator !== ":") throw new Error(`${field} is compared as a whole`);
    const elements = (value ?? []) as readonly string[];
    if (text === "*" && !isQuoted) return elements.length > 0;
    return elements.some((each) => equal(each, text));
  }
  if (comparator === "!=") return !compare("=", field, value, text, isQuoted);
  const isNull = value === null || value === undefined;
  if (text === "null" && !isQuoted) {
    if (comparator !== "=") throw new Error("null is ordered");
    return isNull;
  }
  if (isNull) return false;
  if (comparator === "=" || comparator === ":") {
    if (typeof value === "string" && !DATES.has(field)) return equal(value, text);
    return order(field, value, text) === 0;
  }
  const found = order(field, value, text);
  if (comparator.startsWith("<")) return found < 0 || (found === 0 && comparator === "<=");
  return found > 0 || (found === 0 && comparator === ">=");
}

/** Compares strings, with `*` at their ends as any text. */
function equal(value: string, pattern: string): boolean {
  const start = pattern.startsWith("*");
  const end = pattern.length > 1 && pattern.endsWith("*");
  const inner = pattern.slice(start ? 1 : 0, end ? -1 : undefined);
  if (start) return end ? value.includes(inner) : value.endsWith(inner);
  return end ? value.startsWith(inner) : value === inner;
}

function order(field: string, value: unknown, text: string): number {
  if (typeof value === "boolean") {
    if (text !== "true" && text !== "false") throw new Error(`${field} is compared with ${text}`);
    return value === (text === "true") ? 0 : 1;
  }
  if (typeof value === "number") return value - Number(text);
  if (DATES.has(field)) return Date.parse(value as string) - Date.parse(text);
  return codePointOrder(value as string, text);
}
