import { codePointOrder } from "../code-points.ts";

/*
 * An evaluator of OData filters over rows, written from "OData Version 4.01. Part 2: URL Conventions", 5.1.1. It shares no
 * code with the bridge. It has the operators and functions that random filters use.
 */

type Value = string | number | boolean | null | Moment | readonly Value[];
/** A date or an instant. Moments of the same kind compare by `at`. */
interface Moment {
  readonly kind: "date" | "dateTime";
  readonly at: number;
  readonly text: string;
}
type Environment = ReadonlyMap<string, Value>;
type Evaluate = (environment: Environment) => Value;

const TOKENS =
  /\s*(?:('(?:[^']|'')*')|(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[-+]\d\d:\d\d))?)|([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)|([$\p{L}_][\p{L}\d_]*)|([()\[\],:/]))/giuy;

function tokensOf(text: string): string[] {
  const found: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.trimEnd().length) {
    const at = TOKENS.lastIndex;
    const match = TOKENS.exec(text);
    if (match === null) throw new Error(`no token at ${at} of ${text}`);
    found.push(match[0].trim());
  }
  return found;
}

/** Compiles a filter. Only rows for which it is true are kept: neither false nor null. */
export function evaluateOData(text: string): (row: Readonly<Record<string, unknown>>) => boolean {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = (word: string) => tokens[at]?.toLowerCase() === word;
  const take = (word: string) => {
    if (!peek(word)) return false;
    at++;
    return true;
  };
  const expect = (word: string) => {
    if (!take(word)) throw new Error(`expected ${word} at token ${at} (${tokens[at]}) of ${text}`);
  };
  const oneOf = (words: readonly string[]) => words.find((word) => peek(word));

  const level = (words: readonly string[], inner: () => Evaluate) => (): Evaluate => {
    let left = inner();
    for (let word = oneOf(words); word !== undefined; word = oneOf(words)) {
      at++;
      const [a, b, operator] = [left, inner(), word];
      left = (environment) => binary(operator, a(environment), b(environment));
    }
    return left;
  };
  const unary = (): Evaluate => {
    if (!peek("not")) return membership();
    at++;
    const of = unary();
    return (environment) => {
      const value = of(environment);
      return value === null ? null : !value;
    };
  };
  const membership = (): Evaluate => {
    const left = primary();
    if (!take("in")) return left;
    const items = peek("(") ? list("(", ")") : [primary()];
    const isCollection = items.length === 1;
    return (environment) => {
      const value = left(environment);
      const all = items.map((item) => item(environment));
      const among = isCollection && Array.isArray(all[0]) ? (all[0] as readonly Value[]) : all;
      return among.some((each) => isEqual(value, each));
    };
  };
  const list = (open: string, close: string): Evaluate[] => {
    expect(open);
    const items: Evaluate[] = [];
    if (take(close)) return items;
    do items.push(or());
    while (take(","));
    expect(close);
    return items;
  };
  const primary = (): Evaluate => {
    const token = tokens[at]!;
    if (take("(")) {
      const inner = or();
      expect(")");
      return inner;
    }
    if (token === "[") {
      const items = list("[", "]");
      return (environment) => items.map((item) => item(environment));
    }
    at++;
    if (token.startsWith("'")) {
      const value = token.slice(1, -1).replaceAll("''", "'");
      return () => value;
    }
    if (/^\d{4}-/.test(token)) {
      const value = moment(token);
      return () => value;
    }
    if (/^[-+\d]/.test(token)) return () => Number(token);
    if (token === "true" || token === "false") return () => token === "true";
    if (token === "null") return () => null;
    if (peek("(")) {
      const args = list("(", ")");
      return (environment) =>
        call(
          token.toLowerCase(),
          args.map((arg) => arg(environment)),
        );
    }
    return path(token);
  };
  const path = (name: string): Evaluate => {
    const read: Evaluate = (environment) => environment.get(name) ?? null;
    if (!take("/")) return read;
    const elements = (environment: Environment) => (read(environment) ?? []) as readonly Value[];
    if (take("$count")) return (environment) => elements(environment).length;
    const isAny = peek("any");
    at++;
    expect("(");
    if (take(")")) return (environment) => elements(environment).length > 0;
    const variable = tokens[at++]!;
    expect(":");
    const body = or();
    expect(")");
    const holds = (environment: Environment) => (element: Value) =>
      body(new Map([...environment, [variable, element]])) === true;
    return isAny
      ? (environment) => elements(environment).some(holds(environment))
      : (environment) => elements(environment).every(holds(environment));
  };
  const relation = level(
    ["gt", "ge", "lt", "le"],
    level(["add", "sub"], level(["mul", "div", "mod"], unary)),
  );
  const and = level(["and"], level(["eq", "ne"], relation));
  const or: () => Evaluate = level(["or"], and);

  const condition = or();
  if (at < tokens.length) throw new Error(`expected the end at token ${at} (${tokens[at]}) of ${text}`);
  return (row) =>
    condition(new Map(Object.entries(row).map(([name, value]) => [name, ofRow(value)]))) === true;
}

