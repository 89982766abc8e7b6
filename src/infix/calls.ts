import { isComparisonName } from "../functions/definition/comparisons.ts";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { rewrite } from "../ast/walk.ts";
import { isStrength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import {
  isOperator,
  isForeignNull,
  type ForeignCall,
  type ForeignName,
  type ForeignNode,
  type ForeignOperator,
} from "../readers/nodes.ts";
import type { ComparisonWriter } from "./comparison-writer.ts";
import { FUNCTION_NAMES, isComparison } from "./operators.ts";

/** Functions whose arguments are conditions. */
const CONDITIONAL: ReadonlySet<string> = new Set(["and", "or", "not", "isNull"]);

const calleeSpan = ({ callee, span: { start } }: ForeignCall): Span => ({
  start,
  end: start + callee.length,
});

/** Writes a call. Calls of this language stay as they are; their arguments may be conditions of other languages. */
export function writeCall(writer: ComparisonWriter, call: ForeignCall): Expression {
  const { callee, args, span } = call;
  const { findings } = writer;
  const dot = callee.lastIndexOf(".");
  if (dot >= 0) {
    const path = callee.slice(0, dot).replace(/\?$/, "");
    const of: ForeignName = {
      kind: "name",
      path,
      isQuoted: false,
      span: { start: span.start, end: span.start + path.length },
    };
    return writeMethod(writer, call, of, span, callee.slice(dot + 1));
  }
  const lower = callee.toLowerCase();
  if (/^(?:substring|substr|mid)$/.test(lower) && callee !== "substr") return writeSubstring(writer, call);
  if (lower === "substringof" && args.length === 2) {
    findings.note("function", callee, calleeSpan(call));
    return writer.call("contains", [writer.member(args[1]!), writer.write(args[0]!)], span);
  }
  const name = FUNCTION_NAMES.get(lower) ?? callee;
  if (name !== callee) findings.note("function", callee, calleeSpan(call));
  const strength = isOperator(args[0], "$") ? args[0] : undefined;
  const listed = strength === undefined ? args : args.slice(1);
  const pairs = listed.filter(isStrengthPair);
  // As in a sort key: `name:primary`.
  const mark = strength === undefined && pairs.length === 1 && listed.length > 1 ? pairs[0] : undefined;
  const values = listed.flatMap((argument) =>
    argument === mark ? [mark.args[0]!] : isOperator(argument, ":") ? argument.args : [argument],
  );
  const ownForm = strength === undefined ? writeOwn(writer, name, values, span) : undefined;
  if (ownForm !== undefined) return ownForm;
  for (const pair of listed) {
    if (!isOperator(pair, ":")) continue;
    if (pair === mark) findings.note("strength", writer.imageOf(pair.args[1]!), writer.colonOf(pair));
    else findings.note("separator", ":", writer.colonOf(pair));
  }
  const marked = mark?.args[1] ?? strength;
  const word = marked && writer.imageOf(marked).replace(/^\$/, "");
  if (marked !== undefined && !isStrength(word!))
    writer.impossible(`There is no strength $${show(word!)}.`, marked.span);
  return makeCall(
    name,
    word !== undefined && isStrength(word) ? word : undefined,
    values.map((argument, i) => {
      if (CONDITIONAL.has(name)) return writer.write(argument);
      return i === 0 && argument.kind === "name" ? writer.path(argument) : writer.value(argument);
    }),
    span,
  );
}

/** Writes a call of another language whose arguments have another form in tamis. Undefined for other calls. */
function writeOwn(
  writer: ComparisonWriter,
  name: string,
  args: readonly ForeignNode[],
  span: Span,
): Expression | undefined {
  const [first, second] = args as [ForeignNode, ForeignNode];
  // `eq(name = 'x')` has one argument, a comparison, in place of two.
  const isCompared = isComparisonName(name) && args.length === 1 && first.kind === "operator";
  if (isCompared && (isComparison(first.operator) || first.operator === "chain")) return writer.write(first);
  if (args.length !== 2) return undefined;
  const isRegex = isOperator(second, "regex");
  if ((isComparisonName(name) && isForeignNull(second)) || (isRegex && /^(?:eq|ne)$/.test(name)))
    return writer.compare(name, first, second, span);
  if (isRegex && /^(?:match|contains)$/.test(name)) return writer.matches(first, second, "", span);
  if (name !== "in" || !isOperator(second, "()", "[]")) return undefined;
  const { start } = second.span;
  writer.findings.note("list", second.operator.charAt(0), { start, end: start + 1 });
  return writer.among(first, second, span);
}

/** Returns whether an argument has the strength of a sort key: `name:primary`. */
function isStrengthPair(node: ForeignNode): node is ForeignOperator {
  const word = isOperator(node, ":") ? node.args[1]! : node;
  return word !== node && word.kind === "name" && !word.isQuoted && isStrength(word.path);
}

/** Writes a method call, such as `name.startsWith('a')` or `tags/any(…)`. */
export function writeMethod(
  writer: ComparisonWriter,
  call: ForeignNode,
  of: ForeignNode,
  span: Span,
  name = (call as ForeignCall).callee,
): Expression {
  const { args } = call as ForeignCall;
  const { findings } = writer;
  const at = calleeSpan(call as ForeignCall);
  const lower = name.toLowerCase();
  if (lower === "any" || lower === "all") return writeLambda(writer, args, of, lower, at, span);
  const [pattern] = args;
  if (isOperator(of, "[]") && /^(?:includes|contains)$/.test(lower) && args.length === 1) {
    findings.note("method", name, at);
    return writer.among(pattern!, of, span);
  }
  const isSearch = /^(?:match|matches|test|search)$/.test(lower) && args.length === 1;
  const callee = FUNCTION_NAMES.get(lower);
  if (callee === undefined ? !isSearch : CONDITIONAL.has(callee))
    return writer.impossible(`There is no function ${show(name)}.`, at);
  findings.note("method", name, at);
  if (callee === undefined) return writer.matches(of, pattern!, "", span);
  return writer.call(callee, [writer.member(of), ...args.map((argument) => writer.value(argument))], span);
}

/** Writes `tags/any(t: t eq 'x')` as `eq(tags,'x')`: a comparison with a list holds if it holds for some element. */
function writeLambda(
  writer: ComparisonWriter,
  args: readonly ForeignNode[],
  of: ForeignNode,
  name: string,
  at: Span,
  span: Span,
): Expression {
  writer.findings.note("lambda", `/${name}`, at);
  const list = writer.member(of);
  const [body] = args;
  if (name === "any" && body === undefined)
    return writer.call("gt", [writer.call("length", [list], span), makeLiteral("number", 0, span)], span);
  const [variable, test] = name === "any" && args.length === 1 && isOperator(body, ":") ? body.args : [];
  // Two conditions would have to hold for the same element, which the language cannot express.
  const isSingle =
    test?.kind === "call" ||
    isOperator(test, "method") ||
    (test?.kind === "operator" &&
      isComparison(test.operator) &&
      test.args.length === 2 &&
      test.operator !== "ne");
  if (list.kind === "name" && variable?.kind === "name" && isSingle)
    return withVariable(writer.write(test), variable.path, list.name);
  const message = `A comparison with a list holds if it holds for some element: eq(tags,'x'). There is no ${name}(…).`;
  return writer.impossible(message, at);
}

/** Replaces the variable of a lambda expression by the list. */
function withVariable(expression: Expression, variable: string, list: string): Expression {
  return rewrite(expression, (node) => {
    const isVariable = node.kind === "name" && `${node.name}.`.startsWith(`${variable}.`);
    return isVariable ? makeName(list + node.name.slice(variable.length), node.span) : node;
  });
}

/** Writes `substring` as `substr`. SQL counts characters from 1, OData and JavaScript from 0. */
function writeSubstring(writer: ComparisonWriter, call: ForeignCall): Expression {
  const { args, span } = call;
  const { countsFromOne } = writer;
  writer.findings.note("function", call.callee, calleeSpan(call));
  const [text, start, ...rest] = args.map((argument) => writer.write(argument));
  const isLiteral = start?.kind === "literal" && typeof start.value === "number";
  if (!isLiteral || countsFromOne === undefined || (countsFromOne && start.value < 1))
    return writer.impossible("substr(name,start,length) counts characters from 0.", calleeSpan(call));
  const from = makeLiteral("number", start.value - (countsFromOne ? 1 : 0), start.span);
  return writer.call("substr", [text!, from, ...rest], span);
}
