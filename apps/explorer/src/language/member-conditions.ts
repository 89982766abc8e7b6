import { parseFilter, type Expression } from "tamis";
import { number, print, string, temporal } from "tamis/ast";
import { NO_CHOICE, type MemberChoice, type SplitFilter } from "../contract/member-choice.ts";

type Choice = { -readonly [K in keyof MemberChoice]: MemberChoice[K] };
type Call = Extract<Expression, { readonly kind: "call" }>;

/**
 * Finds the conditions at the top of a filter that a person can choose for a member. Returns undefined for a text with syntax
 * errors.
 *
 * @example splitFilter("and(gt(size,1),in(state,'a','b'))", "state")
 * // { choice: { keep: ["'a'", "'b'"], … }, rest: "gt(size,1)" }
 */
export function splitFilter(filter: string, member: string): SplitFilter | undefined {
  const conditions = conditionsOf(filter);
  if (conditions === undefined) return undefined;
  const choice: Choice = { ...NO_CHOICE };
  const unread = conditions.filter((condition) => !readNode(condition, member, choice));
  return {
    choice,
    rest: joinConditions(
      unread.map((node) => textOf(filter, node)),
      filter,
    ),
  };
}

/** Replaces the conditions of a member. Returns undefined for a text with syntax errors. */
export function chooseMember(filter: string, member: string, choice: MemberChoice): string | undefined {
  const conditions = conditionsOf(filter);
  if (conditions === undefined) return undefined;
  const texts: string[] = [];
  let isWritten = false;
  const write = () => {
    if (!isWritten) texts.push(...conditionTexts(member, choice));
    isWritten = true;
  };
  for (const condition of conditions) {
    // The new conditions have the position of the old ones.
    if (readNode(condition, member, { ...NO_CHOICE })) write();
    else texts.push(textOf(filter, condition));
  }
  write();
  return joinConditions(texts, filter);
}

/** Joins conditions with `and`. Conditions of a text with several lines have a line each. */
export function joinConditions(texts: readonly string[], layout = ""): string {
  if (texts.length < 2) return texts[0] ?? "";
  return layout.includes("\n") ? `and(\n  ${texts.join(",\n  ")}\n)` : `and(${texts.join(",")})`;
}

/** Returns the literal for a value of the data; undefined for a value that filters cannot name. */
export function literalOf(value: unknown, type: string): string | undefined {
  switch (typeof value) {
    case "number":
    case "bigint":
      return print(number(value));
    case "boolean":
      return String(value);
    case "string":
      return print(
        type === "date" || type === "time" || type === "dateTime" ? temporal(type, value) : string(value),
      );
    default:
      return undefined;
  }
}

function conditionsOf(filter: string): readonly Expression[] | undefined {
  if (filter.trim() === "") return [];
  const { expression } = parseFilter(filter);
  if (expression === undefined) return undefined;
  return isCall(expression, "and") ? expression.args : [expression];
}

function textOf(filter: string, { span }: Expression): string {
  return filter.slice(span.start, span.end);
}

/** Adds a condition to the choice of a member. Returns false for a condition that is about something else. */
function readNode(node: Expression, member: string, choice: Choice): boolean {
  if (isName(node, member)) return keep(choice, ["true"]);
  if (!isPlainCall(node)) return false;
  const [first, ...operands] = node.args;
  switch (node.callee) {
    case "eq":
      return isName(first, member) && keep(choice, literals(operands));
    case "in":
      return isName(first, member) && keep(choice, literals(operands));
    case "ne":
      return isName(first, member) && exclude(choice, literals(operands));
    case "isNull":
      if (!isName(first, member)) return false;
      choice.nulls = "only";
      return true;
    case "not":
      return readNot(first, member, choice);
    case "or":
      return readOr(node, member, choice);
    case "ge":
    case "gt":
    case "le":
    case "lt":
      return isName(first, member) && addBound(choice, node.callee, literals(operands));
    case "and": {
      const copy = { ...choice };
      if (!node.args.every((part) => isBound(part, member) && readNode(part, member, copy))) return false;
      Object.assign(choice, copy);
      return true;
    }
    default:
      return false;
  }
}

