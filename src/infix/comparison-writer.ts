import { MIRRORED } from "../functions/definition/comparisons.ts";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import type { Span } from "../diagnostics/span.ts";
import { isOperator, isForeignNull, type ForeignNode, type ForeignOperator } from "../readers/nodes.ts";
import { readRange, type Range } from "./bare-values.ts";
import { likeSearch, regexSearch, type Search } from "../readers/patterns.ts";
import { ValueWriter } from "./value-writer.ts";

/** Writes comparisons and searches as calls. */
export abstract class ComparisonWriter extends ValueWriter {
  /** Writes any node. Recursion is safe: the depth of the text is limited. */
  abstract write(node: ForeignNode): Expression;

  /** Returns whether a node is a value. In a call, the member comes first and the value second. */
  isConstant(node: ForeignNode): boolean {
    if (node.kind === "name") return /^(?:true|false)$/i.test(node.path) && !node.isQuoted;
    if (node.kind === "value") return node.type !== "string" || !this.isQuotedName(node);
    return isOperator(node, "bare", "regex");
  }

  /** Returns whether a string is in double quotes, and can be a quoted name of SQL. */
  isQuotedName(node: ForeignNode): boolean {
    return (
      node.kind === "value" &&
      node.type === "string" &&
      this.source.text.charAt(node.span.start) === '"' &&
      isDottedName(node.text)
    );
  }

  /** Writes a node in the position of a value, where a condition or an object has no meaning. */
  value(node: ForeignNode): Expression {
    if (isOperator(node, "and", "or")) {
      const [first, second] = node.args as [ForeignNode, ForeignNode];
      const gap = { start: first.span.end, end: second.span.start };
      const image = this.source.text.slice(gap.start, gap.end).trim();
      const start = this.source.text.indexOf(image, gap.start);
      if (this.findings.problems.length === 0)
        this.findings.keep(({ span }) => span.start < node.span.start || span.end > node.span.end);
      const message = `${image} joins conditions, not values. Several values belong to in(…).`;
      return this.impossible(message, { start, end: start + image.length });
    }
    // Backticks enclose a string of JavaScript, or a name if they also enclose the other operand.
    if (node.kind === "name" && node.isQuoted) {
      this.findings.note("quote", "`", node.span);
      return this.string(node.path, node.span);
    }
    if (isOperator(node, "{}")) return this.impossible("An object is not a value.", node.span);
    if (isOperator(node, "()") && node.args.length === 1) {
      this.findings.note("group", "(", node.span);
      return this.value(node.args[0]!);
    }
    return this.write(node);
  }

  /** Writes the member of a comparison. There, double quotes or brackets enclose a name, as in SQL, not a string or a list. */
  member(node: ForeignNode): Expression {
    if (node.kind === "name") return this.path(node);
    if (this.isQuotedName(node)) {
      this.findings.note("quotedName", '"', node.span);
      return makeName((node as { text: string }).text, node.span);
    }
    const [item] = isOperator(node, "[]") && node.args.length === 1 ? node.args : [];
    if (item?.kind !== "name") return this.value(node);
    this.findings.note("quotedName", "[", node.span);
    return this.path(item);
  }

