import { booleanWord, invalidTemporal } from "../ast/literals.ts";
import { localDate } from "../ast/local-dates.ts";
import { makeLiteral } from "../ast/make-node.ts";
import type { Call, Expression, Literal } from "../ast/nodes.ts";
import { printNode, quote } from "../ast/print.ts";
import type { Member, TypeEvidence } from "../catalog/types.ts";
import { diagnostic, replace, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { ACCEPTED, accepts } from "../functions/definition/accepts.ts";
import { testsEquality } from "../functions/definition/role.ts";
import type { FunctionDeclaration, FunctionParameter } from "../functions/definition/types.ts";
import { checkPattern as checkSyntax } from "../pattern/check-pattern.ts";
import { describeType, isScalarType, isTemporal, type ValueType } from "../values/types.ts";
import { patternPosition } from "./advice/argument-order.ts";
import { literalType } from "./literals.ts";
import { parameterAt, stringsOf, type ArgumentShape } from "./argument-shape.ts";
import type { CheckContext } from "./context.ts";
import { checkEnum } from "./enum-values.ts";
import { usableMember } from "./member-gate.ts";
import { literalOfType, readQuotedValue } from "./lenient-corrections.ts";
import { comparable, hasText } from "../values/comparable.ts";
import { ownProperty } from "../values/own-properties.ts";

export interface Typed {
  /** The node after lenient corrections. */
  readonly node: Expression;
  /** Type of the node; undefined if it is unknown. */
  readonly type: ValueType | undefined;
  /** Member that the node names; undefined for other nodes. */
  readonly member: Member | undefined;
}

/** The call around an argument. */
export interface ArgumentCall {
  readonly node: Call;
  readonly index: number;
  readonly signature: ArgumentShape;
}

export function checkArgument(
  typed: Typed,
  parameter: FunctionParameter,
  definition: FunctionDeclaration,
  context: CheckContext,
  call: ArgumentCall,
): Typed {
  const { node, type, member } = typed;
  if (parameter.type === "pattern") {
    checkPattern(node, definition, call, context);
    return { node, type: undefined, member };
  }
  if (parameter.type === "integer") checkInteger(node, parameter, definition, context);
  if (context.catalog !== undefined && type !== undefined && !accepts(parameter, type, definition)) {
    const message = `${definition.name} takes ${ACCEPTED[parameter.type]} here; this is ${describeType(type)}.`;
    context.add(diagnostic("type-mismatch", node.span, message));
    return { node, type: undefined, member };
  }
  return typed;
}

/** Returns whether an argument is a member with a string or a list of strings. */
function hasStrings(node: Expression, { catalog }: CheckContext): boolean {
  if (node.kind !== "name" || catalog === undefined) return false;
  const type = usableMember(catalog, node.name)?.type;
  return type?.type === "string" || (type?.type === "list" && type.items.type === "string");
}

/** Ratio of two limits: the states of all patterns of an expression, divided by the states of one pattern. */
const PATTERNS_PER_EXPRESSION = 4;

function checkPattern(
  pattern: Expression,
  { name }: FunctionDeclaration,
  call: ArgumentCall,
  context: CheckContext,
): void {
  if (pattern.kind !== "literal" || pattern.type !== "string") {
    // A signature with two patterns does not tell which argument stands in the place of which one.
    const order =
      call.signature.patterns === 1
        ? patternPosition(call.node, call.index, (argument) => hasStrings(argument, context))
        : undefined;
    const message = order?.advice ?? `The pattern of ${name} is a string literal, such as 'a.*'.`;
    context.add(
      diagnostic("pattern-not-literal", pattern.span, message, order === undefined ? [] : [order.fix]),
    );
    return;
  }
  const { pattern: length, patternStates } = context.limits;
  const result = checkSyntax(pattern.value, { length, states: patternStates });
  if (result.ok) {
    context.patternStates += result.states * stringsOf(call.signature, call.node.args);
    const maxStates = PATTERNS_PER_EXPRESSION * patternStates;
    if (context.patternStates <= maxStates) return;
    // Prevents a second report for the same expression.
    context.patternStates = -Infinity;
    const message = `The patterns are too expensive: they have more than ${maxStates} states, counted once for each argument.`;
    context.add(diagnostic("pattern-too-expensive", pattern.span, message));
    return;
  }
  // An offset in the pattern can be mapped to the text only if the literal has no doubled quotes.
  const inText = pattern.span.start + 1 + result.offset;
  const plain =
    !pattern.value.includes("'") &&
    !pattern.value.includes('"') &&
    pattern.span.end - pattern.span.start === pattern.value.length + 2;
  const limit = ownProperty(result, "limit");
  const isWhole = limit === "states" && result.offset === 0;
  const span =
    plain && !isWhole && inText < pattern.span.end - 1 ? { start: inText, end: inText + 1 } : pattern.span;
  const code =
    limit === undefined ? "invalid-pattern" : limit === "size" ? "pattern-too-long" : "pattern-too-expensive";
  const message =
    limit === "states"
      ? `The pattern is too expensive: with its repetitions written out, ${result.reason}.`
      : `The pattern is wrong at its character ${result.offset}: ${result.reason}.`;
  context.add(diagnostic(code, span, message));
}

function checkInteger(
  node: Expression,
  parameter: FunctionParameter,
  { name }: FunctionDeclaration,
  context: CheckContext,
): void {
  if (node.kind !== "literal" || node.type !== "number") return;
  const { value } = node;
  const { minimum } = parameter;
  if (typeof value === "number" && !Number.isInteger(value)) {
    context.add(
      diagnostic(
        "not-an-integer",
        node.span,
        `${parameter.name} of ${name} is a whole number, not ${value}.`,
      ),
    );
  } else if (minimum !== undefined && value < minimum) {
    context.add(
      diagnostic(
        "negative-length",
        node.span,
        `${parameter.name} of ${name} is at least ${minimum}, not ${value}.`,
      ),
    );
  }
}

/**
 * Checks that compared arguments have comparable types. Converts quoted literals to the member's type. Returns the same array if
 * nothing is converted.
 */
export function checkComparables(
  call: Call,
  args: readonly Typed[],
  signature: ArgumentShape,
  definition: FunctionDeclaration,
  context: CheckContext,
): readonly Typed[] {
  if (context.catalog === undefined || !signature.compares) return args;
  const [searched, sought] = args;
  const inList = searched?.type?.type === "list";
  if (
    sought?.type !== undefined &&
    searched?.type !== undefined &&
    parameterAt(signature, 1)?.type === "searchString"
  ) {
    if (!inList && !hasText(sought.type)) addMismatch(sought, searched, definition, context);
  }
  let model: Typed | undefined;
  for (let i = 0; i < args.length && model === undefined; i++) {
    const { node, type } = args[i]!;
    if (type !== undefined && node.kind !== "literal" && isCompared(signature, i, inList)) model = args[i];
  }
  let result: Typed[] | undefined;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument.type === undefined || !isCompared(signature, i, inList)) continue;
    const against = argument === model || model === undefined ? (i === 0 ? undefined : args[0]) : model;
    if (against?.type === undefined || against === argument) continue;
    if (comparable(argument.type, against.type)) {
      if (testsEquality(definition.role)) checkEnum(argument.node, against.member, call, context);
      continue;
    }
    const literal =
      argument.node.kind === "literal" && argument.type.type === "string"
        ? readQuotedValue(argument.node, against.type, context)
        : undefined;
    if (literal === undefined) addMismatch(argument, against, definition, context);
    else
      (result ??= [...args])[i] = {
        node: literal,
        type: literalType(literal, context.limits),
        member: undefined,
      };
  }
  return result ?? args;
}

