import { strengthOf, type Call, type Expression, type Name } from "../ast/nodes.ts";
import { withArguments } from "../ast/make-node.ts";
import { unknownStrength } from "../ast/unknown-strength.ts";
import type { Member } from "../catalog/types.ts";
import { isStrength } from "../collation/order/strength.ts";
import { diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import type { FunctionDeclaration, FunctionParameter } from "../functions/definition/types.ts";
import { describeType, type ScalarType, type ValueType } from "../values/types.ts";
import { chooseSignature, joinsConditions, parameterAt, shapeFor } from "./argument-shape.ts";
import { checkArgument, checkComparables, type Typed } from "./check-arguments.ts";
import type { CheckContext } from "./context.ts";
import { checkConstant, checkConstants, checkLiteral } from "./literals.ts";
import { checkName } from "./names.ts";
import {
  addForeignCall,
  addUnknownFunction,
  calleeSpan,
  isAllowed,
  type CallHead,
} from "./unknown-function.ts";
import { readBareWord, readFirstWord, readQuotedMember } from "./lenient-corrections.ts";

/** Checks a node and its children. Each node is visited once; nodes beyond a limit are not visited. */
export function checkExpression(node: Expression, context: CheckContext, depth: number): Typed {
  if (!withinLimits(node, context, depth)) return untyped(node);
  switch (node.kind) {
    case "literal":
      return { node, type: checkLiteral(node, context), member: undefined };
    case "name": {
      const resolved = checkName(node, context);
      return resolved === undefined ? untyped(node) : { node, type: resolved.type, member: resolved.member };
    }
    case "call":
      return checkCall(node, context, depth);
  }
}

function untyped(node: Expression): Typed {
  return { node, type: undefined, member: undefined };
}

export function checkCondition(node: Expression, context: CheckContext, depth: number): Expression {
  const { node: condition, type } = checkExpression(node, context, depth);
  // Without a catalog a condition of another type is unknown for every row.
  if (context.catalog !== undefined && type !== undefined && type.type !== "boolean") {
    const message = `A condition is true or false; this is ${describeType(type)}. Compare it, as in eq(${show(nameOf(node))},…).`;
    context.add(diagnostic("not-a-condition", node.span, message));
  }
  return condition;
}

function nameOf(node: Expression): string {
  return node.kind === "name" ? node.name : node.kind === "call" ? `${node.callee}(…)` : "member";
}

function withinLimits(node: Expression, context: CheckContext, depth: number): boolean {
  const { limits } = context;
  context.nodes++;
  if (context.nodes > limits.nodes) {
    if (context.nodes === limits.nodes + 1) {
      context.add(
        diagnostic("too-many-nodes", node.span, `The expression has more than ${limits.nodes} nodes.`),
      );
    }
    return false;
  }
  if (node.kind !== "call") return true;
  if (depth >= limits.depth) {
    context.add(diagnostic("too-deep", node.span, `Calls are nested deeper than ${limits.depth}.`));
    context.nodes = limits.nodes + 1; // visits no further node
    return false;
  }
  if (node.args.length > limits.arguments) {
    context.add(
      diagnostic("too-many-arguments", node.span, `A call has at most ${limits.arguments} arguments.`),
    );
    return false;
  }
  return true;
}

function checkCall(call: Call, context: CheckContext, depth: number): Typed {
  const definition = context.functions.get(call.callee);
  if (definition === undefined) {
    addUnknownFunction(call, context);
    for (const argument of call.args) checkExpression(argument, context, depth + 1);
    return untyped(call);
  }
  const [first] = call.args;
  // The fix of `eq(year(created),2024)` replaces the comparison.
  if (
    first?.kind === "call" &&
    !context.functions.has(first.callee) &&
    addForeignCall(call, first, context)
  ) {
    return { node: call, type: RESULTS[definition.result], member: undefined };
  }
  checkAllowed(call, context);
  checkStrength(call, definition, context);
  if (call.args.length === 1 && joinsConditions(definition)) {
    return checkSingleArgument(call, context, depth);
  }
  const result = RESULTS[definition.result];
  if (addSurplusStrength(call, definition, context)) return { node: call, type: result, member: undefined };
  const signature = chooseSignature(call, definition, context);
  if (signature === undefined) {
    for (const argument of call.args) checkExpression(argument, context, depth + 1);
    return { node: call, type: result, member: undefined };
  }
  const readCall = readQuotedMember(call, signature, context);
  const args: Typed[] = [];
  let changed = readCall !== call;
  for (let i = 0; i < readCall.args.length; i++) {
    const argument = readCall.args[i]!;
    const parameter = parameterAt(signature, i)!;
    const value = takesValue(parameter, i, definition)
      ? readBareWord(argument, call, definition, context)
      : i === 0
        ? readFirstWord(argument, call, definition, context)
        : argument;
    // Reported already: a null literal, and a pattern that is not a literal.
    const isReported = value === undefined || (parameter.type === "pattern" && value.kind !== "literal");
    const typed: Typed = isReported
      ? untyped(argument)
      : parameter.type === "condition"
        ? conditionOf(checkCondition(value, context, depth + 1))
        : checkExpression(value, context, depth + 1);
    const checked = checkArgument(typed, parameter, definition, context, {
      node: readCall,
      index: i,
      signature,
    });
    if (checked.member !== undefined) checkMemberAllows(call, argument as Name, checked.member, context);
    changed ||= checked.node !== argument;
    args.push(checked);
  }
  if (definition.constant !== undefined) {
    checkConstant(
      call,
      args.map(({ node }) => node),
      definition,
      context,
    );
  }
  const compared = checkComparables(call, args, signature, definition, context);
  const nodes = compared.map(({ node }) => node);
  const node = !changed && compared === args ? call : withArguments(call, nodes);
  checkConstants(node, nodes, definition, context);
  return { node, type: result, member: undefined };
}

/** Reports a strength without its `$` that is one argument too many: `contains(primary,name,'x')`. */
function addSurplusStrength(call: Call, definition: FunctionDeclaration, context: CheckContext): boolean {
  const count = call.args.length;
  if (shapeFor(definition, count) !== undefined || shapeFor(definition, count - 1) === undefined)
    return false;
  return call.args.some((argument) => readFirstWord(argument, call, definition, context) === undefined);
}

function conditionOf(node: Expression): Typed {
  return { node, type: RESULTS.boolean, member: undefined };
}

export const RESULTS: { readonly [T in ScalarType]: ValueType } = {
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  string: { type: "string" },
  date: { type: "date" },
  time: { type: "time" },
  dateTime: { type: "dateTime" },
};

/** Parameter types for which an unquoted word after the first argument was probably meant as a string. */
const VALUE_POSITIONS: ReadonlySet<string> = new Set(["comparable", "text", "searchString", "string"]);

/** Returns whether an unquoted word at this position was probably meant as a string. */
export function takesValue(
  { type }: FunctionParameter,
  index: number,
  { role }: FunctionDeclaration,
): boolean {
  // All arguments of matchAll(p,e…) after the pattern are members, so an unknown word there is not a string.
  return index > 0 && VALUE_POSITIONS.has(type) && role?.kind !== "pattern";
}

/** Replaces `and(x)` and `or(x)` by `x`. */
function checkSingleArgument(call: Call, context: CheckContext, depth: number): Typed {
  const [argument] = call.args;
  const edits = [
    { span: { start: call.span.start, end: argument!.span.start }, text: "" },
    { span: { start: argument!.span.end, end: call.span.end }, text: "" },
  ];
  context.addCorrection(
    diagnostic(
      "single-argument",
      calleeSpan(call),
      `${call.callee} joins at least two conditions; with one it is that condition.`,
      [context.propose({ title: `Remove ${call.callee}(…)`, edits }, call, argument!)],
    ),
  );
  return conditionOf(checkCondition(argument!, context, depth + 1));
}

export function checkAllowed(call: CallHead, context: CheckContext): void {
  if (isAllowed(call.callee, context)) return;
  const { name, functions } = context.catalog!;
  const message = `${name} does not allow ${call.callee}. It allows ${alternatives([...functions!]).replace(/ or (\S+)$/, " and $1")}.`;
  context.add(diagnostic("function-not-allowed", calleeSpan(call), message));
}

export function checkMemberAllows(
  call: Pick<Call, "callee">,
  name: Name,
  member: Member,
  context: CheckContext,
): void {
  const allowed = member.functions;
  if (allowed === undefined || allowed.has(call.callee)) return;
  const list = alternatives([...allowed]).replace(/ or (\S+)$/, " and $1");
  const hint = allowed.size === 0 ? "" : ` It allows ${list}.`;
  context.add(
    diagnostic("function-not-allowed", name.span, `${show(name.name)} does not allow ${call.callee}.${hint}`),
  );
}

function checkStrength(call: Call, { strength, name }: FunctionDeclaration, context: CheckContext): void {
  const word = strengthOf(call);
  if (word === undefined) return;
  if (!isStrength(word)) {
    context.add(unknownStrength(String(word), calleeSpan(call)));
    return;
  }
  if (strength) return;
  context.add(
    diagnostic("strength-not-allowed", calleeSpan(call), `${name} takes no strength; remove $${word}.`),
  );
}
