import { makeCall } from "../ast/make-node.ts";
import { printNode } from "../ast/print.ts";
import { strengthOf, type Call } from "../ast/nodes.ts";
import { diagnostic, replace, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";
import { acceptsCount } from "../functions/definition/arity.ts";
import { clockFunctionNamed, type ClockFunction } from "../functions/factories/clock-names.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import type { PartialCall } from "../parser/partial-tree.ts";
import { rewriteForeignCall, typesIn } from "../parser/foreign/foreign-calls.ts";
import type { CheckContext } from "./context.ts";
import { usableMember } from "./member-gate.ts";

export type CallHead = Pick<Call, "callee" | "span">;

export function calleeSpan({ span, callee }: CallHead) {
  return span.end === 0 ? span : { start: span.start, end: span.start + callee.length };
}

export function isAllowed(name: string, { catalog }: Pick<CheckContext, "catalog">): boolean {
  return catalog?.functions === undefined || catalog.functions.has(name);
}

/** Maximum number of functions that a message mentions. */
const maxMentioned = 4;

/**
 * Reports an unknown function. Its fixes write a function that has the same arguments: one with this name in another
 * language, or with a very similar name. Other functions are only mentioned.
 */
export function addUnknownFunction(call: Call | PartialCall, context: CheckContext): void {
  if (context.isFull) return;
  const { callee } = call;
  if (call.kind === "call" && addForeignCall(call, call, context)) return;
  const allowed = [...context.functions.values()].filter(({ name }) => isAllowed(name, context));
  const functionsWith = (names: "aliases" | "negatedAliases" | "relatedNames") =>
    allowed.filter((declaration) => includesName(declaration[names], callee));
  const aliased = functionsWith("aliases");
  const canNegate = aliased.length === 0 && isAllowed("not", context);
  const opposite = canNegate ? allowed.filter((declaration) => isOpposite(callee, declaration)) : [];
  const isKnown = aliased.length > 0 || opposite.length > 0;
  const near = isKnown ? [] : suggest(callee, similarNames(call, allowed));
  const related = isKnown ? [] : functionsWith("relatedNames").map(({ name }) => name);
  const fixes = [
    ...aliased.map(({ name }) => renaming(call, name, context)),
    ...opposite.map(({ name }) => negation(call, name, context)),
    ...near.filter((name) => isProbablyMeant(callee, name)).map((name) => renaming(call, name, context)),
  ];
  const mentioned = [
    ...aliased.map(({ name }) => name),
    ...opposite.map(({ name }) => `not(${name}(…))`),
    ...related,
    ...near.filter((name) => !related.includes(name)),
  ].slice(0, maxMentioned);
  const clock = isKnown ? undefined : clockFunctionNamed(callee);
  if (clock !== undefined) {
    const message = `There is no function ${show(callee)} here: ${adviceWithoutClock(clock)}`;
    context.add(diagnostic("unknown-function", calleeSpan(call), message));
    return;
  }
  const hint = mentioned.length === 0 ? "" : ` Did you mean ${alternatives(mentioned)}?`;
  context.add(
    diagnostic("unknown-function", calleeSpan(call), `There is no function ${show(callee)}.${hint}`, fixes),
  );
}

/**
 * Reports a call of another language, such as `like(name,'a%')` or `eq(year(created),2024)`, whose fix replaces the whole call.
 * Returns false if it has no certain meaning here.
 */
export function addForeignCall(call: Call, unknown: Call, context: CheckContext): boolean {
  const { catalog } = context;
  const translated = rewriteForeignCall(
    call,
    typesIn((name) => (catalog === undefined ? undefined : usableMember(catalog, name))),
  );
  if (translated === undefined) return false;
  const text = printNode(translated);
  const message = `There is no function ${show(unknown.callee)}. Write ${show(text)}.`;
  const fix = context.propose(replace(`Write ${show(text)}`, call.span, text), call, translated);
  context.add(diagnostic("unknown-function", calleeSpan(unknown), message, [fix]));
  return true;
}

/** Literals to write instead of the clock functions, if the service does not allow these. */
const INSTEAD = {
  now: "Write a date-time, such as 2026-01-31T12:00:00Z.",
  today: "Write a date, such as 2026-01-31.",
  ago: "Write a date or a date-time, such as 2026-01-31.",
} as const;

/** Returns the rest of a sentence about a clock function that the service does not allow. */
export function adviceWithoutClock(clock: ClockFunction): string {
  return `this service does not offer now(), today() and ago(…). ${INSTEAD[clock]}`;
}

function includesName(names: readonly string[] | undefined, callee: string): boolean {
  const folded = callee.toLowerCase();
  return names?.some((name) => name.toLowerCase() === folded) === true;
}

/** The prefixes of names such as `notIn`, `isNotNull`, `doesNotContain` and `nand`. */
const NEGATION = /^(?:is_?not|does_?not|not|n)_?/i;

/** Returns whether a name means the opposite of a condition: the function or an alias with a prefix that negates, or a negated alias. */
function isOpposite(
  callee: string,
  { name, aliases = [], negatedAliases, result, role }: FunctionDeclaration,
): boolean {
  if (includesName(negatedAliases, callee)) return true;
  const isNegation = role?.kind === "logic" && role.operation === "not";
  const prefix = result === "boolean" && !isNegation ? NEGATION.exec(callee)?.[0] : undefined;
  if (prefix === undefined) return false;
  const rest = foldName(callee.slice(prefix.length));
  return [name, ...aliases].some((known) => [rest, `is${rest}`].includes(foldName(known)));
}

/** Folds the case of a name, its underscores, and the third person of its verb: `startsWith` and `START_WITH`. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", "")
    .replace(/s(?=(?:with)?$)/, "");
}

/** Returns similar names of functions that accept the number of arguments. In a broken text the number is unknown. */
function similarNames(call: Call | PartialCall, allowed: readonly FunctionDeclaration[]): string[] {
  return allowed
    .filter((definition) => call.kind === "partialCall" || acceptsCount(definition, call.args.length))
    .map(({ name }) => name);
}

function renaming(call: Call | PartialCall, name: string, context: CheckContext): Fix {
  const fix = replace(`Write ${name}`, calleeSpan(call), name);
  return call.kind === "partialCall" ? fix : context.propose(fix, call, renameCall(call, name));
}

function negation(call: Call | PartialCall, name: string, context: CheckContext): Fix {
  const { span } = call;
  const edits = [
    { span: calleeSpan(call), text: `not(${name}` },
    { span: { start: span.end, end: span.end }, text: ")" },
  ];
  const fix = { title: `Write not(${name}(…))`, edits };
  if (call.kind === "partialCall") return fix;
  return context.propose(fix, call, makeCall("not", undefined, [renameCall(call, name)], span));
}

function renameCall(call: Call, name: string): Call {
  return makeCall(name, strengthOf(call), call.args, call.span);
}
