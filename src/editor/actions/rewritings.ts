import type { Call, Expression } from "../../ast/nodes.ts";
import { strengthOf } from "../../ast/nodes.ts";
import { equalExpressions } from "../../ast/equals.ts";
import { quote } from "../../ast/print.ts";
import { isDottedName } from "../../ast/spelling.ts";
import { readNumeral } from "../../ast/literals.ts";
import { usableMember } from "../../checker/member-gate.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import { parameterOf } from "../../functions/definition/arity.ts";
import type { ComparisonRole, LogicRole } from "../../functions/definition/role.ts";
import { elementType } from "../syntax/members.ts";
import { DAY_IN_MILLISECONDS, formatDay } from "../../values/calendar.ts";
import { LAST_DATE, parseTemporal } from "../../values/instant.ts";
import type { Environment } from "../contract/environment.ts";

/** A change of one node. Parts of the text that it keeps are copied, with their white space. */
export interface Rewriting {
  readonly title: string;
  readonly edit: TextEdit;
}

/** The text from which unchanged nodes are copied, and the call around the rewritten node. */
export interface RewritingScope {
  readonly text: string;
  readonly environment: Environment;
  /** The call that the node is an argument of. */
  readonly parent: Call | undefined;
}

type Rewrite<T extends Expression> = (node: T, scope: RewritingScope) => Rewriting | undefined;

/** Rewritings of calls, in the order of the list that people see. */
const OF_CALLS: readonly Rewrite<Call>[] = [
  unwrapSingle,
  disjunctionToIn,
  inToDisjunction,
  wholeDay,
  expandNegation,
  joinNegations,
];

/** Returns the rewritings of one node. Each keeps the rows of the filter, except that of a whole day and those of quotes. */
export function rewritingsOf(node: Expression, scope: RewritingScope): readonly Rewriting[] {
  const rewritings =
    node.kind === "call"
      ? OF_CALLS.map((rewrite) => rewrite(node, scope))
      : [addQuotes(node, scope), removeQuotes(node, scope)];
  return rewritings.filter((rewriting) => rewriting !== undefined);
}

function source({ span }: Expression, { text }: RewritingScope): string {
  return text.slice(span.start, span.end);
}

function replaceNode(node: Expression, title: string, text: string): Rewriting {
  return { title, edit: { span: node.span, text } };
}

/** Returns what a call does, if the function only combines conditions. */
function logicOf({ callee }: Call, { environment }: RewritingScope): LogicRole["operation"] | undefined {
  const role = environment.functions.get(callee)?.role;
  return role?.kind === "logic" ? role.operation : undefined;
}

function relationOf(
  { callee }: Call,
  { environment }: RewritingScope,
): ComparisonRole["relation"] | undefined {
  const role = environment.functions.get(callee)?.role;
  return role?.kind === "comparison" ? role.relation : undefined;
}

/** Returns the name of the function with a role, if filters can call it. */
function nameOf(
  operation: LogicRole["operation"] | ComparisonRole["relation"],
  scope: RewritingScope,
): string | undefined {
  const { functions, catalog } = scope.environment;
  for (const { name, role } of functions.values()) {
    const does =
      role?.kind === "logic" ? role.operation : role?.kind === "comparison" ? role.relation : undefined;
    if (does === operation) return catalog?.functions?.has(name) === false ? undefined : name;
  }
  return undefined;
}

function callText(name: string, args: readonly string[], strength?: string): string {
  return `${name}(${[...(strength === undefined ? [] : [`$${strength}`]), ...args].join(",")})`;
}

/** `and(x)` is x. */
function unwrapSingle(call: Call, scope: RewritingScope): Rewriting | undefined {
  const logic = logicOf(call, scope);
  if (call.args.length !== 1 || (logic !== "and" && logic !== "or")) return undefined;
  return replaceNode(call, `Remove ${call.callee}(…)`, source(call.args[0]!, scope));
}

/** `or(eq(a,1),eq(a,2))` is `in(a,1,2)`. */
function disjunctionToIn(call: Call, scope: RewritingScope): Rewriting | undefined {
  const name = nameOf("in", scope);
  if (name === undefined || logicOf(call, scope) !== "or" || call.args.length < 2) return undefined;
  const tests = call.args.filter((argument): argument is Call => argument.kind === "call");
  const [first] = tests;
  if (first === undefined || tests.length < call.args.length) return undefined;
  const [subject] = first.args;
  const strength = strengthOf(first);
  const isSame = tests.every(
    (test) =>
      relationOf(test, scope) === "eq" &&
      test.args.length === 2 &&
      strengthOf(test) === strength &&
      equalExpressions(test.args[0]!, subject!),
  );
  if (!isSame || subject === undefined) return undefined;
  const values = tests.map(({ args }) => source(args[1]!, scope));
  const text = callText(name, [source(subject, scope), ...values], strength);
  return replaceNode(call, `Write ${name}(…)`, text);
}

/** Maximum number of values of an `in` that is written as an `or`. */
const maxAlternatives = 20;

function inToDisjunction(call: Call, scope: RewritingScope): Rewriting | undefined {
  const [or, eq] = [nameOf("or", scope), nameOf("eq", scope)];
  const [subject, ...values] = call.args;
  if (or === undefined || eq === undefined || subject === undefined) return undefined;
  if (relationOf(call, scope) !== "in" || values.length < 2 || values.length > maxAlternatives)
    return undefined;
  const tests = values.map((value) =>
    callText(eq, [source(subject, scope), source(value, scope)], strengthOf(call)),
  );
  return replaceNode(call, `Write ${or}(${eq}(…),…)`, callText(or, tests));
}

