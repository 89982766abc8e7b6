/* Patterns of SQL's LIKE and of JavaScript's regular expressions, as calls of this language. */

/** A search that finds the same strings as a foreign pattern. */
export interface Search {
  readonly callee: "eq" | "startsWith" | "endsWith" | "contains" | "match" | "present";
  /** The search string, or a pattern in RE2 syntax for `match`. */
  readonly value: string;
  readonly ignoresCase: boolean;
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * Translates a pattern of LIKE, where `%` is any text and `_` one character.
 *
 * @param escape the character that makes the next one ordinary: `\` if the text names none
 * @example likeSearch("a%", false) // { callee: "startsWith", value: "a", ignoresCase: false }
 */
export function likeSearch(pattern: string, ignoresCase: boolean, escape = "\\"): Search {
  const parts: string[] = [];
  let literal = "";
  const wild: ("literal" | "many" | "one")[] = [];
  const flush = () => {
    if (literal !== "") {
      parts.push(literal);
      wild.push("literal");
    }
    literal = "";
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === escape && at + 1 < pattern.length && escape !== "") {
      literal += pattern.charAt(++at);
    } else if (character === "%" || character === "_") {
      flush();
      // `%%` is `%`.
      if (character === "%" && wild.at(-1) === "many") continue;
      parts.push(character);
      wild.push(character === "%" ? "many" : "one");
    } else {
      literal += character;
    }
  }
  flush();
  const shape = wild.join(" ");
  const value = parts.find((_, i) => wild[i] === "literal") ?? "";
  if (shape === "" || shape === "literal") return { callee: "eq", value, ignoresCase };
  if (shape === "literal many") return { callee: "startsWith", value, ignoresCase };
  if (shape === "many literal") return { callee: "endsWith", value, ignoresCase };
  if (shape === "many literal many") return { callee: "contains", value, ignoresCase };
  if (shape === "many") return { callee: "present", value, ignoresCase };
  const regex = parts.map((part, i) =>
    wild[i] === "literal" ? part.replaceAll(SPECIAL, String.raw`\$&`) : wild[i] === "many" ? ".*" : ".",
  );
  return { callee: "match", value: `(?${ignoresCase ? "is" : "s"})${regex.join("")}`, ignoresCase: false };
}

/** Translates the value of `=like=` of RSQL: a pattern if it has `*` or `%`, otherwise a part of the string. */
export function rsqlSearch(text: string, ignoresCase: boolean): Search {
  return /[*%]/.test(text)
    ? likeSearch(text.replaceAll("*", "%"), ignoresCase)
    : { callee: "contains", value: text, ignoresCase };
}

/**
 * Translates a regular expression that searches within a string. Here, a pattern matches the whole string.
 *
 * @returns undefined for a pattern that RE2 does not have: look-around or a back-reference
 * @example regexSearch("^ab", "") // { callee: "startsWith", value: "ab", ignoresCase: false }
 */
export function regexSearch(source: string, flags: string): Search | undefined {
  if (/\(\?(?:[=!>]|<[=!])|\\[1-9]|\\k</.test(source)) return undefined;
  // `.*` at an end of a search changes nothing, except for strings with line breaks.
  const pattern = source
    .replaceAll(String.raw`\/`, "/")
    .replace(/^\.\*\??(?=.)/, "")
    .replace(/(?<=^|[^\\])\.\*\??\$?$/, "");
  const ignoresCase = flags.includes("i");
  const isStart = pattern.startsWith("^");
  const isEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern);
  const inner = pattern.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  // Alternatives bind more loosely than anchors: `^a|b$` has two anchored halves.
  const isAlternative = inner.includes("|") && (isStart || isEnd);
  const literal = inner.replaceAll(/\\([^A-Za-z0-9])/g, "$1");
  if (pattern === "") return { callee: "present", value: "", ignoresCase: false };
  const hasSpecial = inner.replaceAll(/\\[^A-Za-z0-9]/g, "").search(/[\\^$.*+?()[\]{}|]/) >= 0;
  if (!hasSpecial && !ignoresCase) {
    const callee = isStart ? (isEnd ? "eq" : "startsWith") : isEnd ? "endsWith" : "contains";
    return { callee, value: literal, ignoresCase: false };
  }
  // A dot of the pattern excludes line breaks, but the text before and after the match may contain them.
  const hasDot = /\./.test(inner.replaceAll(/\\./g, "")) && !flags.includes("s");
  const wildcard = hasDot ? "(?s:.*)" : ".*";
  const options = `${ignoresCase ? "i" : ""}${flags.includes("m") ? "m" : ""}${hasDot ? "" : "s"}`;
  const prefix = options === "" ? "" : `(?${options})`;
  if (isAlternative || flags.includes("m"))
    return { callee: "match", value: `${prefix}${wildcard}(?:${pattern})${wildcard}`, ignoresCase: false };
  const body = inner.includes("|") ? `(?:${inner})` : inner;
  const needsDots = !isStart || !isEnd;
  const start = isStart ? "" : wildcard;
  const end = isEnd ? "" : wildcard;
  const head = needsDots ? prefix : ignoresCase ? "(?i)" : "";
  return { callee: "match", value: `${head}${start}${body}${end}`, ignoresCase: false };
}
