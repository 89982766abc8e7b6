import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { rewrite } from "../ast/walk.ts";
import { isStrength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isComparisonName } from "../functions/definition/comparisons.ts";
import {
  isForeignNull,
  isOperator,
  type ForeignCall,
  type ForeignName,
  type ForeignNode,
} from "../readers/nodes.ts";
import { FUNCTION_NAMES, isComparison } from "./operators.ts";
import type { ComparisonWriter } from "./comparison-writer.ts";

/** Functions whose arguments are conditions. */
const CONDITIONAL: ReadonlySet<string> = new Set(["and", "or", "not", "isNull"]);

/** Span of the name of a call. */
function calleeSpan({ callee, span: { start } }: ForeignCall): Span {
  return { start, end: start + callee.length };
}

/** Writes a call. Calls of this language stay as they are; their arguments may be conditions of other languages. */
export function writeCall(writer: ComparisonWriter, call: ForeignCall): Expression {
  const { callee, args, span } = call;
  const [, path, method] = /^(.+?)\??[./](\w+)$/.exec(callee) ?? [];
  if (path !== undefined) {
    const end = span.start + path.length;
    const of: ForeignName = { kind: "name", path, isQuoted: false, span: { start: span.start, end } };
    return writeMethod(writer, of, call, method);
  }
  const lower = callee.toLowerCase();
  const isSubstring = /^(?:substring|mid)$/.test(lower);
  const isReversed = lower === "substringof" && args.length === 2;
  const name = isReversed ? "contains" : isSubstring ? "substr" : (FUNCTION_NAMES.get(lower) ?? callee);
  if (name !== callee) writer.findings.note("function", callee, calleeSpan(call));
  if (isSubstring) return writeSubstring(writer, call);
  if (isReversed) return writer.call(name, [writer.member(args[1]!), writer.write(args[0]!)]);
  const { strength, values } = readArguments(writer, args);
  const ownForm = strength === undefined ? writeOwn(writer, name, values) : undefined;
  if (ownForm !== undefined) return ownForm;
  const writtenArgs = values.map((argument, i) => {
    if (CONDITIONAL.has(name)) return writer.write(argument);
    return i === 0 && argument.kind === "name" ? writer.path(argument) : writer.value(argument);
  });
  const word = strength && writer.imageOf(strength).replace("$", "");
  if (word === undefined || isStrength(word)) return makeCall(name, word, writtenArgs, span);
  return writer.impossible(`There is no strength $${show(word)}.`, strength!);
}

/** Reads arguments with colons: the strength of `eq(name:primary,'x')`, or a separator as in `eq(name:'x')`. */
function readArguments(writer: ComparisonWriter, args: readonly ForeignNode[]) {
  let strength: ForeignNode | undefined = isOperator(args[0], "$") ? args[0] : undefined;
  const listed = strength === undefined ? args : args.slice(1);
  const values = listed.flatMap((argument): readonly ForeignNode[] => {
    if (!isOperator(argument, ":")) return [argument];
    const [value, option] = argument.args as [ForeignNode, ForeignNode];
    const start = writer.source.text.indexOf(":", value.span.end);
    const isMark = listed.length > 1 && option.kind === "name" && isStrength(option.path);
    const image = isMark ? option.path : ":";
    writer.findings.note(isMark ? "strength" : "separator", image, { start, end: start + 1 });
    if (isMark) strength = option;
    return isMark ? [value] : [value, option];
  });
  return { strength, values };
}

/** Writes a call of another language whose arguments have another form in tamis. Undefined for other calls. */
function writeOwn(
  writer: ComparisonWriter,
  name: string,
  args: readonly ForeignNode[],
): Expression | undefined {
  const [first, second] = args as [ForeignNode, ForeignNode];
  // `eq(name = 'x')` has one argument, a comparison, in place of two.
  if (
    args.length === 1 &&
    isComparisonName(name) &&
    first.kind === "operator" &&
    isComparison(first.operator)
  )
    return writer.write(first);
  if (args.length !== 2) return undefined;
  const isRegex = isOperator(second, "regex");
  if (/^(?:eq|ne)$/.test(name) && (isRegex || isForeignNull(second))) return writer.test(name, args);
  if (/^(?:match|contains)$/.test(name) && isRegex) return writer.matches(first, second);
  if (name !== "in" || !isOperator(second, "()", "[]")) return undefined;
  const { start } = second.span;
  writer.findings.note("list", second.operator.charAt(0), { start, end: start + 1 });
  return writer.among(first, second);
}

