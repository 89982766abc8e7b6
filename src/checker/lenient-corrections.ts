import { strengthOf, type Call, type Expression, type Literal, type Name } from "../ast/nodes.ts";
import { makeCall, makeLiteral, makeName, withArguments } from "../ast/make-node.ts";
import { printNode, quote } from "../ast/print.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { clockFunctionNamed } from "../functions/factories/clock-names.ts";
import { booleanWord, readNumeral } from "../ast/literals.ts";
import { classifyTemporal } from "../values/instant.ts";
import { describeType, isNumeric, isTemporal, type ValueType } from "../values/types.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import { strengthFirst } from "./advice/argument-order.ts";
import type { ArgumentShape } from "./argument-shape.ts";
import type { CheckContext } from "./context.ts";
import { memberOfLiteral } from "./literals.ts";
import { usableMember } from "./member-gate.ts";
import { adviceWithoutClock, isAllowed } from "./unknown-function.ts";

/* Lenient corrections with a warning and a fix (grammar.md, "Strict and lenient"). All need a catalog. */

/**
 * Corrects `eq('projectId','p1')`: a quoted first argument becomes a member if it is the name of one, or of its property, such as a
 * column `Country Name`, and if all other arguments are literals.
 */
export function readQuotedMember(call: Call, signature: ArgumentShape, context: CheckContext): Call {
  const first = call.args[0];
  if (context.catalog === undefined || first?.kind !== "literal" || first.type !== "string") return call;
  const takes = signature.parameters[0]?.type;
  const literals = call.args.slice(1);
  if (takes === undefined || takes === "condition" || takes === "pattern") return call;
  if (!literals.every((argument) => argument.kind === "literal")) return call;
  const name = readQuotedName(first, context);
  return name === undefined ? call : withArguments(call, [name, ...literals]);
}

/** Corrects a quoted name, also as a sort key: `'projectId':descending`. Undefined if the literal is not the name of a member. */
export function readQuotedName(literal: Literal, context: CheckContext): Name | undefined {
  if (context.catalog === undefined || literal.type !== "string") return undefined;
  const name = memberOfLiteral(literal, context.catalog);
  if (name === undefined) return undefined;
  const fix = replace(`Write ${name}`, literal.span, name);
  const quoted = show(quote(literal.value));
  const message =
    name === literal.value
      ? `${quoted} is read as the member; names stand without quotes.`
      : `${quoted} is read as the member ${name}, which is its name in expressions.`;
  context.addCorrection(diagnostic("quoted-member", literal.span, message, [fix]));
  return makeName(name, literal.span);
}

const NULL_WORDS = new Set(["null", "undefined", "nil", "none", "NULL", "None"]);

/** Corrects `eq(contentType,folder)`: an unknown name in value position becomes a string. Undefined for `null`, which is an error. */
export function readBareWord(
  node: Expression,
  call: Call,
  definition: FunctionDeclaration,
  context: CheckContext,
): Expression | undefined {
  if (node.kind !== "name") return node;
  const { catalog } = context;
  if (catalog !== undefined && usableMember(catalog, node.name) !== undefined) return node;
  if (
    node.name === "null" ||
    node.name === "undefined" ||
    (catalog !== undefined && NULL_WORDS.has(node.name))
  ) {
    addNullLiteral(node, call, context);
    return undefined;
  }
  if (catalog === undefined) return node;
  const lower = node.name.toLowerCase();
  if ((lower === "true" || lower === "false") && comparesBoolean(call, context)) {
    const message = `There is no member '${show(node.name)}' here; it is read as the value ${lower}.`;
    const fix = replace(`Write ${lower}`, node.span, lower);
    context.addCorrection(diagnostic("unquoted-string", node.span, message, [fix]));
    return makeLiteral("boolean", lower === "true", node.span);
  }
  const value = booleanWord(node.name);
  if (value !== undefined && comparesBoolean(call, context)) {
    const fix = replace(`Write ${String(value)}`, node.span, String(value));
    const proposed = context.propose(fix, node, makeLiteral("boolean", value, node.span));
    const message = `A boolean is true or false, not ${show(node.name)}.`;
    context.add(diagnostic("type-mismatch", node.span, message, [proposed]));
    return undefined;
  }
  const clock = clockFunctionNamed(node.name);
  if (clock !== undefined && clock !== "ago" && hasMember(call, context, isTemporal)) {
    addClockWord(node, clock, context);
    return undefined;
  }
  const text = quote(node.name);
  const order = strengthFirst(node, call, definition);
  const message = `There is no member '${show(node.name)}' here; it is read as the string ${show(text)}.`;
  context.addCorrection(
    order === undefined
      ? diagnostic("unquoted-string", node.span, message, [replace(`Write ${text}`, node.span, text)])
      : diagnostic("unquoted-string", node.span, `${message} ${order.advice}`, [order.fix]),
  );
  return makeLiteral("string", node.name, node.span);
}

