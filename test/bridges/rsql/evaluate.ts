import { isComparisonNode, type ComparisonNode, type ExpressionNode } from "@rsql/ast";
import { codePointOrder } from "../code-points.ts";

/*
 * Evaluates the tree that @rsql/parser reads, as rsql-jpa-specification does with a database that compares strings by their code
 * points: three-valued logic, LIKE for values with *, and a join for lists. Written from the documentation of that library,
 * independently of the bridge.
 */

type Row = Readonly<Record<string, unknown>>;
type Truth = boolean | undefined;
type Compare = (value: unknown) => Truth;

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

const or = (parts: readonly Truth[]): Truth =>
  parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;

/** Returns whether a server with a database keeps a row. */
export function matchesRsql(node: ExpressionNode, row: Row): boolean {
  return truthOf(node, row) === true;
}

function truthOf(node: ExpressionNode, row: Row): Truth {
  if (isComparisonNode(node)) return testOf(node, row);
  const parts = [node.left, node.right].map((each) => truthOf(each, row));
  const isOr = node.operator === "," || node.operator === "or";
  return isOr ? or(parts) : not(or(parts.map(not)));
}

function testOf({ left, operator, right }: ComparisonNode, row: Row): Truth {
  const value = row[left.selector] ?? null;
  const texts = typeof right.value === "string" ? [right.value] : right.value;
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  const isFalse = texts[0] === "false";
  if (operator === "=isnull=") return isEmpty !== isFalse;
  if (operator === "=notnull=") return isEmpty === isFalse;
  if (operator === "=exists=") return isEmpty === isFalse;
  const test = testOfValue(left.selector, operator, texts);
  return Array.isArray(value) ? or([undefined, ...value.map(test)]) : test(value);
}

function testOfValue(name: string, operator: string, texts: readonly string[]): Compare {
  const [text, second] = texts as [string, string];
  const order =
    (at: string, holds: (order: number) => boolean): Compare =>
    (value) =>
      value === null ? undefined : holds(compare(name, value, at));
  const like =
    (pattern: string, fold = (each: string) => each): Compare =>
    (value) =>
      value === null ? undefined : isLike(fold(value as string), fold(pattern));
  const upper = (each: string) => each.toUpperCase();
  const among: Compare = (value) => or(texts.map((each) => order(each, (found) => found === 0)(value)));
  const between: Compare = (value) =>
    not(or([order(text, (found) => found < 0)(value), order(second, (found) => found > 0)(value)]));
  const equal: Compare = (value) => {
    const isText = /^(?:name|code|label|tags)$/.test(name);
    if (!isText && text === "null") return value === null;
    if (!isText) return order(text, (found) => found === 0)(value);
    if (value === null) return undefined;
    const plain = text.includes("^") ? text.replaceAll("^", "") : text;
    const fold = text.includes("^") ? upper : (each: string) => each;
    if (text.includes("*")) return like(plain.replaceAll("*", "%"), fold)(value);
    return fold(value as string) === fold(plain);
  };
  const negated =
    (of: Compare): Compare =>
    (value) =>
      not(of(value));
  switch (operator) {
    case "==":
      return equal;
    case "!=":
      return negated(equal);
    case "<":
    case "=lt=":
      return order(text, (found) => found < 0);
    case "<=":
    case "=le=":
      return order(text, (found) => found <= 0);
    case ">":
    case "=gt=":
      return order(text, (found) => found > 0);
    case ">=":
    case "=ge=":
      return order(text, (found) => found >= 0);
    case "=in=":
      return among;
    case "=out=":
      return negated(among);
    case "=bt=":
      return between;
    case "=nb=":
      return negated(between);
    case "=like=":
      return like(`%${text}%`);
    case "=notlike=":
      return negated(like(`%${text}%`));
    case "=ilike=":
      return like(`%${text}%`, upper);
    case "=inotlike=":
      return negated(like(`%${text}%`, upper));
    case "=icase=":
      return (value) => (value === null ? undefined : upper(value as string) === upper(text));
    case "=contains=":
      return (value) => (value === null ? undefined : (value as string).includes(text));
    case "=sw=":
      return (value) => (value === null ? undefined : (value as string).startsWith(text));
    case "=ew=":
      return (value) => (value === null ? undefined : (value as string).endsWith(text));
    default:
      throw new Error(`no operator ${operator}`);
  }
}

/** Compares a value of a row with a text, which has the type of the value. */
function compare(name: string, value: unknown, text: string): number {
  if (typeof value === "number") return Math.sign(value - Number(text));
  if (typeof value === "boolean") return Number(value) - Number(text === "true");
  if (name === "day" || name === "at") return Math.sign(Date.parse(value as string) - Date.parse(text));
  return codePointOrder(value as string, text);
}

/** Returns the result of PostgreSQL's LIKE, with a backslash as the escape character. */
function isLike(value: string, pattern: string): boolean {
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const source = pattern.replaceAll(/\\([^])|[^]/gu, (part: string, ordinary?: string) => {
    if (ordinary !== undefined) return escaped(ordinary);
    return part === "%" ? ".*" : part === "_" ? "." : escaped(part);
  });
  return new RegExp(`^(?:${source})$`, "su").test(value);
}
