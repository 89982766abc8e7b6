import { isComparisonName } from "../../functions/definition/comparisons.ts";
import { booleanWord } from "../../ast/literals.ts";
import { makeCall, makeLiteral, withArguments } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import { rewrite } from "../../ast/walk.ts";
import type { TemporalType } from "../../values/instant.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { likeSearch, regexSearch, type Search } from "../../readers/patterns.ts";

/* Calls of other languages whose translation is more than another name. */

/** Type of a member. Undefined if it is unknown, as without a catalog. */
export type TypeOf = (node: Name) => string | undefined;

type Rewrite = (args: readonly Expression[], call: Call, typeOf: TypeOf) => Expression | undefined;

/** Returns the same condition as a call of this language. Undefined if there is none, or if its meaning is uncertain. */
export function rewriteForeignCall(call: Call, typeOf: TypeOf): Expression | undefined {
  const [first] = call.args;
  if (isComparisonName(call.callee) && first?.kind === "call") return rewriteDatePart(call, first, typeOf);
  return REWRITES.get(fold(call.callee))?.(call.args, call, typeOf);
}

const fold = (callee: string) => callee.toLowerCase().replaceAll("_", "");

/** Type of the value of a node. The functions that change the case of a string return strings. */
function typeIn(node: Expression | undefined, typeOf: TypeOf): string | undefined {
  if (node?.kind === "name") return typeOf(node);
  return node?.kind === "call" && /^(?:down|up)Case$/.test(node.callee) ? "string" : undefined;
}

/** Tests a string. A list has other rows: `contains(tags,'x')` compares whole elements. */
const onString =
  (make: (value: string, args: readonly Expression[], call: Call) => Expression | undefined): Rewrite =>
  (args, call, typeOf) => {
    const [operand, value] = args;
    const type = typeIn(operand, typeOf);
    if (args.length !== 2 || operand?.kind === "literal" || (type !== undefined && type !== "string"))
      return undefined;
    return value?.kind === "literal" && value.type === "string" ? make(value.value, args, call) : undefined;
  };

function makeSearch(
  search: Search | undefined,
  [operand]: readonly Expression[],
  call: Call,
): Expression | undefined {
  if (search === undefined) return undefined;
  const { span } = call;
  if (search.callee === "present")
    return makeCall("not", undefined, [makeCall("isNull", undefined, [operand!], span)], span);
  const strength = search.ignoresCase ? "secondary" : strengthOf(call);
  return makeCall(search.callee, strength, [operand!, makeLiteral("string", search.value, span)], span);
}

const like = (ignoresCase: boolean): Rewrite =>
  onString((value, args, call) => makeSearch(likeSearch(value, ignoresCase), args, call));
const regex = (flags: string): Rewrite =>
  onString((value, args, call) => makeSearch(regexSearch(value, flags), args, call));
const ignoringCase = (callee: string): Rewrite =>
  onString((_, args, call) => makeCall(callee, "secondary", args, call.span));
const negate =
  (rewrite: Rewrite): Rewrite =>
  (args, call, typeOf) => {
    const positive = rewrite(args, call, typeOf);
    return positive && makeCall("not", undefined, [positive], call.span);
  };

const between: Rewrite = ([node, low, high, ...rest], call) =>
  node === undefined || low === undefined || high === undefined || rest.length > 0 || node.kind === "literal"
    ? undefined
    : makeCall("le", strengthOf(call), [low, node, high], call.span);

/** Compares the length of a list with 0, or a string with ''. */
const empty =
  (ofString: "eq" | "ne", ofList: "eq" | "gt"): Rewrite =>
  ([operand, ...rest], { span }, typeOf) => {
    const type = rest.length > 0 ? undefined : typeIn(operand, typeOf);
    if (type === "string")
      return makeCall(ofString, undefined, [operand!, makeLiteral("string", "", span)], span);
    if (type !== "list" && type !== "map") return undefined;
    const length = makeCall("length", undefined, [operand!], span);
    return makeCall(ofList, undefined, [length, makeLiteral("number", 0, span)], span);
  };

const length =
  (...types: readonly string[]): Rewrite =>
  ([operand, ...rest], { span }, typeOf) =>
    rest.length === 0 && types.includes(typeIn(operand, typeOf) ?? "")
      ? makeCall("length", undefined, [operand!], span)
      : undefined;

const element: Rewrite = (args, { span }, typeOf) =>
  args.length === 2 && typeIn(args[0], typeOf) === "list" && args[1]!.kind === "literal"
    ? makeCall("contains", undefined, args, span)
    : undefined;

const differ: Rewrite = (args, { span }, typeOf) => {
  const isCondition = (node: Expression) =>
    node.kind === "call" ? !VALUE_CALLS.has(node.callee) : typeIn(node, typeOf) === "boolean";
  return args.length === 2 && args.every(isCondition) ? makeCall("ne", undefined, args, span) : undefined;
};
const VALUE_CALLS: ReadonlySet<string> = new Set(["length", "downCase", "upCase", "substr"]);

