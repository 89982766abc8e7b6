import type { TokenType } from "chevrotain";
import { Token } from "./token.ts";

/** A token definition, ready to be tried at a place of a text. */
export interface Matcher {
  readonly type: TokenType;
  /** Gives what is matched, and perhaps a payload, as Chevrotain's custom patterns do. */
  readonly match: (text: string, at: number) => Matched | null;
}

interface Matched {
  readonly 0?: string;
  readonly payload?: unknown;
}

/** Makes the matcher of a definition, whatever form its pattern has. */
export function matcherOf(type: TokenType): Matcher {
  const pattern = type.PATTERN!;
  if (pattern instanceof RegExp) {
    const sticky = new RegExp(pattern.source, "y");
    return {
      type,
      match: (text, at) => {
        sticky.lastIndex = at;
        return sticky.exec(text);
      },
    };
  }
  if (typeof pattern === "string") {
    return { type, match: (text, at) => (text.startsWith(pattern, at) ? [pattern] : null) };
  }
  const match = typeof pattern === "function" ? pattern : pattern.exec;
  return { type, match: (text, at) => match(text, at, [], {}) };
}

/** The token at a place: of the first definition that matches there. Some definition takes any character. */
export function matchAny(text: string, at: number, matchers: readonly Matcher[]): Token {
  for (const { type, match } of matchers) {
    const matched = match(text, at);
    if (matched === null) continue;
    const payload = Object.hasOwn(matched, "payload") ? matched.payload : undefined;
    return new Token(type, text, at, at + matched[0]!.length, payload);
  }
  throw new TypeError("No token is defined for a character.");
}
