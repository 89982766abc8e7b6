import { readLeftChain } from "../../readers/chains.ts";
import { ConditionReader, type MakeTest } from "../../readers/conditions.ts";
import { spanning, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  type ForeignToken,
  type TokenRules,
} from "../../readers/token-stream.ts";
import { plainNumber } from "../texts/numbers.ts";

const RULES: TokenRules = [
  ["string", /'[^']*(?:''[^']*)*'/y],
  ["quoted", /"[^"]+(?:""[^"]*)*"|`[^`]+`|\[[^\]'"]+\]/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_])/uy],
  ["word", /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ["symbol", /--|\/\*|<>|<=|>=|!=|==|\|\||::|[-=<>(),.;+*/%?:@$#~!&|^]/y],
];

/** A sort key as written. */
export interface SqlSortKey {
  readonly of: ForeignNode;
  readonly isDescending: boolean;
  readonly nulls: "first" | "last" | undefined;
  readonly collation: ForeignToken | undefined;
  readonly span: { readonly start: number; readonly end: number };
}

/** Words in front of a literal that name its type, as in `DATE '2020-01-31'`. */
const VALUE_TYPES: ReadonlyMap<string, ForeignValue["type"]> = new Map<string, ForeignValue["type"]>([
  ["date", "date"],
  ["time", "time"],
  ["timestamp", "dateTime"],
  ["interval", "other"],
]);
/** Words that are never names without quotes. Reading them as names would hide mistakes in the syntax. */
const RESERVED = new Set(
  "all and any as asc between by case cast collate desc distinct else end escape except exists false for from group having in intersect is join like limit not null offset on or order select then true union unknown using when where with".split(
    " ",
  ),
);

export function isReservedInSql(word: string): boolean {
  return RESERVED.has(word) || VALUE_TYPES.has(word);
}

/** Reads a condition, which may follow `WHERE`. */
export function parseSqlCondition(text: string, maxDepth: number): ForeignNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => {
    tokens.takeWords("where");
    const tree = new SqlReader(tokens).condition();
    tokens.takeSymbol(";");
    return tree;
  });
}

/** Reads sort keys, which may follow `ORDER BY`. */
export function parseSqlOrder(text: string, maxDepth: number): readonly SqlSortKey[] {
  return readForeignText(text, RULES, maxDepth, (tokens) => {
    tokens.takeWords("order", "by");
    const parser = new SqlReader(tokens);
    const keys = [parser.sortKey()];
    while (tokens.takeSymbol(",")) keys.push(parser.sortKey());
    tokens.takeSymbol(";");
    return keys;
  });
}

/**
 * A recursive descent parser. Each parenthesis or negation is one level of the depth limit. Chains of operators are read in a
 * loop.
 */
class SqlReader extends ConditionReader {
  sortKey(): SqlSortKey {
    const { tokens } = this;
    const of = this.condition();
    const collation = tokens.takeWords("collate") ? tokens.take() : undefined;
    const isDescending = tokens.takeWords("desc");
    if (!isDescending) tokens.takeWords("asc");
    let nulls: SqlSortKey["nulls"];
    if (tokens.takeWords("nulls", "first")) nulls = "first";
    else if (tokens.takeWords("nulls", "last")) nulls = "last";
    return { of, isDescending, nulls, collation, span: { start: of.span.start, end: tokens.previousEnd } };
  }

  /** Reads what follows `IS`. */
  protected override truth(makeTest: MakeTest): ForeignNode {
    const { tokens } = this;
    const not = tokens.takeWords("not") ? "not " : "";
    if (tokens.takeWords("distinct", "from")) return makeTest(`is ${not}distinct from`, [this.value()]);
    for (const word of ["null", "true", "false", "unknown"])
      if (tokens.takeWords(word)) return makeTest(`is ${not}${word}`, []);
    return tokens.unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
  }

  /** Reads an operand. Reads arithmetic, which tamis lacks, too. Only the condition that contains it is left out, instead of the whole text. */
  protected override operand(): ForeignNode {
    const { tokens } = this;
    const isOperator = () => tokens.next.kind === "symbol" && /^(?:[-+*/%]|\|\|)$/.test(tokens.next.text);
    return readLeftChain(tokens, () => this.#primary(), isOperator);
  }

  #primary(): ForeignNode {
    const { tokens } = this;
    const token = tokens.take();
    const { kind, text, span } = token;
    switch (kind) {
      case "string":
        return { kind: "value", type: "string", text: unquote(text), span };
      case "number":
        return { kind: "value", type: "number", text: plainNumber(text), span };
      case "quoted":
        return this.#name(token);
      case "word":
        return this.#word(token);
      case "symbol":
        break;
      default:
        throw new ForeignSyntaxProblem("The condition is incomplete.", span);
    }
    if (text === "(") {
      if (tokens.isWord("select")) throw subquery(tokens.next);
      return tokens.parenthesized(token, () => this.condition());
    }
    if ((text === "-" || text === "+") && tokens.next.kind === "number") {
      const number = tokens.take();
      const digits = plainNumber(number.text);
      return {
        kind: "value",
        type: "number",
        text: text === "-" ? `-${digits}` : digits,
        span: spanning(token, number),
      };
    }
    if (text === "-" || text === "+") {
      const operand = tokens.nested(() => this.#primary());
      return { kind: "operator", operator: text, args: [operand], span: spanning(token, operand) };
    }
    if (/^[?:@$]$/.test(text))
      throw new ForeignSyntaxProblem("A parameter has no value here: write the value itself.", span);
    if (text === "--" || text === "/*")
      throw new ForeignSyntaxProblem("A condition has no comments here.", span);
    throw new ForeignSyntaxProblem(`Expected a value or a name, found '${text}'.`, span);
  }

  #word(token: ForeignToken): ForeignNode {
    const { tokens } = this;
    const { span } = token;
    const word = token.text.toLowerCase();
    if (word === "true" || word === "false") return { kind: "value", type: "boolean", text: word, span };
    if (word === "null") return { kind: "value", type: "null", text: "null", span };
    const type = VALUE_TYPES.get(word);
    if (type !== undefined) {
      if (word !== "date" && !tokens.takeWords("with", "time", "zone"))
        tokens.takeWords("without", "time", "zone");
      if (tokens.next.kind === "string") {
        const value = tokens.take();
        return { kind: "value", type, text: unquote(value.text), span: spanning(token, value) };
      }
    }
    if (tokens.isSymbol("(") && !/^(?:and|or|not|in)$/.test(word)) return this.#call(token, word);
    if (RESERVED.has(word))
      throw new ForeignSyntaxProblem(`Expected a value or a name, found ${token.text}.`, span);
    return this.#name(token);
  }

  #name(first: ForeignToken): ForeignNode {
    const { tokens } = this;
    const segments = [nameOf(first)];
    let last = first;
    let isQuoted = first.kind === "quoted";
    while (tokens.isSymbol(".") && /^(?:word|quoted)$/.test(tokens.peek(1).kind)) {
      tokens.take();
      last = tokens.take();
      isQuoted ||= last.kind === "quoted";
      segments.push(nameOf(last));
    }
    return { kind: "name", path: segments.join("."), isQuoted, span: spanning(first, last) };
  }

  /** Reads a call. In `SUBSTRING(x FROM 1 FOR 2)` and `POSITION(y IN x)`, words separate the arguments. */
  #call(token: ForeignToken, callee: string): ForeignNode {
    const { tokens } = this;
    tokens.expectSymbol("(");
    if (callee === "exists" || tokens.isWord("select")) throw subquery(tokens.next);
    const args = tokens.items(
      ")",
      () => (callee === "position" ? this.value() : this.condition()),
      () => tokens.takeSymbol(",") || ["from", "for", "in"].some((word) => tokens.takeWords(word)),
    );
    return { kind: "call", callee, args, span: { start: token.span.start, end: tokens.previousEnd } };
  }

  /** Reads the list of `IN`. */
  protected override members(): readonly ForeignNode[] {
    const { tokens } = this;
    tokens.expectSymbol("(");
    if (tokens.isWord("select")) throw subquery(tokens.next);
    const items = [this.value()];
    while (tokens.takeSymbol(",")) items.push(this.value());
    tokens.expectSymbol(")");
    return items;
  }
}

function subquery({ span }: ForeignToken): ForeignSyntaxProblem {
  return new ForeignSyntaxProblem("A condition has no subqueries here.", span);
}

function nameOf({ kind, text }: ForeignToken): string {
  if (kind !== "quoted") return text;
  const inner = text.slice(1, -1);
  return text.startsWith('"') ? inner.replaceAll('""', '"') : inner;
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}
