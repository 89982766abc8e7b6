import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { readRange, type Range } from "./tokens/bare-values.ts";
import { isStrength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { likeSearch, regexSearch, type Search } from "../readers/patterns.ts";
import { readForeignString } from "./tokens/scan-string.ts";
import type { InfixNode } from "./syntax.ts";
import { ValueWriter } from "./value-writer.ts";

/** Writes comparisons and searches as calls. */
export abstract class ComparisonWriter extends ValueWriter {
  /** Whether the text counts characters from 1, as SQL does. Undefined if nothing in the text shows its language. */
  countsFromOne: boolean | undefined;

  /** Writes any node. Recursion is safe: the depth of the text is limited. */
  abstract write(node: InfixNode): Expression;

  /** Writes a node in the position of a value, where a condition or an object has no meaning. */
  value(node: InfixNode): Expression {
    if (node.kind === "logical") {
      const [{ image, span }] = node.operators as [(typeof node.operators)[0]];
      return this.impossible(`${image} joins conditions, not values. Several values belong to in(…).`, span);
    }
    // Backticks enclose a string of JavaScript, or a name if they also enclose the other operand.
    if (node.kind === "path" && node.isQuoted) {
      this.note("quote", "`", node.span);
      return this.string(node.name, node.span);
    }
    if (node.kind === "object") return this.impossible("An object is not a value.", node.span);
    if (node.kind === "list" && !node.isArray && node.items.length === 1) {
      this.note("group", "(", node.span);
      return this.value(node.items[0]!);
    }
    return this.write(node);
  }

  /** Writes a comparison. Null, lists and regular expressions have functions of their own. */
  compare(callee: string, left: InfixNode, right: InfixNode, span: Span): Expression {
    const isEquality = callee === "eq" || callee === "ne";
    const negated = (node: Expression) => (callee === "ne" ? this.not(node, span) : node);
    if (right.kind === "null") {
      if (isEquality) return negated(this.call("isNull", [this.member(left)], span));
      return this.impossible("Nothing is greater or less than null: write isNull(…).", right.span);
    }
    if (isEquality && right.kind === "regex")
      return negated(this.matchRegex(left, right.image, right.span, span));
    if (isEquality && right.kind === "list" && (right.isArray || right.items.length > 1)) {
      return negated(this.among(left, right, span));
    }
    const range = this.isSearch && isEquality && right.kind === "bare" ? readRange(right.image) : undefined;
    if (range !== undefined) return negated(this.#range(left, range, right.span, span));
    if (isEquality && right.kind === "bare" && right.image.includes("*")) {
      return negated(this.#wildcard(left, right.image, right.span, span));
    }
    if (isEquality && this.hasBareValues && right.kind === "text" && right.prefix === undefined) {
      // Quotes of RSQL enclose values with spaces. A `*` is a wildcard in them too.
      const { value } = readForeignString(right.image);
      if (value.includes("*")) return negated(this.#wildcard(left, value, right.span, span));
    }
    return this.call(callee, [this.member(left), this.#compared(left, right)], span);
  }

  /** Writes a range of a search box. One call compares both ends, if both belong to the range or neither does. */
  #range(of: InfixNode, { low, high }: Range, value: Span, span: Span): Expression {
    const member = this.member(of);
    const write = ({ image }: { readonly image: string }) => this.bare(image, value);
    if (low !== undefined && high !== undefined && low.callee === high.callee)
      return this.call(low.callee, [write(low), member, write(high)], span);
    const parts = [
      ...(low === undefined
        ? []
        : [this.call(low.callee === "le" ? "ge" : "gt", [member, write(low)], span)]),
      ...(high === undefined ? [] : [this.call(high.callee, [member, write(high)], span)]),
    ];
    return parts.length === 1 ? parts[0]! : this.call("and", parts, span);
  }

  #compared(left: InfixNode, right: InfixNode): Expression {
    if (right.kind !== "path") return this.value(right);
    if (this.hasBareValues) return this.string(right.name, right.span);
    return right.isQuoted && left.kind === "path" && left.isQuoted ? this.path(right) : this.value(right);
  }

  /** Writes the member of a comparison. There, double quotes or brackets enclose a name, as in SQL, not a string or a list. */
  member(node: InfixNode): Expression {
    if (node.kind === "path") return this.path(node);
    if (node.kind === "text" && node.prefix === undefined && node.image.startsWith('"')) {
      const { value } = readForeignString(node.image);
      if (isDottedName(value)) {
        this.note("quotedName", '"', node.span);
        return makeName(value, node.span);
      }
    }
    const item = node.kind === "list" && node.isArray && node.items.length === 1 ? node.items[0]! : undefined;
    if (item?.kind === "path") {
      this.note("quotedName", "[", node.span);
      return this.path(item);
    }
    return this.value(node);
  }

  among(
    of: InfixNode,
    { items, span }: Extract<InfixNode, { readonly kind: "list" }>,
    whole: Span,
  ): Expression {
    if (items.length === 0) return this.impossible("An empty list has no value that could be equal.", span);
    const nothing = items.find(({ kind }) => kind === "null");
    if (nothing !== undefined) {
      return this.impossible("null is not allowed in a list: write or(isNull(…),in(…)).", nothing.span);
    }
    const values = items.map((item) =>
      this.hasBareValues && item.kind === "path" ? this.string(item.name, item.span) : this.value(item),
    );
    return this.call("in", [this.member(of), ...values], whole);
  }

  /** @param image the regular expression as written, such as `/a.b/i` */
  matchRegex(of: InfixNode, image: string, value: Span, span: Span): Expression {
    const end = image.lastIndexOf("/");
    this.note("regex", image, value);
    return this.matchPattern(of, image.slice(1, end), image.slice(end + 1), value, span);
  }

  matchPattern(of: InfixNode, source: string, flags: string, value: Span, span: Span): Expression {
    const found = regexSearch(source, flags);
    if (found !== undefined) return this.search(of, found, value, span);
    return this.impossible(
      "Patterns have no look-around and no back-references, because matching takes linear time.",
      value,
    );
  }

  search(of: InfixNode, { callee, value, ignoresCase }: Search, valueSpan: Span, span: Span): Expression {
    const member = this.member(of);
    if (callee === "present") return this.not(this.call("isNull", [member], span), span);
    return makeCall(
      callee,
      ignoresCase ? "secondary" : undefined,
      [member, this.string(value, valueSpan)],
      span,
    );
  }

  #wildcard(of: InfixNode, image: string, value: Span, span: Span): Expression {
    const pattern = image.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
    return this.search(of, likeSearch(pattern, false), value, span);
  }

  /** Returns the strength with this name. Records a problem if there is none. */
  strengthOf(word: string, span: Span): ReturnType<typeof makeCall>["strength"] {
    if (isStrength(word)) return word;
    this.impossible(`There is no strength $${show(word)}.`, span);
    return undefined;
  }

  boolean(value: boolean, span: Span): Expression {
    return makeLiteral("boolean", value, span);
  }
}
