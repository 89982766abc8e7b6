import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { writeCall } from "./calls.ts";
import { writeObject } from "./objects.ts";
import { likeSearch } from "../readers/patterns.ts";
import { readForeignString } from "./tokens/scan-string.ts";
import type { InfixNode, InfixOperator, InfixTest } from "./syntax.ts";
import { ComparisonWriter } from "./comparison-writer.ts";

type Chain = Extract<InfixNode, { readonly kind: "chain" }>;

const FLIPPED: ReadonlyMap<string, string> = new Map([
  ["eq", "eq"],
  ["ne", "ne"],
  ["lt", "gt"],
  ["le", "ge"],
  ["gt", "lt"],
  ["ge", "le"],
]);

/** Writes the conditions of an infix text as calls. */
export class FilterWriter extends ComparisonWriter {
  write(node: InfixNode): Expression {
    const { span } = node;
    switch (node.kind) {
      case "path":
        return this.path(node);
      case "text":
        return this.text(node);
      case "numeral":
        return this.numeral(node.image, span);
      case "bare":
        return this.bare(node.image, span);
      case "guid":
        this.note("value", node.image, span);
        return this.string(node.image, span);
      case "null":
        return makeName("null", span);
      case "index":
        return this.index(node);
      case "call":
        return writeCall(this, node);
      case "object":
        return writeObject(this, node);
      case "chain":
        return this.#chain(node);
      case "test":
        return this.#test(node);
      case "cast":
        return this.#cast(node);
      case "list":
        return this.#group(node);
      case "logical": {
        for (const operator of node.operators) this.noteOperator(operator);
        const callee = node.operators[0]!.meaning.type === "And" ? "and" : "or";
        const parts = node.parts.flatMap((part) => {
          const written = this.#condition(part);
          // `BETWEEN` and `1 < x <= 5` are written as an `and`. Inside of another `and`, their halves become its arguments.
          const isJoined =
            part.kind !== "call" &&
            part.kind !== "list" &&
            written.kind === "call" &&
            written.callee === "and";
          return isJoined && callee === "and" ? written.args : [written];
        });
        return this.call(callee, parts, span);
      }
      case "not":
        this.noteOperator(node.operator);
        return this.not(this.#condition(node.of), span);
      case "regex":
        this.note("regex", node.image, span);
        return this.impossible(
          `A regular expression is the second argument of match: match(name,'.*').`,
          span,
        );
      case "pair":
        return this.impossible("A colon only separates the options of a sort key.", node.colon);
    }
  }

  /** Writes a node in the position of a condition. In `x = 1 or 2`, the value 2 is not a condition. */
  #condition(node: InfixNode): Expression {
    if (node.kind !== "numeral" && node.kind !== "text" && node.kind !== "bare") return this.write(node);
    const message = `${show(node.image)} is not a condition. Several values belong to in, such as in(name,'x','y').`;
    return this.impossible(message, node.span);
  }

