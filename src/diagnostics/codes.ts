/** Severity of a diagnostic. Only an `error` rejects the expression. */
export type Severity = "error" | "warning" | "hint";

/** Description of a diagnostic code. docs/diagnostics.md is generated from these descriptions. */
export interface CodeInfo {
  readonly severity: Severity;
  /** When the diagnostic is reported, in one sentence. */
  readonly summary: string;
}

const error = (summary: string): CodeInfo => ({ severity: "error", summary });
const warning = (summary: string): CodeInfo => ({ severity: "warning", summary });

/** All diagnostic codes. A code never changes its meaning, and removed codes are not reused. */
export const CODES = {
  // Codes about the characters and literals of a text
  "text-too-long": error("The text has more UTF-16 code units than the limit."),
  "invalid-character": error("A character that begins no token of the language."),
  "foreign-syntax": error("Operators or other syntax of SQL, OData, RSQL, JSON, a URL or another language."),
  "unterminated-string": error("A string literal is opened and never closed."),
  "unescaped-quote": error(
    "A quote stands inside a string that is enclosed by the same quote, and is not doubled.",
  ),
  "string-too-long": error("A string literal is longer than the limit."),
  "forbidden-string-character": error(
    "A string holds U+0000 or a lone surrogate, on which databases disagree.",
  ),
  "invalid-number": error("Digits that are not a number of the language."),
  "number-overflow": error("A number too large for a double."),
  "invalid-date": error("A date, time or date-time that the calendar or the clock does not have."),
  // Codes about the structure of an expression
  "too-deep": error("Calls or parentheses are nested deeper than the limit."),
  "too-many-nodes": error("The expression has more nodes than the limit."),
  "too-many-arguments": error("One call has more arguments than the limit."),
  "too-many-sort-keys": error("The sort has more keys than the limit."),
  "missing-expression": error("An expression is missing."),
  "missing-argument": error("A comma with no argument on one side of it."),
  "missing-comma": error("Two arguments with no comma between them."),
  "missing-parenthesis": error("A call is never closed."),
  "unexpected-parenthesis": error("A parenthesis that belongs to no call."),
  "unexpected-text": error("Text after the end of the expression."),
  "misplaced-strength": error("A strength such as $primary stands elsewhere than first in a call."),
  "unknown-strength": error("A word that begins with $ and names no strength."),
  "unknown-sort-option": error("An option of a sort key that is neither a direction nor a strength."),
  "repeated-sort-option": { severity: "hint", summary: "Two options of one group; the last one counts." },
  // Codes of corrections in lenient mode
  "filter-prefix": warning("A pasted `filter=` or `sortBy=` stands in front of the expression."),
  "zone-plus-as-space": warning("A space where a zone's `+` was: a `+` that a URL decoder read as a space."),
  "single-argument": warning("An `and` or `or` with one argument is that argument."),
  "quoted-member": warning("A quoted first argument that names a member is read as the member."),
  "unquoted-string": warning("A bare word in value position is read as a string."),
  "quoted-value": warning(
    "A quoted value of a member of another type than string is read in the member's type.",
  ),
  // Codes about names and functions
  "unknown-member": error("A name that is not a member, or not one that can be used here."),
  "unsortable-member": error("A member that may not be sorted by."),
  "unknown-function": error("A function that does not exist."),
  "function-not-allowed": error("A function that the collection or the member does not allow."),
  "invalid-argument": error(
    "An argument for which a function has no value, such as an unknown unit of time.",
  ),
  "wrong-argument-count": error("A function has fewer or more arguments than it takes."),
  "strength-not-allowed": error("A strength on a function that compares no text."),
  "null-literal": error("`null` or `undefined` as a value: a comparison with null is never true."),
  // Codes about types
  "type-mismatch": error(
    "Values that cannot be compared, or an argument of another type than the function takes.",
  ),
  "not-a-condition": error("A condition that is neither true nor false."),
  "not-an-enum-value": warning("A string that is none of the values that the member can have."),
  "pattern-not-literal": error("A pattern that is not a string literal."),
  "invalid-pattern": error("A pattern that is not a valid RE2 pattern."),
  "pattern-too-long": error(
    "A pattern longer than the limit, or one whose repetitions or groups exceed a limit.",
  ),
  "pattern-too-expensive": error("Patterns with more states than the limit."),
  "negative-length": error("A length below zero."),
  "not-an-integer": error("A number with a fraction where a whole number is needed."),
  // Codes about filters that have no errors
  "never-matches": warning("A filter, or a branch of an `or`, that no row can match."),
  "always-matches": warning("A filter that every row matches."),
  // Codes about query strings
  "invalid-percent-encoding": error(
    "A `%` that two hexadecimal digits do not follow, or bytes that are not UTF-8.",
  ),
  "unknown-parameter": error("A parameter that is neither reserved nor a member."),
  "repeated-parameter": error("A reserved parameter given twice with different texts."),
  "invalid-integer": error("A `start` or `limit` that is not made of digits alone, or is too large."),
  "limit-lowered": { severity: "hint", summary: "A `limit` above the maximum was lowered to it." },
  "invalid-value": error("The value of a basic filter that its member's type cannot read."),
  "too-many-parameters": error("A query string with more parameters than the limit."),
  // Codes about collections in a database
  "not-exact": error("The database alone cannot answer, and the collection allows nothing else."),
  "scan-limit": error("More rows would have to be looked at in memory than the collection allows."),
  "sort-limit": error("More rows would have to be held to sort them than the collection allows."),
  "group-limit": error("The rows form more groups than the aggregation allows."),
  "invalid-cursor": error("A cursor that this collection has not given, or that was changed since."),
  "stale-cursor": error(
    "A cursor of another filter, order or language, of another version of the collation, or after a long value that has changed.",
  ),
  // Codes about trees from JSON
  "invalid-tree": error("A tree, made by a program or read from JSON, that is not a valid expression."),
} as const satisfies Record<string, CodeInfo>;

export type DiagnosticCode = keyof typeof CODES;
