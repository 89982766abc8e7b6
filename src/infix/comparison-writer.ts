import { readNumeral } from "../ast/literals.ts";
import { localDate } from "../ast/local-dates.ts";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression, Literal } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isComparisonName, MIRRORED } from "../functions/definition/comparisons.ts";
import {
  isForeignNull,
  isOperator,
  type ForeignName,
  type ForeignNode,
  type ForeignOperator,
} from "../readers/nodes.ts";
import { likeSearch, regexSearch, type Search } from "../readers/patterns.ts";
import { readRange, type Range } from "./bare-values.ts";
import type { Findings } from "./findings.ts";
import type { MixedText } from "./mixed-operands.ts";
import { isComparison } from "./operators.ts";

/** Writes names, values, comparisons and searches. */
export abstract class ComparisonWriter {
  readonly source: MixedText;
  readonly findings: Findings;

  constructor(source: MixedText) {
    this.source = source;
    this.findings = source.findings;
  }

  /** Writes any node. Recursion is safe: the depth of the text is limited. */
  abstract write(node: ForeignNode): Expression;

  imageOf({ span }: ForeignNode): string {
    return this.source.text.slice(span.start, span.end);
  }

  impossible(message: string, span: Span): Expression {
    return this.findings.impossible(message, span);
  }

  /** Whether the text counts characters from 1, as SQL does. Undefined if no operator shows its language. */
  get countsFromOne(): boolean | undefined {
    const images = this.findings.constructs.map(({ kind, image }) => (kind === "operator" ? image : ""));
    const shown = images.find(
      (image) => isComparisonName(image) || /^(?:=|<>|like|is|in|between)$/i.test(image),
    );
    return shown === undefined ? undefined : !isComparisonName(shown);
  }

  string(value: string, span: Span): Literal {
    return makeLiteral("string", value, span);
  }

  call(callee: string, args: readonly Expression[], span: Span): Expression {
    return makeCall(callee, undefined, args, span);
  }

  not(node: Expression, span: Span): Expression {
    return this.call("not", [node], span);
  }

  isNull(of: ForeignNode, span: Span): Expression {
    return this.call("isNull", [this.member(of)], span);
  }

  /** Writes a test, whose operands are its member and what follows its operator. */
  test(operator: string, args: readonly ForeignNode[], span: Span): Expression {
    const [left, right, last] = args as [ForeignNode, ForeignNode, ForeignNode | undefined];
    switch (operator) {
      case "between":
        return this.call(
          "and",
          [this.compare("ge", left, right, span), this.compare("le", left, last!, span)],
          span,
        );
      case "in":
        // `'x' in tags`: some element of the list equals the value.
        return isOperator(right, "()", "[]")
          ? this.among(left, right, span)
          : this.compare("eq", right, left, span);
      case "not in":
        return this.not(this.test("in", args, span), span);
      case "is":
        return this.compare("eq", left, right, span);
      case "is not": {
        const differs = this.compare("ne", left, right, span);
        // `x IS NOT TRUE` is true for null.
        return isForeignNull(right) ? differs : this.call("or", [differs, this.isNull(left, span)], span);
      }
      case "is null":
        return this.isNull(left, span);
      case "is not null":
        return this.not(this.isNull(left, span), span);
      case "like":
      case "ilike": {
        const search = likeSearch(this.#pattern(right), operator === "ilike", last && this.#pattern(last));
        return this.#search(left, search, right.span, span);
      }
      case "matches":
      case "imatches":
        return this.matches(left, right, operator === "imatches" ? "i" : "", span);
    }
    if (!isComparison(operator)) return this.impossible(`There is no operator ${show(operator)}.`, span);
    if (last !== undefined)
      return this.call(
        operator,
        args.map((operand) => this.value(operand)),
        span,
      );
    return isComparisonName(operator) && this.#isConstant(left) && !this.#isConstant(right)
      ? this.compare(MIRRORED[operator], right, left, span)
      : this.compare(operator, left, right, span);
  }

  #pattern(node: ForeignNode): string {
    return stringValue(node) ?? this.imageOf(node);
  }