/** Rewritings by the name of the call, in lower case and without `_`. */
const REWRITES: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ["between", between],
  ["isbetween", between],
  ["inrange", between],
  ["notbetween", negate(between)],
  ["like", like(false)],
  ["ilike", like(true)],
  ["notlike", negate(like(false))],
  ["notilike", negate(like(true))],
  ...["regex", "regexp", "rlike", "regexplike", "regexpmatches", "regexpcontains", "search"].map(
    (name): [string, Rewrite] => [name, regex("")],
  ),
  ["iregex", regex("i")],
  ["icontains", ignoringCase("contains")],
  ["containsignorecase", ignoringCase("contains")],
  ["istartswith", ignoringCase("startsWith")],
  ["startswithignorecase", ignoringCase("startsWith")],
  ["iendswith", ignoringCase("endsWith")],
  ["endswithignorecase", ignoringCase("endsWith")],
  ["iexact", ignoringCase("eq")],
  ["iequals", ignoringCase("eq")],
  ["equalsignorecase", ignoringCase("eq")],
  ["any", element],
  ["arraycontains", element],
  ["listcontains", element],
  ["count", length("list", "map")],
  ["cardinality", length("list", "map")],
  ["arraylength", length("list")],
  ["size", length("list", "map", "string")],
  ["empty", empty("eq", "eq")],
  ["isempty", empty("eq", "eq")],
  ["notempty", empty("ne", "gt")],
  ["isnotempty", empty("ne", "gt")],
  ["xor", differ],
]);

/** Writes a comparison of `year(created)` or `date(created)` as the range of that year or day, in UTC. */
function rewriteDatePart(call: Call, part: Call, typeOf: TypeOf): Expression | undefined {
  const [operand, ...rest] = part.args;
  const [, value, ...more] = call.args;
  const type = typeIn(operand, typeOf);
  if (operand?.kind !== "name" || rest.length > 0 || more.length > 0 || value?.kind !== "literal")
    return undefined;
  if (type !== undefined && type !== "date" && type !== "dateTime") return undefined;
  const range = RANGES.get(fold(part.callee))?.(value);
  if (range === undefined) return undefined;
  const { span } = call;
  const [start, end] = range.map((date) => makeLiteral<TemporalType>("date", date, span));
  const test = (callee: string, bound: Expression) => makeCall(callee, undefined, [operand, bound], span);
  switch (call.callee) {
    case "eq":
      return makeCall("and", undefined, [test("ge", start!), test("lt", end!)], span);
    case "ne":
      return makeCall("or", undefined, [test("lt", start!), test("ge", end!)], span);
    case "lt":
    case "ge":
      return test(call.callee, start!);
    default:
      return test(call.callee === "le" ? "lt" : "ge", end!);
  }
}

type Range = readonly [start: string, end: string];

function yearOf({ value }: Literal): Range | undefined {
  const year = Number(value);
  if (typeof value === "boolean" || !Number.isInteger(year) || year < 1 || year > 9998) return undefined;
  const first = (number: number) => `${String(number).padStart(4, "0")}-01-01`;
  return [first(year), first(year + 1)];
}

function dayOf({ type, value }: Literal): Range | undefined {
  if ((type !== "date" && type !== "string") || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const start = Date.parse(`${value}T00:00:00Z`);
  const day = Number.isNaN(start) ? "" : new Date(start).toISOString().slice(0, 10);
  // `2023-02-30` is no day. The end of the last day that can be written is not a date.
  if (day !== value || day.startsWith("9999-12-31")) return undefined;
  return [day, new Date(start + 86_400_000).toISOString().slice(0, 10)];
}

const RANGES: ReadonlyMap<string, (value: Literal) => Range | undefined> = new Map([
  ["year", yearOf],
  ["getfullyear", yearOf],
  ["date", dayOf],
  ["todate", dayOf],
]);

/** Rewrites the foreign calls of a translated tree. */
export function rewriteForeignCalls(expression: Expression, typeOf: TypeOf): Expression {
  return rewrite(expression, (node) => {
    if (node.kind !== "call") return node;
    const [left, right, ...more] = node.args;
    const isEquality = /^(?:eq|ne)$/.test(node.callee) && right !== undefined && more.length === 0;
    const call = isEquality
      ? withArguments(node, [
          booleanBeside(left!, right, typeOf) ?? left!,
          booleanBeside(right, left!, typeOf) ?? right,
        ])
      : node;
    return rewriteForeignCall(call, typeOf) ?? call;
  });
}

/** Returns the boolean that a word beside a boolean member means: `active = yes`. */
function booleanBeside(node: Expression, member: Expression, typeOf: TypeOf): Literal | undefined {
  if (member.kind !== "name" || typeOf(member) !== "boolean") return undefined;
  const word =
    node.kind === "name" && typeOf(node) === undefined
      ? node.name
      : node.kind === "literal"
        ? String(node.value)
        : "";
  const value = booleanWord(word);
  return value === undefined ? undefined : makeLiteral("boolean", value, node.span);
}

/** Types of the members of a catalog. */
export function typesIn(find: (name: string) => { readonly type?: unknown } | undefined): TypeOf {
  return ({ name }) => {
    const type = ownProperty((find(name)?.type ?? {}) as { type?: unknown }, "type");
    return typeof type === "string" ? type : undefined;
  };
}