/** Returns whether an argument is compared with the first: in searches only if the first is a list. */
function isCompared(signature: ArgumentShape, index: number, inList: boolean): boolean {
  const takes = parameterAt(signature, index)?.type;
  return takes === "comparable" || (inList && (takes === "searchable" || takes === "searchString"));
}

function addMismatch(
  argument: Typed,
  against: Typed,
  { role }: FunctionDeclaration,
  context: CheckContext,
): void {
  const { node, type } = argument;
  const expected = against.type!;
  const fixes = [];
  const single = expected.type === "list" ? expected.items.type : expected.type;
  // Quotes are offered for equality only. In gt(quantity,'10') they would compare strings: '9' is greater than '10'.
  const isEquality = role?.kind === "comparison" && testsEquality(role);
  const isOther = node.kind === "literal" && node.type !== "string";
  if (isEquality && isOther && single === "string" && isScalarType(type!.type)) {
    fixes.push(context.propose(quotationOf(node), node, makeLiteral("string", printNode(node), node.span)));
  }
  const correction =
    isEquality && single === "boolean" && node.kind === "literal"
      ? booleanWord(String(node.value))
      : undefined;
  if (correction !== undefined) {
    const text = String(correction);
    const literal = makeLiteral("boolean", correction, node.span);
    fixes.push(context.propose(replace(`Write ${text}`, node.span, text), node, literal));
  }
  const expectedText =
    against.node.kind === "name"
      ? `${show(against.node.name)} is ${describeType(expected)}`
      : `the other value is ${describeType(expected)}`;
  const actualText =
    node.kind === "literal"
      ? `${show(printNode(node))} is ${describeType(type!)}`
      : `this is ${describeType(type!)}`;
  const dates = node.kind === "literal" ? quotedDates(node, single) : [];
  fixes.push(...dates.map((literal) => context.propose(replacement(literal), node, literal)));
  const hint = dates.length === 0 ? "" : ` Write ${alternatives(dates.map(({ value }) => String(value)))}.`;
  const message = `${capitalize(expectedText)}, and ${actualText}: they do not compare.${hint}`;
  const { member } = against;
  const evidence = comparable(type!, { type: member?.evidence?.type ?? "string" })
    ? member?.evidence
    : undefined;
  if (member === undefined || evidence === undefined) {
    context.add(diagnostic("type-mismatch", node.span, message, fixes));
    return;
  }
  const name = show(against.node.kind === "name" ? against.node.name : member.name);
  context.add({
    ...diagnostic("type-mismatch", node.span, `${message} ${describeEvidence(name, evidence)}`, fixes),
    inferred: {
      member: member.name,
      type: evidence.type,
      ...(evidence.otherFormat === true && { otherFormat: true }),
      ...(evidence.decimalComma === true && { decimalComma: true }),
    },
  });
}

