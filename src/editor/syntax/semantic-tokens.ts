import { isOption } from "./name-parts.ts";
import { spanOfToken, type Token } from "./tokens.ts";
import type { SemanticToken, SemanticTokenType } from "../contract/types.ts";

export function semanticTokensOf(tokens: readonly Token[]): readonly SemanticToken[] {
  return tokens.flatMap((token) => {
    const type = typeOf(tokens, token);
    return type === undefined ? [] : [{ span: spanOfToken(token), type }];
  });
}

function typeOf(tokens: readonly Token[], token: Token): SemanticTokenType | undefined {
  switch (token.kind) {
    case "callee":
      return "function";
    case "string":
      return "string";
    case "strength":
      return "strength";
    case "numeral":
      // As the parser decides it: a date has `-` as its fifth character, and a time has a colon.
      return /^\d{4}-|:/.test(token.text) ? "date" : "number";
    case "name":
      if (token.text === "true" || token.text === "false") return "boolean";
      return isOption(tokens, token) ? "option" : "member";
    default:
      return undefined;
  }
}
