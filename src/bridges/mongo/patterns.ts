import { escapePattern, type WildcardPart } from "../syntax/searches.ts";

/** Matches at the end of the string. Unlike `$`, does not match before a line break at the end. */
const END = String.raw`(?![\s\S])`;

/** A search in a string as parts: literal strings, `many` for any characters, `one` for one character. */
export interface RegexSearch {
  readonly parts: readonly WildcardPart[];
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Whether the expression ends with `$`, which also matches before a line break at the end. */
  readonly endsWithDollar: boolean;
}

/** Reads a regular expression that consists of literal characters, `.`, `.*`, `^` and `$`. Undefined for others. */
export function readRegex(text: string): RegexSearch | undefined {
  const isAtStart = text.startsWith("^");
  const isPlainEnd = text.endsWith(END);
  const endsWithDollar = !isPlainEnd && /(?:^|[^\\])(?:\\\\)*\$$/.test(text);
  const body = text.slice(isAtStart ? 1 : 0, isPlainEnd ? -END.length : endsWithDollar ? -1 : undefined);
  const parts: WildcardPart[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") parts.push({ text: literal });
    literal = "";
  };
  for (let at = 0; at < body.length; at++) {
    const character = body.charAt(at);
    const next = body.charAt(at + 1);
    if (character === ".") {
      flush();
      parts.push(next === "*" ? "many" : "one");
      if (next === "*") at++;
    } else if (character === "\\") {
      if (!/^[^A-Za-z0-9]$/.test(next)) return undefined;
      literal += next;
      at++;
    } else if (/[\^$*+?()[\]{}|]/.test(character)) return undefined;
    else literal += character;
    // Repetitions of a character (`a*`) and lazy repetitions (`.*?`) are not supported.
    if (/[*+?{]/.test(body.charAt(at + 1))) return undefined;
  }
  flush();
  return { parts, isAtStart, isAtEnd: isPlainEnd || endsWithDollar, endsWithDollar };
}

/** Writes a search as a regular expression. With `.` in it, it needs the option `s`. */
export function writeRegex(parts: readonly WildcardPart[], isAtStart: boolean, isAtEnd: boolean): string {
  const body = parts.map((part) =>
    part === "many" ? ".*" : part === "one" ? "." : escapePattern(part.text),
  );
  return `${isAtStart ? "^" : ""}${body.join("")}${isAtEnd ? END : ""}`;
}
