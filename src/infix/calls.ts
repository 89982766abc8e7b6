import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isStrength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { ComparisonWriter } from "./comparison-writer.ts";
import { FUNCTION_NAMES } from "./tokens/operators.ts";
import { readForeignString } from "./tokens/scan-string.ts";
import type { InfixCall, InfixNode } from "./syntax.ts";

/** Functions that compare their arguments. */
const COMPARING: ReadonlySet<string> = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);

/** Functions for which a regular expression can only be the pattern that is searched for. */
const SEARCHING: ReadonlySet<string> = new Set(["match", "contains"]);

/** Functions whose arguments are conditions. */
const CONDITIONAL: ReadonlySet<string> = new Set(["and", "or", "not", "isNull"]);

/** Writes a call. Calls of this language stay as they are; their arguments may be infix conditions. */
export function writeCall(writer: ComparisonWriter, call: InfixCall): Expression {
  const method = methodOf(call);
  if (method !== undefined) return writeMethod(writer, call, method.of, method.name);
  const { callee, calleeSpan, span } = call;
  for (const semicolon of call.semicolons) writer.note("separator", ";", semicolon);
  const lower = callee.toLowerCase();
  if (/^(?:substring|substr|mid)$/.test(lower) && callee !== "substr") return writeSubstring(writer, call);
  if (lower === "substringof" && call.args.length === 2) {
    writer.note("function", callee, calleeSpan);
    return writer.call("contains", [writer.member(call.args[1]!), writer.write(call.args[0]!)], span);
  }
  const name = FUNCTION_NAMES.get(lower) ?? callee;
  if (name !== callee) writer.note("function", callee, calleeSpan);
  const mark = strengthPair(call);
  const args = argumentsOf(call, mark);
  const [first, second] = args;
  if (COMPARING.has(name) && call.strength === undefined) {
    // `eq(name = 'x')` has one argument, a comparison, in place of two.
    if (args.length === 1 && first!.kind === "chain") return writer.write(first);
    const isTest = args.length === 2 && (second!.kind === "null" || isRegexTest(name, second!));
    if (isTest) return writer.compare(name, first!, second!, span);
  }
  if (SEARCHING.has(name) && args.length === 2 && second!.kind === "regex" && call.strength === undefined) {
    return writer.matchRegex(first!, second.image, second.span, span);
  }
  if (name === "in" && args.length === 2 && second!.kind === "list" && call.strength === undefined) {
    const { start } = second.span;
    writer.note("list", second.isArray ? "[" : "(", { start, end: start + 1 });
    return writer.among(first!, second, span);
  }
  for (const pair of call.args)
    if (pair === mark) writer.note("strength", mark.right.name, pair.colon);
    else if (pair.kind === "pair") writer.note("separator", ":", pair.colon);
  if (callee.includes(".")) return writer.impossible(`There is no function ${show(callee)}.`, calleeSpan);
  const word = mark === undefined ? call.strength : { word: mark.right.name, span: mark.right.span };
  const strength = word && writer.strengthOf(word.word, word.span);
  return makeCall(
    name,
    strength,
    args.map((each, i) => {
      if (CONDITIONAL.has(name)) return writer.write(each);
      return i === 0 && each.kind === "path" ? writer.path(each) : writer.value(each);
    }),
    span,
  );
}

/** Returns whether a call such as `eq(name,/ab/)` is meant as a test by a regular expression. */
function isRegexTest(name: string, value: InfixNode): boolean {
  return value.kind === "regex" && (name === "eq" || name === "ne");
}

/** Returns the arguments of a call. `name: 'x'` counts as two. The strength of `name:primary` is removed. */
function argumentsOf({ args }: InfixCall, mark: StrengthPair | undefined): readonly InfixNode[] {
  return args.flatMap((each) =>
    each === mark ? [each.left] : each.kind === "pair" ? [each.left, each.right] : [each],
  );
}

type Pair = Extract<InfixNode, { readonly kind: "pair" }>;
type StrengthPair = Pair & { readonly right: Extract<InfixNode, { readonly kind: "path" }> };

/** Returns the only argument with a strength, as in a sort key: `name:primary`. */
function strengthPair({ args, strength }: InfixCall): StrengthPair | undefined {
  const found = args.filter(
    (each): each is StrengthPair =>
      each.kind === "pair" &&
      each.right.kind === "path" &&
      !each.right.isQuoted &&
      isStrength(each.right.name),
  );
  return strength === undefined && found.length === 1 && args.length > 1 ? found[0] : undefined;
}

interface Method {
  readonly of: InfixNode;
  readonly name: string;
}

