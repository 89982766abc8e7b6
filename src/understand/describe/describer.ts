import {
  INVERSE,
  MIRRORED,
  type ComparisonName as Relation,
} from "../../functions/definition/comparisons.ts";
import { equalExpressions } from "../../ast/equals.ts";
import { makeLiteral } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression, type Literal } from "../../ast/nodes.ts";
import type { FunctionDeclaration } from "../../functions/definition/types.ts";
import type { TemporalType } from "../../values/instant.ts";
import { boundOf, boundsOfChain, callOfBound, isLower, type Bound } from "./bounds.ts";
import {
  comparesDateTimes,
  comparisonKind,
  shownStrength,
  constantOfNode,
  isList,
  type OperandScope,
} from "./operands.ts";
import { literalText, numberText, type LiteralFormat } from "./literal-text.ts";
import { fill, joinTexts, type FunctionMessages, type MessageTemplate } from "./messages.ts";

/** A described condition. A clause of kind `and` needs parentheses inside of one of kind `or`, and the other way around. */
interface Clause {
  readonly kind: "and" | "or" | "test" | "always" | "never";
  readonly text: string;
}

/** Number of a list's values that are shown before the others are only counted. */
const maxListed = 12;

/**
 * Describes conditions and sort keys. Recursion is safe: the parser and the constructors limit the depth. The length of the text
 * is linear in the size of the tree.
 */
export class Describer {
  readonly #format: LiteralFormat;
  readonly #scope: OperandScope;
  readonly #plurals: Intl.PluralRules;

  constructor(format: LiteralFormat, scope: OperandScope) {
    this.#format = format;
    this.#scope = scope;
    this.#plurals = new Intl.PluralRules(format.locale);
  }

