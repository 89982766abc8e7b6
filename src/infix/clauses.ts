import type { Span } from "../diagnostics/span.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import type { Construct } from "./findings.ts";
import { isSign } from "./tokens.ts";
import type { MixedKind } from "./unwrap.ts";

/** The tokens of the condition or of the order, without the clauses of SQL around them. */
export interface Clauses {
  readonly tokens: readonly ForeignToken[];
  readonly constructs: readonly Construct[];
}

/**
 * Removes the clauses of SQL around a condition (`SELECT … WHERE`, `ORDER BY …`, `LIMIT …`) or an order (`ORDER BY`), and the
 * semicolon at the end of a statement.
 */
export function withoutClauses(all: readonly ForeignToken[], kind: MixedKind): Clauses {
  const tokens = all.slice(0, -1);
  const constructs: Construct[] = [];
  const words = tokens.map(({ kind: type, text }) => (type === "word" ? text.toLowerCase() : ""));
  const isOpen = depths(tokens);
  const order = words.findIndex((word, i) => !isOpen[i] && word === "order" && words[i + 1] === "by");
  let from = 0;
  let to = tokens.length;
  if (to > 1 && isSign(tokens[to - 1]!, ";")) {
    to--;
    constructs.push({ kind: "clause", image: ";", span: spanOf(tokens[to]!, tokens[to]!) });
  }
  if (kind === "sortBy") {
    if (order >= 0) from = order + 2;
  } else {
    const isQuery = words[0] === "select" || words[0] === "where";
    const where = isQuery ? words.findIndex((word, i) => !isOpen[i] && word === "where") : -1;
    if (where >= 0 && tokens.length > where + 1) from = where + 1;
    // `limit` can be the name of a member. It is a clause if a condition precedes it and a number follows it.
    const limit = words.findIndex(
      (word, i) =>
        i > 1 &&
        !isOpen[i] &&
        /^(?:limit|offset)$/.test(word) &&
        tokens[i + 1]?.kind === "number" &&
        isEndOfOperand(tokens[i - 1]!),
    );
    for (const at of [order, limit]) {
      if (at < from + 1 || at >= to) continue;
      const isOrder = order === at;
      const image = isOrder ? "ORDER BY" : tokens[at]!.text;
      const span = spanOf(tokens[at]!, tokens[isOrder ? at + 1 : at]!);
      constructs.push({ kind: isOrder ? "order" : "clause", image, span });
      to = at;
    }
  }
  if (from > 0 && from < to) {
    const image = kind === "sortBy" ? "ORDER BY" : from > 1 ? "SELECT … WHERE" : tokens[0]!.text;
    constructs.unshift({ kind: "clause", image, span: spanOf(tokens[0]!, tokens[from - 1]!) });
  } else {
    from = 0;
  }
  const kept = tokens.slice(from, to);
  const end = kept.at(-1)?.span.end ?? 0;
  return { tokens: [...kept, { kind: "end", text: "", span: { start: end, end } }], constructs };
}

const isEndOfOperand = (token: ForeignToken): boolean =>
  /^(?:word|string|number)$/.test(token.kind) || isSign(token, ")", "]");

/** Returns for each token whether it is inside parentheses. */
function depths(tokens: readonly ForeignToken[]): readonly boolean[] {
  let depth = 0;
  return tokens.map((token) => {
    if (isSign(token, ")")) depth = Math.max(0, depth - 1);
    const isInside = depth > 0;
    if (isSign(token, "(")) depth++;
    return isInside;
  });
}

function spanOf({ span: { start } }: ForeignToken, { span: { end } }: ForeignToken): Span {
  return { start, end };
}
