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
  allTokens: readonly ForeignToken[],
  kind: MixedKind,
  findings: Findings,
): readonly ForeignToken[] {
  const tokens = withoutParameter(allTokens, findings);
  const words = tokens.map((token) => (token.kind === "word" ? token.text.toLowerCase() : ""));
  let [from, to] = [0, tokens.length - 1];
  const note = (of: ConstructKind, image: string, start: number, end: number) =>
    findings.note(of, image, spanning(tokens[start]!, tokens[end]!));
  const order = words.findIndex((word, i) => word === "order" && words[i + 1] === "by");
  if (to > 1 && isSign(tokens[to - 1]!, ";")) note("clause", ";", --to, to);
  if (kind === "sortBy") {
    if (order >= 0 && order + 2 < to) from = order + 2;
    if (from > 0) note("clause", "ORDER BY", 0, from - 1);
  } else {
    const where = /^(?:select|where)$/.test(words[0]!) ? words.indexOf("where") + 1 : 0;
    if (where < to) from = where;
    if (from > 0) note("clause", from > 1 ? "SELECT … WHERE" : tokens[0]!.text, 0, from - 1);
    // `limit` can be the name of a member. It is a clause if a condition precedes it and a number follows it.
    const limit = words.findIndex(
      (word, i) => i > from + 1 && /^(?:limit|offset)$/.test(word) && tokens[i + 1]!.kind === "number",
    );
    if (limit > 0) note("clause", tokens[limit]!.text, limit, limit);
    if (order > from) note("order", "ORDER BY", order, order + 1);
    to = Math.min(to, ...[order, limit].filter((at) => at > from));
  }
  const { end } = tokens[Math.max(to - 1, 0)]!.span;
  return [...tokens.slice(from, to), { kind: "end", text: "", span: { start: end, end } }];
}

/** Removes the parameter of a function such as `x => x.size > 3`. */
function withoutParameter(tokens: readonly ForeignToken[], findings: Findings): readonly ForeignToken[] {
  const [first, arrow] = tokens as readonly [ForeignToken, ForeignToken | undefined];
  if (first.kind !== "word" || arrow === undefined || !isSign(arrow, "=>")) return tokens;
  const prefix = `${first.text}.`;
  const isPath = ({ kind, text }: ForeignToken) => kind === "word" && text.startsWith(prefix);
  if (!tokens.some(isPath)) return tokens;
  findings.note("clause", `${first.text} =>`, spanning(first, arrow));
  return tokens.slice(2).map((token) => {
    if (!isPath(token)) return token;
    const { text, span } = token;
    return {
      ...token,
      text: text.slice(prefix.length),
      span: { ...span, start: span.start + prefix.length },
    };
  });
}