  /** Writes a condition in parentheses. Lists of values are refused. */
  #group(node: Extract<InfixNode, { readonly kind: "list" }>): Expression {
    const [item] = node.items;
    if (node.items.length !== 1 && !node.isArray) {
      return this.impossible("Parentheses belong to the call of a function: in(name,'x','y').", node.span);
    }
    if (node.isArray) {
      this.note("list", "[", { start: node.span.start, end: node.span.start + 1 });
      return this.impossible("A list of values belongs to in: in(name,'x','y').", node.span);
    }
    this.note("group", "(", node.span);
    return this.write(item!);
  }

  #cast({ of, type, span }: Extract<InfixNode, { readonly kind: "cast" }>): Expression {
    this.note("type", `::${type}`, span);
    if (of.kind === "text") return this.text({ ...of, prefix: type, span });
    return this.impossible(`The language has no type conversion such as ::${show(type)}.`, span);
  }

  /** Writes `a < b <= c` as two comparisons, and `a < b < c` as one call with three arguments. */
  #chain({ operators, operands, span }: Chain): Expression {
    for (const operator of operators) this.noteOperator(operator);
    const [first] = operators;
    if (operators.length === 1) return this.#compare(first!, operands[0]!, operands[1]!, span);
    const callees = new Set(operators.map(({ meaning }) => meaning.callee!));
    const isUniform = callees.size === 1 && FLIPPED.has(first!.meaning.callee!) && !callees.has("ne");
    if (isUniform)
      return this.call(
        first!.meaning.callee!,
        operands.map((each) => this.value(each)),
        span,
      );
    const parts = operators.map((operator, i) => {
      const [left, right] = [operands[i]!, operands[i + 1]!];
      return this.#compare(operator, left, right, { start: left.span.start, end: right.span.end });
    });
    return this.call("and", parts, span);
  }

  #compare(operator: InfixOperator, left: InfixNode, right: InfixNode, span: Span): Expression {
    const callee = operator.meaning.callee!;
    if (isConstant(left) && !isConstant(right) && FLIPPED.has(callee)) {
      return this.compare(FLIPPED.get(callee)!, right, left, span);
    }
    return this.compare(callee, left, right, span);
  }

  #test(node: InfixTest): Expression {
    const { operator, of, operands, span } = node;
    this.noteOperator(operator);
    const isNegated = node.isNegated !== (operator.meaning.isNegated === true);
    const written = this.#tested(node, isNegated, operands[0], span);
    if (operator.meaning.type === "Is") return written;
    if (operator.meaning.type === "Postfix" && operands[0]?.kind === "bare") {
      // `name=isnull=false`
      const isFalse = /^(?:false|0)$/i.test(operands[0].image);
      return isFalse === isNegated
        ? this.call("isNull", [this.member(of)], span)
        : this.not(this.call("isNull", [this.member(of)], span), span);
    }
    return isNegated ? this.not(written, span) : written;
  }

  #tested(
    { operator, of, operands, span }: InfixTest,
    isNegated: boolean,
    first: InfixNode | undefined,
    whole: Span,
  ): Expression {
    const { type, ignoresCase = false } = operator.meaning;
    switch (type) {
      case "Like":
        return this.#like(of, operands, ignoresCase, span);
      case "Matches":
        if (first!.kind === "regex") return this.matchRegex(of, first.image, first.span, span);
        if (first!.kind !== "text")
          return this.impossible("A pattern is a string: match(name,'.*').", first!.span);
        return this.matchPattern(
          of,
          readForeignString(first.image).value,
          ignoresCase ? "i" : "",
          first.span,
          span,
        );
      case "In":
        return this.#in(of, first!, span);
      case "Between":
        return this.call(
          "and",
          [this.compare("ge", of, operands[0]!, span), this.compare("le", of, operands[1]!, span)],
          span,
        );
      case "Is":
        return this.#is(of, first!, isNegated, whole);
      default:
        return this.call("isNull", [this.member(of)], span);
    }
  }

  /** Writes `IS`. `x IS NOT TRUE` is true for null. */
  #is(of: InfixNode, value: InfixNode, isNegated: boolean, span: Span): Expression {
    if (value.kind === "null" || !isNegated) return this.compare(isNegated ? "ne" : "eq", of, value, span);
    const differs = this.compare("ne", of, value, span);
    return this.call("or", [differs, this.call("isNull", [this.member(of)], span)], span);
  }

  #in(of: InfixNode, values: InfixNode, span: Span): Expression {
    if (values.kind === "list") return this.among(of, values, span);
    // `'x' in tags`: some element of the list equals the value.
    if (isConstant(of)) return this.compare("eq", values, of, span);
    if (isConstant(values)) return this.compare("eq", of, values, span);
    return this.impossible("The values of in are written in the call: in(name,'x','y').", values.span);
  }

  #like(
    of: InfixNode,
    [pattern, escape]: readonly InfixNode[],
    ignoresCase: boolean,
    span: Span,
  ): Expression {
    const image =
      pattern!.kind === "text"
        ? readForeignString(pattern.image).value
        : pattern!.kind === "bare"
          ? pattern.image.replaceAll("*", "%")
          : undefined;
    if (image === undefined) return this.impossible("A pattern is a string, such as 'a%'.", pattern!.span);
    const character = escape?.kind === "text" ? readForeignString(escape.image).value : undefined;
    return this.search(of, likeSearch(image, ignoresCase, character), pattern!.span, span);
  }
}

/** Returns whether a node is a value. In a call, the member comes first and the value second. */
function isConstant(node: InfixNode): boolean {
  if (node.kind === "path") return /^(?:true|false)$/i.test(node.name) && !node.isQuoted;
  if (node.kind === "text")
    return node.prefix !== undefined || !node.image.startsWith('"') || !isNameLike(node.image);
  return ["numeral", "bare", "guid", "null", "regex"].includes(node.kind);
}

/** Returns whether a string in double quotes can be a quoted name of SQL. */
function isNameLike(image: string): boolean {
  return isDottedName(image.slice(1, -1));
}
