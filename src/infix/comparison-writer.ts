import { readNumeral } from "../ast/literals.ts";
import { localDate } from "../ast/local-dates.ts";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression, Literal } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import { NOWHERE, type Span } from "../diagnostics/span.ts";
import { isComparisonName, MIRRORED } from "../functions/definition/comparisons.ts";
import {
  isForeignNull,
  isOperator,
  type ForeignName,
  type ForeignNode,
  type ForeignOperator,
} from "../readers/nodes.ts";
import { checkPattern } from "../pattern/check-pattern.ts";
import { likeSearch, regexSearch, rsqlSearch, type Search } from "../readers/patterns.ts";
import { readRange, type RangeEnd } from "./bare-values.ts";
import type { Findings } from "./findings.ts";
import type { MixedText } from "./mixed-reader.ts";
import { dottedPath } from "./tokens.ts";

/** Writes names, values, comparisons and searches. */
export abstract class ComparisonWriter {
  readonly source: MixedText;
  readonly findings: Findings;
  /** The variable of the `/any(…)` around the node that is written: its paths are members. */
  variable: string | undefined;

  constructor(source: MixedText) {
    this.source = source;
    this.findings = source.findings;
  }

  /** Writes any node. Recursion is safe: the depth of the text is limited. */
  abstract write(node: ForeignNode): Expression;

  imageOf({ span }: ForeignNode): string {
    return this.source.text.slice(span.start, span.end);
  }

  impossible(message: string, { span }: { readonly span: Span }): Expression {
    return this.findings.impossible(message, span);
  }

  string(value: string, { span }: { readonly span: Span }): Literal {
    return makeLiteral("string", value, span);
  }

  /** Makes a call. Its span contains those of its arguments, which can stand in another order in the text. */
  call(callee: string, args: readonly Expression[], strength?: Strength): Expression {
    let { start, end } = args[0]?.span ?? NOWHERE;
    for (const { span } of args) {
      start = Math.min(start, span.start);
      end = Math.max(end, span.end);
    }
    return makeCall(callee, strength, args, { start, end });
  }

  not(condition: Expression): Expression {
    return this.call("not", [condition]);
  }

  isNull(of: ForeignNode): Expression {
    return this.call("isNull", [this.member(of)]);
  }

  /** Writes a test, whose operands are its member and what follows its operator. */
  test(operator: string, args: readonly ForeignNode[]): Expression {
    const [left, right, last] = args as [ForeignNode, ForeignNode, ForeignNode | undefined];
    if (args.some(countsAsSql) && args.length > 1) {
      const image = this.source.text.slice(left.span.end, right.span.start).trim();
      const rule = "SQL counts the characters of substr from 1, and this language from 0";
      if (!/^(?:[=!]?==|eq|ne|[lg][te])$/.test(image))
        return this.impossible(`${rule}: substr(name,start,length).`, args.find(countsAsSql)!);
    }
    switch (operator) {
      case "between":
        return this.call("and", [this.compare("ge", left, right), this.compare("le", left, last!)]);
      case "in":
        // `'x' in tags`: some element of the list equals the value.
        return isOperator(right, "()", "[]") ? this.among(left, right) : this.compare("eq", right, left);
      case "not in":
        return this.not(this.test("in", args));
      case "is not": {
        const differs = this.compare("ne", left, right);
        // `x IS NOT TRUE` is true for null.
        return isForeignNull(right) ? differs : this.call("or", [differs, this.isNull(left)]);
      }
      case "is null":
        return this.isNull(left);
      case "is not null":
        return this.not(this.isNull(left));
      case "like":
      case "ilike": {
        const escape = last && this.#textOf(last);
        return this.#search(left, right, likeSearch(this.#textOf(right), operator === "ilike", escape));
      }
      case "=like=":
      case "=ilike=":
        return this.#search(left, right, rsqlSearch(this.#textOf(right), operator === "=ilike="));
      case "matches":
      case "imatches":
        return this.matches(left, right, operator === "imatches" ? "i" : "");
    }
    if (last !== undefined) {
      const operands = args.map((operand) => this.value(operand));
      return this.call(operator, operands);
    }
    return isComparisonName(operator) && this.#isConstant(left) && !this.#isConstant(right)
      ? this.compare(MIRRORED[operator], right, left)
      : this.compare(operator, left, right);
  }