  /** Writes a comparison. Null, regular expressions, ranges and wildcards have functions of their own. */
  compare(callee: string, left: ForeignNode, right: ForeignNode, span: Span): Expression {
    const isEquality = callee === "eq" || callee === "ne";
    const found = isEquality ? this.#equality(left, right, span) : undefined;
    if (found !== undefined) return callee === "ne" ? this.not(found, span) : found;
    if (isForeignNull(right))
      return this.impossible("Nothing is greater or less than null: write isNull(…).", right.span);
    return this.call(callee, [this.member(left), this.value(right)], span);
  }

  #equality(left: ForeignNode, right: ForeignNode, span: Span): Expression | undefined {
    if (isForeignNull(right)) return this.isNull(left, span);
    if (isOperator(right, "regex")) return this.matches(left, right, "", span);
    if (!this.source.hasBareValues) return undefined;
    const range =
      this.source.isSearch && isOperator(right, "bare") ? readRange(this.imageOf(right)) : undefined;
    if (range !== undefined) return this.#range(left, range, right.span, span);
    // Quotes of RSQL enclose values with spaces. A `*` is a wildcard in them too.
    const pattern = isOperator(right, "bare") ? this.imageOf(right) : (stringValue(right) ?? "");
    if (!pattern.includes("*")) return undefined;
    const like = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
    return this.#search(left, likeSearch(like, false), right.span, span);
  }

  /** Writes a range of a search box. One call compares both ends, if both belong to the range or neither does. */
  #range(of: ForeignNode, { low, high }: Range, value: Span, span: Span): Expression {
    const member = this.member(of);
    if (low !== undefined && low.callee === high?.callee)
      return this.call(low.callee, [this.bare(low.image, value), member, this.bare(high.image, value)], span);
    const parts: Expression[] = [];
    if (low !== undefined)
      parts.push(this.call(MIRRORED[low.callee], [member, this.bare(low.image, value)], span));
    if (high !== undefined) parts.push(this.call(high.callee, [member, this.bare(high.image, value)], span));
    return parts.length === 1 ? parts[0]! : this.call("and", parts, span);
  }

  among(of: ForeignNode, { args, span }: ForeignOperator, whole: Span): Expression {
    if (args.length === 0) return this.impossible("An empty list has no value that could be equal.", span);
    const nothing = args.find(isForeignNull);
    if (nothing !== undefined)
      return this.impossible("null is not allowed in a list: write or(isNull(…),in(…)).", nothing.span);
    return this.call("in", [this.member(of), ...args.map((item) => this.value(item))], whole);
  }

  /** Writes the test of a regular expression, such as `/a.b/i` or `'a.b'`. */
  matches(of: ForeignNode, pattern: ForeignNode, flags: string, span: Span): Expression {
    const isRegex = isOperator(pattern, "regex");
    const image = isRegex ? this.imageOf(pattern) : `/${this.#pattern(pattern)}/${flags}`;
    if (isRegex) this.findings.note("regex", image, pattern.span);
    const end = image.lastIndexOf("/");
    const search = regexSearch(image.slice(1, end), image.slice(end + 1));
    if (search !== undefined) return this.#search(of, search, pattern.span, span);
    const reason = "because matching takes linear time";
    return this.impossible(`Patterns have no look-around and no back-references, ${reason}.`, pattern.span);
  }

  #search(of: ForeignNode, { callee, value, ignoresCase }: Search, valueSpan: Span, span: Span): Expression {
    if (callee === "present") return this.not(this.isNull(of, span), span);
    const args = [this.member(of), this.string(value, valueSpan)];
    return makeCall(callee, ignoresCase ? "secondary" : undefined, args, span);
  }

  /** Returns whether a node is a value. In a call, the member comes first and the value second. */
  #isConstant(node: ForeignNode): boolean {
    if (node.kind === "name") return /^(?:true|false)$/i.test(node.path);
    return (node.kind === "value" && !this.#isQuotedName(node)) || isOperator(node, "bare", "regex");
  }

  /** Returns whether a string is in double quotes, and can be a quoted name of SQL. */
  #isQuotedName(node: ForeignNode): boolean {
    const text = stringValue(node);
    return text !== undefined && this.imageOf(node).startsWith('"') && isDottedName(text);
  }

  /** Writes a node in the position of a value, where a condition or an object has no meaning. */
  value(node: ForeignNode): Expression {
    if (isOperator(node, "and", "or")) {
      const [first, second] = node.args as [ForeignNode, ForeignNode];
      const gap = this.source.text.slice(first.span.end, second.span.start);
      const start = first.span.end + gap.length - gap.trimStart().length;
      const isAround = ({ span }: { readonly span: Span }) =>
        span.start < node.span.start || span.end > node.span.end;
      if (this.findings.problems.length === 0) this.findings.keep(isAround);
      const message = `${gap.trim()} joins conditions, not values. Several values belong to in(…).`;
      return this.impossible(message, { start, end: start + gap.trim().length });
    }
    // Backticks enclose a string of JavaScript.
    if (node.kind === "name" && node.isQuoted) {
      this.findings.note("quote", "`", node.span);
      return this.string(node.path, node.span);
    }
    if (isOperator(node, "{}")) return this.impossible("An object is not a value.", node.span);
    if (!isOperator(node, "()") || node.args.length !== 1) return this.write(node);
    this.findings.note("group", "(", node.span);
    return this.value(node.args[0]!);
  }

  /** Writes the member of a comparison. There, double quotes or brackets enclose a name, as in SQL, not a string or a list. */
  member(node: ForeignNode): Expression {
    if (node.kind === "name") return this.path(node);
    if (this.#isQuotedName(node)) {
      this.findings.note("quotedName", '"', node.span);
      return makeName(stringValue(node)!, node.span);
    }
    const [item] = isOperator(node, "[]") && node.args.length === 1 ? node.args : [];
    if (item?.kind !== "name") return this.value(node);
    this.findings.note("quotedName", "[", node.span);
    return this.path(item);
  }

  path({ path: name, isQuoted, span }: ForeignName): Expression {
    if (isQuoted) this.findings.note("quotedName", "`", span);
    const lower = name.toLowerCase();
    if (!isQuoted && (lower === "true" || lower === "false")) {
      if (name !== lower) this.findings.note("value", name, span);
      return makeLiteral("boolean", lower === "true", span);
    }
    const plain = name.replaceAll("?.", ".");
    if (plain !== name) this.findings.note("path", "?.", span);
    if (isDottedName(plain)) return makeName(plain, span);
    const message = `A name has letters, digits, _, @ and - only, so ${show(plain)} cannot be written; the catalog can give the member another name.`;
    return this.impossible(message, span);
  }

  numeral(image: string, span: Span): Expression {
    const { node, problem: invalid } = readNumeral(image, span);
    if (node !== undefined) return node;
    const problem = localDate(image, span) ?? invalid!;
    // The fix of an invalid number or date contains the corrected value, which is used instead.
    const meant = problem.fixes.length === 1 ? problem.fixes[0]!.edits[0]!.text : "";
    const read = readNumeral(meant, span).node;
    if (read === undefined || /^[-+]?0\d+$/.test(image)) this.findings.problems.push(problem);
    this.findings.note("value", image, span);
    return read ?? makeName("_", span);
  }

  /** Writes an unquoted value of RSQL: a number, a date, `true`, `false` or a string. */
  bare(image: string, span: Span): Expression {
    if (/^(?:true|false)$/i.test(image)) return makeLiteral("boolean", image.toLowerCase() === "true", span);
    const read = /^-?\d/.test(image) ? readNumeral(image, span).node : undefined;
    return read ?? this.string(image, span);
  }
}

/** Returns the value of a string. */
export function stringValue(node: ForeignNode | undefined): string | undefined {
  return node?.kind === "value" && node.type === "string" ? node.text : undefined;
}
