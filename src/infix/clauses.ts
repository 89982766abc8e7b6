import { spanning } from "../readers/nodes.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import type { ConstructKind, Findings } from "./findings.ts";
import { isSign } from "./tokens.ts";
import type { MixedKind } from "./unwrap.ts";

/**
 * Removes the clauses of SQL around a condition (`SELECT … WHERE`, `ORDER BY …`, `LIMIT …`) or an order (`ORDER BY`), and the
 * semicolon at the end of a statement.
 */
export function withoutClauses(
  tokens: readonly ForeignToken[],
  kind: MixedKind,
  findings: Findings,
): readonly ForeignToken[] {
  let [from, to] = [0, tokens.length - 1];
  const note = (of: ConstructKind, image: string, start: number, end: number) =>
    findings.note(of, image, spanning(tokens[start]!, tokens[end]!));
  const words = wordsOutside(tokens);
  const order = words.findIndex((word, i) => word === "order" && words[i + 1] === "by");
  if (to > 1 && isSign(tokens[to - 1]!, ";")) note("clause", ";", --to, to);
  if (kind === "sortBy") {
    if (order >= 0 && order + 2 < to) from = order + 2;
    if (from > 0) note("clause", "ORDER BY", 0, from - 1);
  } else {
    const where = /^(?:select|where)$/.test(words[0]!) ? words.indexOf("where") : -1;
    // `limit` can be the name of a member. It is a clause if a condition precedes it and a number follows it.
    const limit = words.findIndex(
      (word, i) => i > 1 && /^(?:limit|offset)$/.test(word) && tokens[i + 1]!.kind === "number",
    );
    if (where >= 0 && where + 1 < to) from = where + 1;
    if (from > 0) note("clause", from > 1 ? "SELECT … WHERE" : tokens[0]!.text, 0, from - 1);
    if (limit > from && limit < to) note("clause", tokens[limit]!.text, limit, limit);
    if (order > from && order < to) note("order", "ORDER BY", order, order + 1);
    to = Math.min(to, ...[order, limit].filter((at) => at > from));
  }
  const { end } = to > 0 ? tokens[to - 1]!.span : tokens[0]!.span;
  return [...tokens.slice(from, to), { kind: "end", text: "", span: { start: end, end } }];
}

/** Returns the words outside of parentheses in lower case, and an empty string for each other token. */
function wordsOutside(tokens: readonly ForeignToken[]): readonly string[] {
  let depth = 0;
  return tokens.map((token) => {
    if (isSign(token, "(")) depth++;
    if (isSign(token, ")")) depth = Math.max(0, depth - 1);
    return token.kind === "word" && depth === 0 ? token.text.toLowerCase() : "";
  });
}