/** Writes a method call, such as `name.startsWith('a')` or `tags/any(…)`. */
export function writeMethod(
  writer: ComparisonWriter,
  of: ForeignNode,
  call: ForeignCall,
  name = call.callee,
): Expression {
  const [first] = call.args;
  const lower = name.toLowerCase();
  if (lower === "any" || lower === "all") return writeLambda(writer, of, call, lower);
  const callee = FUNCTION_NAMES.get(lower);
  const isSearch = /^(?:match|matches|test|search)$/.test(lower) && first !== undefined;
  const span = calleeSpan(call);
  if (callee === undefined && !isSearch)
    return writer.impossible(`There is no function ${show(name)}.`, { span });
  writer.findings.note("method", name, span);
  // The method of Java and Kotlin matches the whole string.
  if (lower === "matches" && !isOperator(first, "regex")) return writer.matchesWhole(of, first!);
  if (callee === undefined) return writer.matches(of, first!);
  if (callee === "contains" && isOperator(of, "[]") && first !== undefined) return writer.among(first, of);
  return writer.call(callee, [writer.member(of), ...call.args.map((argument) => writer.value(argument))]);
}

/** Writes `tags/any(t: t eq 'x')` as `eq(tags,'x')`: a comparison with a list holds if it holds for some element. */
function writeLambda(
  writer: ComparisonWriter,
  of: ForeignNode,
  call: ForeignCall,
  name: "any" | "all",
): Expression {
  const { end } = calleeSpan(call);
  const span = { start: end - name.length, end };
  writer.findings.note("lambda", `/${name}`, span);
  const list = writer.member(of);
  const [body] = call.args;
  if (name === "any" && body === undefined)
    return writer.call("gt", [writer.call("length", [list]), makeLiteral("number", 0, call.span)]);
  const [variable, test] = name === "any" && isOperator(body, ":") ? body.args : [];
  if (list.kind === "name" && variable?.kind === "name" && test !== undefined && isSingle(test)) {
    writer.variable = variable.path;
    const written = writer.write(test);
    writer.variable = undefined;
    return rewrite(written, (node) => {
      const isVariable = node.kind === "name" && `${node.name}.`.startsWith(`${variable.path}.`);
      return isVariable ? makeName(list.name + node.name.slice(variable.path.length), node.span) : node;
    });
  }
  const rule = "A comparison with a list holds if it holds for some element: eq(tags,'x').";
  return writer.impossible(`${rule} There is no ${name}(…).`, { span });
}

/** Returns whether a test is one condition. Two would have to hold for the same element, which the language cannot express. */
function isSingle(test: ForeignNode): boolean {
  if (test.kind !== "operator") return test.kind === "call";
  const isComparing = isComparison(test.operator) && test.operator !== "ne" && test.args.length === 2;
  return isComparing || test.operator === "method";
}

/** Operators of SQL and OData that compare. */
const COMPARING = /^(?:=|<>|like|is|in|between|eq|ne|[lg][te])$/i;

/** Writes `substring` as `substr`. SQL counts characters from 1, OData and JavaScript from 0. */
function writeSubstring(writer: ComparisonWriter, call: ForeignCall): Expression {
  const [text, start, ...lengths] = call.args.map((argument) => writer.write(argument));
  const operator = writer.findings.constructs.find(
    ({ kind, image }) => kind === "operator" && COMPARING.test(image),
  );
  const first = isComparisonName(operator?.image ?? "") ? 0 : 1;
  const isNumber = start?.kind === "literal" && typeof start.value === "number";
  if (operator !== undefined && isNumber && start.value >= first)
    return writer.call("substr", [text!, makeLiteral("number", start.value - first, start.span), ...lengths]);
  const message = "substr(name,start,length) counts characters from 0.";
  return writer.impossible(message, { span: calleeSpan(call) });
}