/** Splits a method call, such as `name.startsWith('a')` or `tags/any(…)`, into its object and its method. */
function methodOf({ of, callee, calleeSpan }: InfixCall): Method | undefined {
  if (of !== undefined) return { of, name: callee };
  const dot = callee.lastIndexOf(".");
  if (dot < 0) return undefined;
  const name = callee.slice(0, dot).replace(/\?$/, "");
  const span = { start: calleeSpan.start, end: calleeSpan.start + name.length };
  return { of: { kind: "path", name, isQuoted: false, span }, name: callee.slice(dot + 1) };
}

function writeMethod(writer: ComparisonWriter, call: InfixCall, of: InfixNode, name: string): Expression {
  const { args, calleeSpan, span } = call;
  const lower = name.toLowerCase();
  if (lower === "any" || lower === "all") return writeLambda(writer, call, of, lower);
  const [pattern] = args;
  const isSearch = /^(?:match|matches|test|search)$/.test(lower) && args.length === 1;
  if (of.kind === "list" && of.isArray && /^(?:includes|contains)$/.test(lower) && args.length === 1) {
    writer.note("method", name, calleeSpan);
    return writer.among(args[0]!, of, span);
  }
  const callee = FUNCTION_NAMES.get(lower);
  if (callee === undefined ? !isSearch : CONDITIONAL.has(callee)) {
    return writer.impossible(`There is no function ${show(name)}.`, calleeSpan);
  }
  writer.note("method", name, calleeSpan);
  if (callee !== undefined)
    return writer.call(callee, [writer.member(of), ...args.map((each) => writer.value(each))], span);
  if (pattern!.kind === "regex") return writer.matchRegex(of, pattern.image, pattern.span, span);
  if (pattern!.kind !== "text")
    return writer.impossible("A pattern is a string: match(name,'.*').", pattern!.span);
  return writer.matchPattern(of, readForeignString(pattern.image).value, "", pattern.span, span);
}

/** Writes `tags/any(t: t eq 'x')` as `eq(tags,'x')`: a comparison with a list holds if it holds for some element. */
function writeLambda(writer: ComparisonWriter, call: InfixCall, of: InfixNode, name: string): Expression {
  const { args, calleeSpan, span } = call;
  writer.note("lambda", `/${name}`, calleeSpan);
  const list = writer.member(of);
  const [body] = args;
  if (name === "any" && body === undefined) {
    return writer.call("gt", [writer.call("length", [list], span), makeLiteral("number", 0, span)], span);
  }
  const pair = name === "any" && args.length === 1 && body?.kind === "pair" ? body : undefined;
  const test = pair?.right;
  // Two conditions would have to hold for the same element, which the language cannot express.
  const isSingle =
    test?.kind === "call" ||
    (test?.kind === "chain" && test.operators.length === 1 && test.operators[0]!.meaning.callee !== "ne");
  if (list.kind !== "name" || pair?.left.kind !== "path" || test === undefined || !isSingle) {
    const message = `A comparison with a list holds if it holds for some element: eq(tags,'x'). There is no ${name}(…).`;
    return writer.impossible(message, calleeSpan);
  }
  return withVariable(writer.write(test), pair.left.name, list.name);
}

/** Replaces the variable of a lambda expression by the list. Recursion is safe: the depth of the text is limited. */
function withVariable(node: Expression, variable: string, list: string): Expression {
  if (node.kind === "name") {
    if (node.name === variable) return makeName(list, node.span);
    return node.name.startsWith(`${variable}.`)
      ? makeName(list + node.name.slice(variable.length), node.span)
      : node;
  }
  if (node.kind === "literal") return node;
  return makeCall(
    node.callee,
    node.strength,
    node.args.map((each) => withVariable(each, variable, list)),
    node.span,
  );
}

/** Writes `substring` as `substr`. SQL counts characters from 1, OData and JavaScript from 0. */
function writeSubstring(writer: ComparisonWriter, call: InfixCall): Expression {
  const { callee, calleeSpan, args, span } = call;
  writer.note("function", callee, calleeSpan);
  const [text, start, ...rest] = args.map((each) => writer.write(each));
  const isLiteral = start?.kind === "literal" && typeof start.value === "number";
  if (!isLiteral || writer.countsFromOne === undefined || (writer.countsFromOne && start.value < 1)) {
    return writer.impossible("substr(name,start,length) counts characters from 0.", calleeSpan);
  }
  const from = makeLiteral("number", start.value - (writer.countsFromOne ? 1 : 0), start.span);
  return writer.call("substr", [text!, from, ...rest], span);
}
