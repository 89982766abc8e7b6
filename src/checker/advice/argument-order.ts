import { strengthOf, type Call, type Expression, type Name } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import { isStrength } from "../../collation/order/strength.ts";
import { replace, type Fix } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import type { FunctionDeclaration } from "../../functions/definition/types.ts";

interface OrderAdvice {
  /** Sentence for a message. */
  readonly advice: string;
  readonly fix: Fix;
}

/**
 * Advises to move a strength without `$` to the front: `eq(name,primary,'x')`. Undefined if the name can be a value: `in` has
 * any number of them.
 */
export function strengthFirst(
  word: Name,
  call: Call,
  { strength, role }: FunctionDeclaration,
): OrderAdvice | undefined {
  const isList = role?.kind === "comparison" && role.relation === "in";
  if (!strength || isList || !isStrength(word.name) || strengthOf(call) !== undefined) return undefined;
  const operands = call.args.filter((argument) => argument !== word);
  if (operands.length < 2 || operands.length === call.args.length) return undefined;
  return advise("A strength stands first in a call", call, operands, `$${word.name},`);
}

/**
 * Advises to move the pattern to its position: `matchAny(tags,'x')` and `match('x',name)`. Undefined if the call has not exactly
 * one string, or if the argument in the place of the pattern has no strings to match.
 *
 * @param position index of the pattern among the arguments
 * @param hasStrings returns whether an argument is a member with a string or a list of strings
 */
export function patternPosition(
  call: Call,
  position: number,
  hasStrings: (node: Expression) => boolean,
): OrderAdvice | undefined {
  const strings = call.args.filter((argument) => argument.kind === "literal" && argument.type === "string");
  const [pattern] = strings;
  const replaced = call.args[position];
  if (pattern === undefined || replaced === undefined || strings.length > 1) return undefined;
  if (!hasStrings(replaced)) return undefined;
  const ordered = call.args.map((argument) =>
    argument === pattern ? replaced : argument === replaced ? pattern : argument,
  );
  const place = position === 0 ? "first" : "second";
  return advise(`${call.callee} takes the pattern as its ${place} argument`, call, ordered);
}

/** Returns the advice to write the arguments of a call in another order; undefined if they are too long for a message. */
function advise(
  rule: string,
  { callee, args }: Call,
  ordered: readonly Expression[],
  before = "",
): OrderAdvice | undefined {
  if (!args.every(isShort)) return undefined;
  const text = before + ordered.map(printNode).join();
  const order = show(`${callee}(${text})`);
  const span = { start: args[0]!.span.start, end: args.at(-1)!.span.end };
  return { advice: `${rule}: ${order}.`, fix: replace(`Write ${order}`, span, text) };
}

/** Maximum length of an argument that messages repeat. */
const MAX_SHOWN = 40;

/** Messages repeat the arguments. Trees that were not parsed can have cycles, so calls are not printed. */
function isShort(node: Expression): boolean {
  if (node.kind === "name") return node.name.length <= MAX_SHOWN;
  return node.kind === "literal" && (typeof node.value !== "string" || node.value.length <= MAX_SHOWN);
}