  /** @param isPositive false for the negation of the condition */
  condition(node: Expression, isPositive: boolean): Clause {
    const { messages } = this.#format;
    if (node.kind === "literal" && node.type === "boolean") {
      const isAlways = node.value === isPositive;
      return { kind: isAlways ? "always" : "never", text: isAlways ? messages.always : messages.never };
    }
    const role = node.kind === "call" ? this.#definition(node)?.role : undefined;
    if (node.kind === "call" && role?.kind === "logic") {
      const { operation } = role;
      if (operation === "not" && node.args.length === 1) return this.condition(node.args[0]!, !isPositive);
      if (operation !== "not" && node.args.length > 0)
        return this.#join(node.args, (operation === "and") === isPositive ? "and" : "or", isPositive);
    }
    // `not(le(1,size,5))` means or(lt(size,1),gt(size,5)).
    const bounds = !isPositive && node.kind === "call" ? boundsOfChain(node, this.#scope) : undefined;
    if (bounds !== undefined) return this.#join(bounds.map(callOfBound), "or", false);
    if (node.kind === "call" && this.#definition(node)?.result === "boolean")
      return { kind: "test", text: this.#test(node, isPositive) };
    return {
      kind: "test",
      text: fill(isPositive ? messages.isTrue : messages.isFalse, { 0: this.value(node) }),
    };
  }

  /** Describes an expression in the place of a value. */
  value(node: Expression): string {
    const { messages } = this.#format;
    if (node.kind === "literal") return literalText(node, this.#format);
    if (node.kind === "name") {
      const names = messages.members ?? {};
      return Object.hasOwn(names, node.name) ? names[node.name]! : node.name;
    }
    if (this.#definition(node)?.result === "boolean")
      return fill(messages.condition, { 0: this.condition(node, true).text });
    return this.#computedValue(node);
  }

  sortKey(node: Expression): string {
    const isCondition = node.kind === "call" && this.#definition(node)?.result === "boolean";
    if (!isCondition) return this.value(node);
    return fill(this.#format.messages.sort.condition, { 0: this.condition(node, true).text });
  }

  #join(conditions: readonly Expression[], kind: "and" | "or", isPositive: boolean): Clause {
    const { messages } = this.#format;
    const clauses: Clause[] = [];
    for (let i = 0; i < conditions.length; i++) {
      const range = kind === "and" && isPositive ? this.#range(conditions[i]!, conditions[i + 1]) : undefined;
      if (range !== undefined) i++;
      clauses.push(range ?? this.condition(conditions[i]!, isPositive));
    }
    if (clauses.length === 1) return clauses[0]!;
    const texts = clauses.map((clause) =>
      clause.kind === "and" || clause.kind === "or" ? fill(messages.group, { 0: clause.text }) : clause.text,
    );
    return { kind, text: joinTexts(texts, messages[kind]) };
  }

  #test(call: Call, isPositive: boolean): string {
    const { role } = this.#definition(call)!;
    const isRelation = role?.kind === "comparison" && role.relation !== "in";
    const text =
      isRelation && call.args.length === 2
        ? this.#comparison(call, role.relation, isPositive)
        : (this.#rangeOfChain(call) ?? this.#fillTemplate(call, this.#messagesOf(call), isPositive));
    const isText = role?.kind === "comparison" || role?.kind === "search";
    const fixed = role?.kind === "search" ? role.strength : undefined;
    const comparison = isText ? (fixed ?? shownStrength(call, this.#scope)) : undefined;
    return comparison === undefined ? text : fill(this.#format.messages.strengths[comparison], { 0: text });
  }

  #comparison(call: Call, relation: Relation, isPositive: boolean): string {
    const [first, second] = call.args as [Expression, Expression];
    const isMirrored = first.kind === "literal" && second.kind !== "literal";
    const [left, right] = isMirrored ? [second, first] : [first, second];
    const turned = isMirrored ? MIRRORED[relation] : relation;
    // A test of a list means that some element passes it. Its negation means that no element passes it.
    const isOfList = isList(left, this.#scope);
    const isNone = isOfList && (relation === "ne") === isPositive;
    const wordKey = isOfList ? (relation === "ne" ? "eq" : turned) : isPositive ? turned : INVERSE[turned];
    const words = this.#format.messages.comparisons[comparisonKind(call.args, this.#scope)];
    const subject = isOfList ? this.#elements(left, isNone) : this.value(left);
    return fill(words.subject, { 0: subject, 1: fill(words[wordKey], { 0: this.#operand(right, call) }) });
  }

  /** Describes an argument of a condition. A date that is compared with a date-time is its first instant. */
  #operand(node: Expression, call: Call): string {
    if (!comparesDateTimes(call, this.#scope)) return this.value(node);
    if (node.kind === "literal" && node.type === "date")
      return literalText(
        makeLiteral<TemporalType>("dateTime", `${node.value}T00:00:00Z`, node.span),
        this.#format,
      );
    const { functions } = this.#format.messages;
    const entry =
      node.kind === "call" && node.callee === "today" && Object.hasOwn(functions, "today:start")
        ? functions["today:start"]!.value
        : undefined;
    return entry === undefined ? this.value(node) : this.#fill(entry, []);
  }

  #elements(list: Expression, isNone: boolean): string {
    const { someElement, noElement } = this.#format.messages;
    return fill(isNone ? noElement : someElement, { 0: this.value(list) });
  }

  /** Describes `lt(1,size,5)` as a range. */
  #rangeOfChain(call: Call): string | undefined {
    const bounds = boundsOfChain(call, this.#scope);
    return bounds && this.#rangeText(bounds);
  }

  /** Describes two conditions of an `and` as a range: `size is at least 1 and at most 5`. */
  #range(first: Expression, second: Expression | undefined): Clause | undefined {
    const a = boundOf(first, this.#scope);
    const b = second && boundOf(second, this.#scope);
    if (a === undefined || b === undefined) return undefined;
    if (isLower(a) === isLower(b) || strengthOf(a.call) !== strengthOf(b.call)) return undefined;
    if (!equalExpressions(a.subject, b.subject) || isList(a.subject, this.#scope)) return undefined;
    const text = this.#rangeText([a, b]);
    const comparison = shownStrength(a.call, this.#scope);
    const { strengths } = this.#format.messages;
    return { kind: "test", text: comparison === undefined ? text : fill(strengths[comparison], { 0: text }) };
  }

  #rangeText(bounds: readonly Bound[]): string {
    const [{ call, subject }] = bounds as [Bound];
    const words = this.#format.messages.comparisons[comparisonKind(call.args, this.#scope)];
    const [low, high] = bounds.toSorted((a, b) => Number(isLower(b)) - Number(isLower(a))) as [Bound, Bound];
    const predicate = ({ relation, limit, call: comparison }: Bound) =>
      fill(words[relation], { 0: this.#operand(limit, comparison) });
    return fill(words.range, { 0: this.value(subject), 1: predicate(low), 2: predicate(high) });
  }

  #definition({ callee }: Call): FunctionDeclaration | undefined {
    return this.#scope.functions.get(callee);
  }

  /** Returns the messages of a function, or those of a function of the language with the same role. */
  #messagesOf({ callee, args }: Call): FunctionMessages | undefined {
    const { functions } = this.#format.messages;
    const role = this.#scope.functions.get(callee)?.role;
    const [first] = args;
    const isElement =
      role?.kind === "search" &&
      role.equalElement === true &&
      first !== undefined &&
      isList(first, this.#scope);
    const kind =
      role?.kind === "search" ? role.search : role?.kind === "comparison" ? role.relation : undefined;
    const keys = [
      ...(isElement ? [`${callee}:element`] : []),
      `${callee}/${args.length}`,
      callee,
      ...(kind === undefined ? [] : [kind]),
    ];
    const key = keys.find((candidate) => Object.hasOwn(functions, candidate));
    return key === undefined ? undefined : functions[key];
  }

  #fillTemplate(call: Call, entry: FunctionMessages | undefined, isPositive: boolean): string {
    const { messages } = this.#format;
    if (entry?.is === undefined)
      return fill(isPositive ? messages.isTrue : messages.isFalse, { 0: this.#callText(call) });
    const definition = this.#definition(call)!;
    const isElement = definition.role?.kind === "search" && definition.role.equalElement === true;
    // "some element of …" is said only of the argument whose elements are tested.
    const at =
      definition.someElement && !isElement
        ? call.args.findIndex((argument) => isList(argument, this.#scope))
        : -1;
    const texts = call.args.map((argument, i) =>
      i === at ? this.#elements(argument, !isPositive) : this.#operand(argument, call),
    );
    return this.#fill(isPositive || at >= 0 ? entry.is : entry.isNot, texts);
  }

  #computedValue(call: Call): string {
    const { functions } = this.#format.messages;
    const texts = call.args.map((argument) => this.value(argument));
    const slice = this.#slice(call, texts);
    if (slice !== undefined) return slice;
    const relative = this.#relativeTime(call);
    const entry = this.#messagesOf(call);
    if (entry?.value === undefined || (relative === undefined && functions["ago"] === entry))
      return this.#callText(call);
    return this.#fill(entry.value, texts, relative === undefined ? {} : { relative });
  }

  /** Describes `substr` with literal numbers: positions then count from 1. */
  #slice(call: Call, texts: readonly string[]): string | undefined {
    const { functions } = this.#format.messages;
    if (call.callee !== "substr") return undefined;
    const [start, length] = call.args.slice(1).map(numberOf);
    if (start === undefined || (call.args.length > 2 && length === undefined)) return undefined;
    const form = start < 0 ? "last" : length === undefined ? "rest" : start === 0 ? "first" : "middle";
    if (start < 0 && length !== undefined) return undefined;
    const key = `substr:${form}`;
    const entry = Object.hasOwn(functions, key) ? functions[key] : undefined;
    const count = start < 0 ? -start : (length ?? 0);
    const position = numberText(start + 1, this.#format.locale);
    return entry?.value === undefined ? undefined : this.#fill(entry.value, texts, { position }, count);
  }

  /** Returns the words for `ago(7,'days')`: `7 days ago`. */
  #relativeTime(call: Call): string | undefined {
    if (call.callee !== "ago" || constantOfNode(call, this.#scope) === undefined) return undefined;
    const count = numberOf(call.args[0]!);
    const unit = call.args[1] as Literal;
    if (count === undefined) return undefined;
    const format = new Intl.RelativeTimeFormat(this.#format.locale);
    return format.format(-count, unit.value as Intl.RelativeTimeFormatUnit);
  }

  #callText({ callee, args }: Call): string {
    return `${callee}(${args.map((argument) => this.value(argument)).join(", ")})`;
  }

  #fill(
    template: MessageTemplate,
    texts: readonly string[],
    extra: Readonly<Record<string, string>> = {},
    count = 0,
  ): string {
    const { messages, locale } = this.#format;
    const shortened = this.#shorten(texts.slice(1));
    const text =
      typeof template === "string" ? template : (template[this.#plurals.select(count)] ?? template.other);
    return fill(text, {
      ...Object.fromEntries(texts.map((operand, i) => [String(i), operand])),
      every: joinTexts(this.#shorten(texts), messages.and),
      all: joinTexts(shortened, messages.and),
      list: joinTexts(shortened, messages.or),
      count: numberText(count, locale),
      ...extra,
    });
  }

  #shorten(texts: readonly string[]): readonly string[] {
    if (texts.length <= maxListed + 1) return texts;
    const { more } = this.#format.messages;
    return [...texts.slice(0, maxListed), this.#fill(more, [], {}, texts.length - maxListed)];
  }
}

function numberOf(node: Expression): number | undefined {
  return node.kind === "literal" && node.type === "number" ? Number(node.value) : undefined;
}
