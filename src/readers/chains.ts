import type { ForeignNode, ForeignValue } from "./nodes.ts";
import { operatorNode, spanning } from "./nodes.ts";
import { ForeignSyntaxProblem, type TokenStream } from "./token-stream.ts";

/** Reads parts that a word joins, such as `a and b and c`. A loop, so that long chains need no depth. */
export function readChain(
  tokens: Pick<TokenStream, "takeWords">,
  operator: string,
  part: () => ForeignNode,
): ForeignNode {
  const first = part();
  const args = [first];
  while (tokens.takeWords(operator)) args.push(part());
  return args.length === 1 ? first : operatorNode(operator, args, spanning(first, args.at(-1)!));
}

/** Reads a chain of left-associative operators, such as `a - b - c`. */
export function readLeftChain(
  tokens: TokenStream,
  part: () => ForeignNode,
  isOperator: () => boolean,
): ForeignNode {
  let left = part();
  while (isOperator()) {
    const { text } = tokens.take();
    const right = part();
    left = operatorNode(text, [left, right], spanning(left, right));
  }
  return left;
}

/** Reads items that commas or other separators join, and the brackets around them. */
export function readList(
  tokens: TokenStream,
  open: string,
  close: string,
  item: () => ForeignNode,
  takeSeparator?: () => boolean,
): ForeignNode & { readonly kind: "list" } {
  const { start } = tokens.expectSymbol(open).span;
  const items = tokens.items(close, item, takeSeparator);
  return { kind: "list", items, span: { start, end: tokens.previousEnd } };
}

/** Skips brackets and their contents. Returns them as a value of type `other`, whose span begins at `start`. */
export function skipBrackets(tokens: TokenStream, start: number): ForeignValue {
  let depth = 0;
  do {
    const { kind, text, span } = tokens.take();
    if (kind === "end") throw new ForeignSyntaxProblem("A bracket is never closed.", span);
    if (kind !== "symbol") continue;
    if (/[([{]/.test(text)) depth++;
    else if (/[)\]}]/.test(text)) depth--;
  } while (depth > 0);
  const span = { start, end: tokens.previousEnd };
  return { kind: "value", type: "other", text: tokens.text.slice(span.start, span.end), span };
}