function ofRow(value: unknown): Value {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(value)) return moment(value);
  return (value ?? null) as Value;
}

function moment(text: string): Moment {
  if (text.length === 10) return { kind: "date", at: Date.parse(`${text}T00:00:00Z`), text };
  return { kind: "dateTime", at: Date.parse(text), text };
}

function isMoment(value: Value): value is Moment {
  return typeof value === "object" && value !== null && "at" in value;
}

function isEqual(a: Value, b: Value): boolean {
  return isMoment(a) && isMoment(b) ? a.at === b.at : a === b;
}

/** Returns whether a value is less than another. Strings are ordered by their code points. */
function isLess(a: Value, b: Value): boolean {
  if (isMoment(a) && isMoment(b)) return a.at < b.at;
  if (typeof a === "string" && typeof b === "string") return codePointOrder(a, b) < 0;
  return (a as number) < (b as number);
}

function binary(operator: string, a: Value, b: Value): Value {
  switch (operator) {
    case "and":
      return a === false || b === false ? false : a === null || b === null ? null : true;
    case "or":
      return a === true || b === true ? true : a === null || b === null ? null : false;
    case "eq":
      return isEqual(a, b);
    case "ne":
      return !isEqual(a, b);
    case "gt":
    case "lt":
      if (a === null || b === null) return false;
      return operator === "lt" ? isLess(a, b) : isLess(b, a);
    case "ge":
    case "le":
      if (a === null || b === null) return a === b;
      return isEqual(a, b) || (operator === "le" ? isLess(a, b) : isLess(b, a));
  }
  if (typeof a !== "number" || typeof b !== "number") return null;
  const results: Readonly<Record<string, number>> = {
    add: a + b,
    sub: a - b,
    mul: a * b,
    div: a / b,
    mod: a % b,
  };
  return results[operator]!;
}

function call(name: string, args: readonly Value[]): Value {
  if (args.includes(null)) return null;
  const [first, second, third] = args;
  const text = first as string;
  const part = second as string;
  switch (name) {
    case "contains":
      return text.includes(part);
    case "startswith":
      return text.startsWith(part);
    case "endswith":
      return text.endsWith(part);
    case "length":
      return [...text].length;
    case "indexof":
      return text.indexOf(part) < 0 ? -1 : [...text.slice(0, text.indexOf(part))].length;
    case "tolower":
      return text.toLowerCase();
    case "toupper":
      return text.toUpperCase();
    case "trim":
      return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
    case "concat":
      return text + part;
    case "substring":
      return [...text]
        .slice(Number(second), third === undefined ? undefined : Number(second) + Number(third))
        .join("");
    case "matchespattern":
      return new RegExp(part).test(text);
    case "hassubset":
      return (second as readonly Value[]).every((each) =>
        (first as readonly Value[]).some((other) => isEqual(each, other)),
      );
    case "year":
      return new Date((first as Moment).at).getUTCFullYear();
    case "date":
      return moment(new Date((first as Moment).at).toISOString().slice(0, 10));
    default:
      throw new Error(`no function ${name}`);
  }
}