/** Returns the dates and times that a string can mean, such as '31.12.2024', and that compare with a type. */
function quotedDates({ type, value, span }: Literal, expected: ValueType["type"]): readonly Literal[] {
  if (type !== "string" || !isTemporal(expected)) return [];
  const { fixes } = localDate(value, span) ?? invalidTemporal(value, span);
  return fixes.flatMap(({ edits }) => {
    const literal = literalOfType(edits[0]!.text, { type: expected }, span);
    return literal ?? [];
  });
}

function replacement(literal: Literal): Fix {
  const text = printNode(literal);
  return replace(`Write ${text}`, literal.span, text);
}

/** @example describeEvidence("qty", evidence) // "qty is a string because of 'twelve' in row 57 and 9 more of 1,000 rows." */
function describeEvidence(name: string, { type, misfit, row, more, rows }: TypeEvidence): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const rowCount = `${number(rows)} ${rows === 1 ? "row" : "rows"}`;
  if (misfit === undefined) return `The strings of ${name} in ${rowCount} look like values of type ${type}.`;
  const where = row === undefined ? "" : ` in row ${number(row)}`;
  const otherRows = more === 0 ? (row === undefined ? " in one" : "") : ` and ${number(more)} more`;
  return `${name} is a string because of ${show(quote(misfit))}${where}${otherRows} of ${rowCount}.`;
}

/** Returns the fix that puts quotes around a literal as it is written: 1.50 becomes '1.50', not '1.5'. */
function quotationOf(node: Literal): Fix {
  const { start, end } = node.span;
  const text = printNode(node);
  if (text.length === end - start) return replace(`Write ${quote(text)}`, node.span, quote(text));
  const edits = [start, end].map((at) => ({ span: { start: at, end: at }, text: "'" }));
  return { title: "Put it in quotes", edits };
}

function capitalize(text: string): string {
  return text.startsWith("the ") ? `T${text.slice(1)}` : text;
}
