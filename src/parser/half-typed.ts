import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Maximum length of a value that is being typed, in UTF-16 code units. */
const maxTail = 100;

/** Codes of errors that the rest of a value can remove: `2020-0`, `1e`, `$prim`. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(["invalid-number", "invalid-date", "unknown-strength"]);

/**
 * Removes the errors about an incomplete value at the end of a text whose calls are not closed. The text is being typed, and
 * the unclosed call is the one message about it.
 *
 * @example withoutHalfTyped("eq(a,2020-0", [invalid-date, missing-parenthesis]) // [missing-parenthesis]
 */
export function withoutHalfTyped(text: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === "missing-parenthesis")) return diagnostics;
  const tail = /[^\s,()'"]*$/.exec(text.slice(-maxTail))![0];
  const start = text.length - tail.length;
  if (tail === "") return diagnostics;
  return diagnostics.filter(({ code, span }) => {
    if (span.start < start) return true;
    const isPunctuation = code === "invalid-character" && /^[-+:.]$/.test(text.slice(span.start, span.end));
    return !isPunctuation && !ABOUT_VALUES.has(code);
  });
}