function readNot(node: Expression | undefined, member: string, choice: Choice): boolean {
  if (node === undefined) return false;
  if (isName(node, member)) return keep(choice, ["false"]);
  if (!isPlainCall(node) || !isName(node.args[0], member)) return false;
  if (node.callee === "isNull") {
    choice.nulls = "none";
    return true;
  }
  return (node.callee === "in" || node.callee === "eq") && exclude(choice, literals(node.args.slice(1)));
}

/** Reads `or(in(m,…),isNull(m))`, and `or(ne(m,…),isNull(m))`, which excludes values and keeps rows without one. */
function readOr(node: Call, member: string, choice: Choice): boolean {
  const copy: Choice = { ...NO_CHOICE };
  if (!node.args.every((part) => readNode(part, member, copy))) return false;
  const { keep: included, exclude: excluded, nulls, range } = copy;
  if (nulls !== "only" || range !== undefined || included.length > 0 === excluded.length > 0)
    return (
      included.length === 2 &&
      included.every((value) => value === "true" || value === "false") &&
      keep(choice, included)
    );
  if (excluded.length > 0) return exclude(choice, excluded);
  choice.nulls = "only";
  return keep(choice, included);
}

/** Two lists of kept values keep their common ones, which one list cannot show. */
function keep(choice: Choice, values: readonly string[] | undefined): boolean {
  if (values === undefined || choice.keep.length > 0) return false;
  choice.keep = values;
  return true;
}

function exclude(choice: Choice, values: readonly string[] | undefined): boolean {
  if (values === undefined) return false;
  choice.exclude = [...choice.exclude, ...values];
  return true;
}

function addBound(choice: Choice, callee: string, values: readonly string[] | undefined): boolean {
  const value = values?.[0];
  if (value === undefined) return false;
  const range = choice.range ?? { from: "", to: "", includesTo: false };
  if (callee === "ge") {
    if (range.from !== "") return false;
    choice.range = { ...range, from: value };
    return true;
  }
  if (callee === "gt" || range.to !== "") return false;
  choice.range = { ...range, to: value, includesTo: callee === "le" };
  return true;
}

function isBound(node: Expression, member: string): boolean {
  return isPlainCall(node) && /^(?:ge|le|lt)$/.test(node.callee) && isName(node.args[0], member);
}

function isCall(node: Expression, callee: string): node is Call {
  return node.kind === "call" && node.callee === callee;
}

/** A comparison with a strength of its own is not one that was chosen from a list. */
function isPlainCall(node: Expression): node is Call {
  return node.kind === "call" && !Object.hasOwn(node, "strength");
}

function isName(node: Expression | undefined, member: string): boolean {
  return node?.kind === "name" && node.name === member;
}

/** Returns undefined if a node is no literal. */
function literals(nodes: readonly Expression[]): readonly string[] | undefined {
  return nodes.length > 0 && nodes.every(({ kind }) => kind === "literal")
    ? nodes.map((node) => print(node))
    : undefined;
}

function conditionTexts(member: string, choice: MemberChoice): readonly string[] {
  const { keep: included, exclude: excluded, nulls, range } = choice;
  const isNull = `isNull(${member})`;
  const texts: string[] = [];
  if (included.length > 0) {
    const text = keptText(member, included);
    texts.push(nulls === "only" ? `or(${text},${isNull})` : text);
  } else if (nulls === "only") texts.push(isNull);
  if (excluded.length > 0) {
    const text =
      excluded.length === 1 ? `ne(${member},${excluded[0]!})` : `not(in(${member},${excluded.join(",")}))`;
    // Without it, rows without a value would be excluded, too: their comparison is unknown.
    texts.push(nulls === "none" || included.length > 0 ? text : `or(${text},${isNull})`);
  }
  if (nulls === "none") texts.push(`not(${isNull})`);
  if (range !== undefined) {
    if (range.from !== "") texts.push(`ge(${member},${range.from})`);
    if (range.to !== "") texts.push(`${range.includesTo ? "le" : "lt"}(${member},${range.to})`);
  }
  return texts;
}

function keptText(member: string, values: readonly string[]): string {
  const booleans: Readonly<Record<string, string>> = { true: member, false: `not(${member})` };
  const conditions = values.map((value) => (Object.hasOwn(booleans, value) ? booleans[value]! : undefined));
  if (conditions.every((condition) => condition !== undefined))
    return conditions.length === 1 ? conditions[0]! : `or(${conditions.join(",")})`;
  return values.length === 1 ? `eq(${member},${values[0]!})` : `in(${member},${values.join(",")})`;
}