  /** Writes a comparison. Null, lists and regular expressions have functions of their own. */
  compare(callee: string, left: ForeignNode, right: ForeignNode, span: Span): Expression {
    const isEquality = callee === "eq" || callee === "ne";
    const negated = (node: Expression) => (callee === "ne" ? this.not(node, span) : node);
    if (isForeignNull(right)) {
      if (isEquality) return negated(this.call("isNull", [this.member(left)], span));
      return this.impossible("Nothing is greater or less than null: write isNull(…).", right.span);
    }
    if (isEquality && isOperator(right, "regex")) return negated(this.matches(left, right, "", span));
    if (isEquality && (isOperator(right, "[]") || (isOperator(right, "()") && right.args.length > 1)))
      return negated(this.among(left, right, span));
    const isBare = isOperator(right, "bare");
    const range = this.source.isSearch && isEquality && isBare ? readRange(this.imageOf(right)) : undefined;
    if (range !== undefined) return negated(this.#range(left, range, right.span, span));
    // Quotes of RSQL enclose values with spaces. A `*` is a wildcard in them too.
    const pattern = isBare
      ? this.imageOf(right)
      : right.kind === "value" && right.type === "string" && this.source.hasBareValues
        ? right.text
        : "";
    if (isEquality && pattern.includes("*")) {
      const like = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
      return negated(this.search(left, likeSearch(like, false), right.span, span));
    }
    return this.call(callee, [this.member(left), this.#compared(left, right)], span);
  }

  #compared(left: ForeignNode, right: ForeignNode): Expression {
    if (right.kind !== "name") return this.value(right);
    if (this.source.hasBareValues) return this.string(right.path, right.span);
    return right.isQuoted && left.kind === "name" && left.isQuoted ? this.path(right) : this.value(right);
  }

  /** Writes a range of a search box. One call compares both ends, if both belong to the range or neither does. */
  #range(of: ForeignNode, { low, high }: Range, value: Span, span: Span): Expression {
    const member = this.member(of);
    const write = ({ image }: { readonly image: string }) => this.bare(image, value);
    if (low !== undefined && low.callee === high?.callee)
      return this.call(low.callee, [write(low), member, write(high)], span);
    const parts: Expression[] = [];
    if (low !== undefined) parts.push(this.call(MIRRORED[low.callee], [member, write(low)], span));
    if (high !== undefined) parts.push(this.call(high.callee, [member, write(high)], span));
    return parts.length === 1 ? parts[0]! : this.call("and", parts, span);
  }

  among(of: ForeignNode, { args, span }: ForeignOperator, whole: Span): Expression {
    if (args.length === 0) return this.impossible("An empty list has no value that could be equal.", span);
    const nothing = args.find(isForeignNull);
    if (nothing !== undefined)
      return this.impossible("null is not allowed in a list: write or(isNull(…),in(…)).", nothing.span);
    const values = args.map((item) =>
      this.source.hasBareValues && item.kind === "name"
        ? this.string(item.path, item.span)
        : this.value(item),
    );
    return this.call("in", [this.member(of), ...values], whole);
  }

  /** Writes the test of a regular expression, such as `/a.b/i` or `'a.b'`. */
  matches(of: ForeignNode, pattern: ForeignNode, flags: string, span: Span): Expression {
    let source = stringValue(pattern);
    let options = flags;
    if (isOperator(pattern, "regex")) {
      const image = this.imageOf(pattern);
      const end = image.lastIndexOf("/");
      this.findings.note("regex", image, pattern.span);
      source = image.slice(1, end);
      options = image.slice(end + 1);
    }
    if (source === undefined)
      return this.impossible("A pattern is a string: match(name,'.*').", pattern.span);
    const search = regexSearch(source, options);
    if (search !== undefined) return this.search(of, search, pattern.span, span);
    const message =
      "Patterns have no look-around and no back-references, because matching takes linear time.";
    return this.impossible(message, pattern.span);
  }

  search(of: ForeignNode, { callee, value, ignoresCase }: Search, valueSpan: Span, span: Span): Expression {
    const member = this.member(of);
    if (callee === "present") return this.not(this.call("isNull", [member], span), span);
    const strength = ignoresCase ? "secondary" : undefined;
    return makeCall(callee, strength, [member, this.string(value, valueSpan)], span);
  }

  /** Returns the span of the colon of a pair. */
  colonOf({ args: [left] }: ForeignOperator): Span {
    const start = this.source.text.indexOf(":", left!.span.end);
    return { start, end: start + 1 };
  }

  boolean(value: boolean, span: Span): Expression {
    return makeLiteral("boolean", value, span);
  }
}

/** Returns the value of a string. */
export function stringValue(node: ForeignNode | undefined): string | undefined {
  return node?.kind === "value" && node.type === "string" ? node.text : undefined;
}