/** `eq(primary,name,'x')`: an unknown name in front is a strength without its `$`. Undefined for such a name, an error. */
export function readFirstWord(
  node: Expression,
  call: Call,
  definition: FunctionDeclaration,
  context: CheckContext,
): Expression | undefined {
  const { catalog } = context;
  if (node.kind !== "name" || catalog === undefined || usableMember(catalog, node.name) !== undefined)
    return node;
  const order = strengthFirst(node, call, definition);
  if (order === undefined) return node;
  const message = `There is no member '${show(node.name)}' here. ${order.advice}`;
  context.add(diagnostic("unknown-member", node.span, message, [order.fix]));
  return undefined;
}

/** Returns whether an argument of the call is a boolean member, as in `eq(enabled,True)`. */
function comparesBoolean(call: Call, context: CheckContext): boolean {
  return hasMember(call, context, (type) => type === "boolean");
}

/** Returns whether an argument of the call is a member of a type. */
function hasMember(
  { args }: Call,
  { catalog }: CheckContext,
  isMeant: (type: ValueType["type"]) => boolean,
): boolean {
  return args.some((argument) => {
    const member =
      argument.kind === "name" && catalog !== undefined ? usableMember(catalog, argument.name) : undefined;
    return member !== undefined && isMeant(member.type.type);
  });
}

/** Reports `gt(created,now)`, where the word is a clock function without its parentheses, if the service has it. */
function addClockWord(node: Name, clock: "now" | "today", context: CheckContext): void {
  const isOffered = context.functions.has(clock) && isAllowed(clock, context);
  const written = `${clock}()`;
  const fix = replace(`Write ${written}`, node.span, written);
  const proposed = isOffered ? [context.propose(fix, node, makeCall(clock, undefined, [], node.span))] : [];
  const advice = isOffered ? `. Write ${written}.` : `: ${adviceWithoutClock(clock)}`;
  const message = `There is no member '${show(node.name)}' here${advice}`;
  context.add(diagnostic("unknown-member", node.span, message, proposed));
}

function addNullLiteral(node: Name, call: Call, context: CheckContext): void {
  const [first] = call.args;
  const role = context.functions.get(call.callee)?.role;
  const relation = role?.kind === "comparison" ? role.relation : undefined;
  const fixes = [];
  // A tree beyond the limits may have cycles, so it is not printed.
  const printable = context.nodes <= context.limits.nodes;
  if (
    first !== undefined &&
    call.args.length === 2 &&
    (relation === "eq" || relation === "ne") &&
    printable
  ) {
    const test = makeCall("isNull", undefined, [first], call.span);
    const corrected = relation === "ne" ? makeCall("not", undefined, [test], call.span) : test;
    const text = printNode(corrected);
    fixes.push(context.propose(replace(`Write ${show(text)}`, call.span, text), call, corrected));
  }
  if (first?.kind === "name" && relation === "in" && strengthOf(call) === undefined && printable) {
    const isNull = makeCall("isNull", undefined, [first], call.span);
    const values = call.args.filter((argument) => argument.kind !== "name" || argument.name !== node.name);
    const corrected =
      values.length === 1
        ? isNull
        : makeCall("or", undefined, [isNull, withArguments(call, values)], call.span);
    const text = printNode(corrected);
    fixes.push(context.propose(replace(`Write ${show(text)}`, call.span, text), call, corrected));
  }
  const message = `A comparison with ${node.name} is never true. Use isNull(…) to find missing values.`;
  context.add(diagnostic("null-literal", node.span, message, fixes));
}

/**
 * Corrects `gt(creationTimeStamp,'2018-06-13T00:00:00Z')`: a quoted value becomes a literal of the compared type. Undefined if it
 * is not a value of that type.
 */
export function readQuotedValue(
  node: Literal,
  expected: ValueType,
  context: CheckContext,
): Literal | undefined {
  if (node.type !== "string") return undefined;
  const value = literalOfType(node.value, expected, node.span);
  if (value === undefined) return undefined;
  const text = printNode(value);
  context.addCorrection(
    diagnostic(
      "quoted-value",
      node.span,
      `${show(quote(node.value))} is read as ${describeType(expected)}; write it without quotes.`,
      [replace(`Write ${text}`, node.span, text)],
    ),
  );
  return value;
}

/** Returns a string as a literal of a type. Undefined if the string is not a value of the type. */
export function literalOfType(text: string, expected: ValueType, span: Literal["span"]): Literal | undefined {
  const type = expected.type === "list" ? expected.items.type : expected.type;
  if (type === "string") return makeLiteral(type, text, span);
  if (type === "boolean") {
    return text === "true" || text === "false" ? makeLiteral(type, text === "true", span) : undefined;
  }
  if (isNumeric(type)) {
    const { node, problem } = readNumeral(text, span);
    if (problem !== undefined || node?.type !== "number") return undefined;
    return type === "integer" && typeof node.value === "number" && !Number.isInteger(node.value)
      ? undefined
      : node;
  }
  if (!isTemporal(type)) return undefined;
  const mended = text.replace(/^([0-9:.T-]+) (\d{2}:\d{2})$/, "$1+$2");
  const temporalType = classifyTemporal(mended);
  if (temporalType === undefined || (temporalType === "time") !== (type === "time")) return undefined;
  return makeLiteral(temporalType, mended, span);
}