  #textOf(node: ForeignNode): string {
    return stringValue(node) ?? this.imageOf(node);
  }

  /** Writes a comparison. Null, regular expressions, ranges and wildcards have functions of their own. */
  compare(callee: string, left: ForeignNode, right: ForeignNode): Expression {
    const isEquality = callee === "eq" || callee === "ne";
    const equality = isEquality ? this.#equality(left, right) : undefined;
    if (equality !== undefined) return callee === "ne" ? this.not(equality) : equality;
    if (isForeignNull(right))
      return this.impossible("Nothing is greater or less than null: write isNull(…).", right);
    return this.call(callee, [this.member(left), this.value(right)]);
  }

  #equality(left: ForeignNode, right: ForeignNode): Expression | undefined {
    if (isForeignNull(right)) return this.isNull(left);
    if (isOperator(right, "regex")) return this.matches(left, right);
    if (!this.source.hasBareValues) return undefined;
    // Quotes of RSQL enclose values with spaces. A `*` is a wildcard in them too.
    const image = isOperator(right, "bare") ? this.imageOf(right) : (stringValue(right) ?? "");
    // A search box negates a value by a sign in front: `state:!open`. The sign of a number belongs to its value.
    if (this.source.isSearch && isOperator(right, "bare") && /^(?:!|-(?=\p{L}))./u.test(image)) {
      const positive: ForeignNode = { ...right, span: { start: right.span.start + 1, end: right.span.end } };
      return this.not(this.compare("eq", left, positive));
    }
    const range = this.source.isSearch && stringValue(right) === undefined ? readRange(image) : undefined;
    if (range !== undefined) return this.#range(this.member(left), range, right);
    if (!image.includes("*")) return undefined;
    const pattern = image.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
    return this.#search(left, right, likeSearch(pattern, false));
  }

  /** Writes a range of a search box. One call compares both ends, if both belong to the range or neither does. */
  #range(member: Expression, ends: readonly RangeEnd[], value: ForeignNode): Expression {
    const [low, high] = ends.map(({ image }) => this.bare(image, value));
    const callees = ends.map(({ callee }) => callee);
    if (/^(?:ge,le|gt,lt)$/.test(callees.join())) return this.call(callees[1]!, [low!, member, high!]);
    const first = this.call(callees[0]!, [member, low!]);
    return high === undefined ? first : this.call("and", [first, this.call(callees[1]!, [member, high])]);
  }

  among(of: ForeignNode, list: ForeignOperator): Expression {
    if (list.args.length === 0)
      return this.impossible("An empty list has no value that could be equal.", list);
    const nothing = list.args.find(isForeignNull);
    if (nothing !== undefined)
      return this.impossible("null is not allowed in a list: write or(isNull(…),in(…)).", nothing);
    return this.call("in", [this.member(of), ...list.args.map((item) => this.value(item))]);
  }

  /** Writes the test of a regular expression, such as `/a.b/i` or `'a.b'`. */
  matches(of: ForeignNode, pattern: ForeignNode, flags = ""): Expression {
    const isRegex = isOperator(pattern, "regex");
    const image = isRegex ? this.imageOf(pattern) : `/${this.#textOf(pattern)}/${flags}`;
    if (isRegex) this.findings.note("regex", image, pattern.span);
    const end = image.lastIndexOf("/");
    const search = regexSearch(image.slice(1, end), image.slice(end + 1));
    if (search !== undefined) return this.#search(of, pattern, search);
    const reason = "because matching takes linear time";
    return this.impossible(`Patterns have no look-around and no back-references, ${reason}.`, pattern);
  }

  /** Writes the test of a pattern that matches the whole string. */
  matchesWhole(of: ForeignNode, pattern: ForeignNode): Expression {
    return this.#search(of, pattern, { callee: "match", value: this.#textOf(pattern), ignoresCase: false });
  }

  #search(of: ForeignNode, pattern: ForeignNode, { callee, value, ignoresCase }: Search): Expression {
    if (callee === "present") return this.not(this.isNull(of));
    const checked = callee === "match" ? checkPattern(value) : undefined;
    if (checked?.ok === false)
      return this.impossible(`The pattern is not valid: ${checked.reason}.`, pattern);
    const args = [this.member(of), this.string(value, pattern)];
    return this.call(callee, args, ignoresCase ? "secondary" : undefined);
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
    if (isOperator(node, "and", "or")) return this.#joinedValues(node);
    if (isOperator(node, "{}")) return this.impossible("An object is not a value.", node);
    // Backticks enclose a string of JavaScript.
    if (node.kind === "name" && node.isQuoted) {
      this.findings.note("quote", "`", node.span);
      return this.string(node.path, node);
    }
    if (node.kind === "name" && this.#isUnquoted(node)) {
      this.findings.note("unquoted", node.path, node.span);
      return this.string(node.path, node);
    }
    if (!isOperator(node, "()") || node.args.length !== 1) return this.write(node);
    this.findings.note("group", "(", node.span);
    return this.value(node.args[0]!);
  }

  /** Returns whether a path with slashes or arrows is a string without its quotes, such as `text/plain`. */
  #isUnquoted({ path }: ForeignName): boolean {
    const isPath = /\/|->/.test(path) && /^[\p{L}\p{N}@._/>-]+$/u.test(path);
    const isVariable = this.variable !== undefined && path.startsWith(`${this.variable}/`);
    return isPath && !isVariable && !this.source.isMember(dottedPath(path));
  }

  #joinedValues({ args, span: { start, end } }: ForeignOperator): Expression {
    const isOutside = ({ span }: { readonly span: Span }) => span.start < start || span.end > end;
    if (this.findings.problems.length === 0) this.findings.keep(isOutside);
    const gap = { start: args[0]!.span.end, end: args[1]!.span.start };
    const word = /\S+/.exec(this.source.text.slice(gap.start, gap.end))?.[0];
    // The conditions of a chain, such as `a=b>c`, share an operand.
    if (word === undefined)
      return this.impossible("A value is expected, not several conditions.", { span: { start, end } });
    const at = this.source.text.indexOf(word, gap.start);
    const message = `${word} joins conditions, not values. Several values belong to in(…).`;
    return this.impossible(message, { span: { start: at, end: at + word.length } });
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
    const plain = isQuoted ? name : dottedPath(name);
    const index = isQuoted ? null : /\[(?:[A-Za-z]|\d+)\]|\.\d/.exec(name);
    if (plain !== name || index !== null) this.findings.note("path", name, span);
    if (index !== null) {
      const list = show(name.slice(0, index.index));
      const rule = `A list has no index here: eq(${list},'x') is true if any element equals 'x'.`;
      return this.impossible(rule, { span: { start: span.start + index.index, end: span.end } });
    }
    if (isDottedName(plain)) return makeName(plain, span);
    const message = `A name has letters, digits, _, @ and - only, so ${show(plain)} cannot be written; the catalog can give the member another name.`;
    return this.impossible(message, { span });
  }

  numeral(image: string, span: Span): Expression {
    const { node, problem: invalid } = readNumeral(image, span);
    if (node !== undefined) return node;
    const problem = localDate(image, span) ?? invalid!;
    // The fix of an invalid number or date contains the corrected value, which is used instead.
    const numeralText = problem.fixes.length === 1 ? problem.fixes[0]!.edits[0]!.text : "";
    const literal = readNumeral(numeralText, span).node;
    if (literal === undefined || /^[-+]?0\d+$/.test(image)) this.findings.problems.push(problem);
    this.findings.note("value", image, span);
    return literal ?? makeName("_", span);
  }

  /** Writes an unquoted value of RSQL: a number, a date, `true`, `false` or a string. */
  bare(image: string, node: ForeignNode): Expression {
    if (/^(?:true|false)$/i.test(image))
      return makeLiteral("boolean", image.toLowerCase() === "true", node.span);
    const literal = /^-?\d/.test(image) ? readNumeral(image, node.span).node : undefined;
    return literal ?? this.string(image, node);
  }
}

/** Returns whether a node is a call of `substr` whose start has another meaning in SQL: any start but the number 0. */
function countsAsSql(node: ForeignNode): boolean {
  const start = node.kind === "call" && node.callee.toLowerCase() === "substr" ? node.args[1] : undefined;
  return start !== undefined && !(start.kind === "value" && Number(start.text) === 0);
}

/** Returns the value of a string. */
export function stringValue(node: ForeignNode | undefined): string | undefined {
  return node?.kind === "value" && node.type === "string" ? node.text : undefined;
}