/** `eq(created,2020-01-31)` compares with the first instant of the day. */
function wholeDay(call: Call, scope: RewritingScope): Rewriting | undefined {
  const { catalog } = scope.environment;
  const [member, date] = call.args;
  if (catalog === undefined || relationOf(call, scope) !== "eq" || call.args.length !== 2) return undefined;
  if (member?.kind !== "name" || date?.kind !== "literal" || date.type !== "date") return undefined;
  if (usableMember(catalog, member.name)?.type.type !== "dateTime") return undefined;
  const [and, ge, lt] = [nameOf("and", scope), nameOf("ge", scope), nameOf("lt", scope)];
  if (and === undefined || ge === undefined || lt === undefined) return undefined;
  const { milliseconds } = parseTemporal("date", date.value)!;
  const from = callText(ge, [member.name, date.value]);
  if (milliseconds >= LAST_DATE) return replaceNode(call, `Find the whole day ${date.value}`, from);
  const next = formatDay(milliseconds / DAY_IN_MILLISECONDS + 1);
  const text = callText(and, [from, callText(lt, [member.name, next])]);
  return replaceNode(call, `Find the whole day ${date.value}`, text);
}

/** `not(and(a,b))` is `or(not(a),not(b))`, and the other way around (De Morgan). */
function expandNegation(call: Call, scope: RewritingScope): Rewriting | undefined {
  const [inner] = call.args;
  if (logicOf(call, scope) !== "not" || inner?.kind !== "call" || inner.args.length < 2) return undefined;
  const dual = dualOf(inner, scope);
  if (dual === undefined) return undefined;
  const args = inner.args.map((argument) => callText(call.callee, [source(argument, scope)]));
  return replaceNode(call, `Write ${dual}(${call.callee}(…),…)`, callText(dual, args));
}

function joinNegations(call: Call, scope: RewritingScope): Rewriting | undefined {
  const not = nameOf("not", scope);
  const dual = dualOf(call, scope);
  if (not === undefined || dual === undefined || call.args.length < 2) return undefined;
  const args: string[] = [];
  for (const argument of call.args) {
    const [inner] = argument.kind === "call" && logicOf(argument, scope) === "not" ? argument.args : [];
    if (inner === undefined) return undefined;
    args.push(source(inner, scope));
  }
  return replaceNode(call, `Write ${not}(${dual}(…))`, callText(not, [callText(dual, args)]));
}

/** Returns `or` for a call of `and`, and `and` for one of `or`. */
function dualOf(call: Call, scope: RewritingScope): string | undefined {
  const logic = logicOf(call, scope);
  return logic === "and" ? nameOf("or", scope) : logic === "or" ? nameOf("and", scope) : undefined;
}

const VALUE_TYPES: ReadonlySet<string> = new Set([
  "comparable",
  "text",
  "searchable",
  "searchString",
  "string",
  "any",
]);

/** Whether the node is an argument that can be a string. */
function takesString(node: Expression, { parent, environment }: RewritingScope): boolean {
  const definition = parent && environment.functions.get(parent.callee);
  if (parent === undefined || definition === undefined) return false;
  const parameter = parameterOf(definition, parent.args.indexOf(node), parent.args.length);
  return parameter !== undefined && VALUE_TYPES.has(parameter.type);
}

/**
 * Whether one of the other arguments is a member of strings. Undefined if the types of the members are not known.
 */
function isAmongStrings(
  node: Expression,
  { parent, environment: { catalog } }: RewritingScope,
): boolean | undefined {
  if (catalog === undefined || parent === undefined) return undefined;
  const types = parent.args.flatMap((argument) =>
    argument === node || argument.kind !== "name" ? [] : [usableMember(catalog, argument.name)?.type],
  );
  const knownTypes = types.filter((type) => type !== undefined);
  return knownTypes.length === 0 ? undefined : knownTypes.some((type) => elementType(type) === "string");
}

function addQuotes(node: Expression, scope: RewritingScope): Rewriting | undefined {
  if (node.kind === "call" || (node.kind === "literal" && node.type === "string")) return undefined;
  if (!takesString(node, scope) || isAmongStrings(node, scope) === false) return undefined;
  const { catalog } = scope.environment;
  if (node.kind === "name") {
    const isMember = catalog === undefined || usableMember(catalog, node.name) !== undefined;
    // The first argument is what a call tests: a member and not a string.
    if (isMember || scope.parent?.args.indexOf(node) === 0) return undefined;
  }
  const text = quote(source(node, scope));
  return replaceNode(node, `Write ${show(text)}`, text);
}

function removeQuotes(node: Expression, scope: RewritingScope): Rewriting | undefined {
  if (node.kind !== "literal" || node.type !== "string" || !takesString(node, scope)) return undefined;
  const { value } = node;
  const { catalog } = scope.environment;
  const isName = isDottedName(value) && catalog !== undefined && usableMember(catalog, value) !== undefined;
  const isConstant = value === "true" || value === "false" || isNumeral(value);
  if (!isName && (!isConstant || isAmongStrings(node, scope) === true)) return undefined;
  return replaceNode(node, `Write ${show(value)}`, value);
}

/** Whether a text is a number, a date or a time as a literal. */
function isNumeral(text: string): boolean {
  if (!/^-?\d[\w.:+-]*$/.test(text) || text.length > 64) return false;
  const { node, problem } = readNumeral(text, { start: 0, end: text.length });
  return node !== undefined && problem === undefined;
}
