import { severityOf, type Severity } from "./severities.ts";

/** Description of a diagnostic code. docs/diagnostics.md is generated from these descriptions. */
export interface CodeInfo {
  readonly severity: Severity;
  /** When the diagnostic is reported, in one sentence. */
  readonly summary: string;
}

/** When each diagnostic is reported. A code never changes its meaning, and removed codes are not reused. */
const SUMMARIES = {
  // Codes about the characters and literals of a text
  "text-too-long": "The text has more UTF-16 code units than the limit.",
  "invalid-character": "A character that begins no token of the language.",
  "foreign-syntax": "Operators or other syntax of SQL, OData, RSQL, JSON, a URL or another language.",
  "unterminated-string": "A string literal is opened and never closed.",
  "unescaped-quote": "A quote stands inside a string that is enclosed by the same quote, and is not doubled.",
  "string-too-long": "A string literal is longer than the limit.",
  "forbidden-string-character": "A string holds U+0000 or a lone surrogate, on which databases disagree.",
  "invalid-number": "Digits that are not a number of the language.",
  "number-overflow": "A number too large for a double.",
  "invalid-date": "A date, time or date-time that the calendar or the clock does not have.",
  // Codes about the structure of an expression
  "too-deep": "Calls or parentheses are nested deeper than the limit.",
  "too-many-nodes": "The expression has more nodes than the limit.",
  "too-many-arguments": "One call has more arguments than the limit.",
  "too-many-sort-keys": "The sort has more keys than the limit.",
  "missing-expression": "An expression is missing.",
  "missing-argument": "A comma with no argument on one side of it.",
  "missing-comma": "Two arguments with no comma between them.",
  "missing-parenthesis": "A call is never closed.",
  "unexpected-parenthesis": "A parenthesis that belongs to no call.",
  "unexpected-text": "Text after the end of the expression.",
  "misplaced-strength": "A strength such as $primary stands elsewhere than first in a call.",
  "unknown-strength": "A word that begins with $ and names no strength.",
  "unknown-sort-option": "An option of a sort key that is neither a direction nor a strength.",
  "repeated-sort-option": "Two options of one group; the last one counts.",
  // Codes of corrections in lenient mode
  "filter-prefix": "A pasted `filter=` or `sortBy=` stands in front of the expression.",
  "zone-plus-as-space": "A space where a zone's `+` was: a `+` that a URL decoder read as a space.",
  "single-argument": "An `and` or `or` with one argument is that argument.",
  "quoted-member": "A quoted first argument that names a member, or its property, is read as the member.",
  "unquoted-string": "A bare word in value position is read as a string.",
  "quoted-value": "A quoted value of a member of another type than string is read in the member's type.",
  // Codes about names and functions
  "unknown-member": "A name that is not a member, or not one that can be used here.",
  "unsortable-member": "A member that may not be sorted by.",
  "unknown-function": "A function that does not exist.",
  "function-not-allowed": "A function that the collection or the member does not allow.",
  "invalid-argument": "An argument for which a function has no value, such as an unknown unit of time.",
  "wrong-argument-count": "A function has fewer or more arguments than it takes.",
  "strength-not-allowed": "A strength on a function that compares no text.",
  "null-literal": "`null` or `undefined` as a value: a comparison with null is never true.",
  // Codes about types
  "type-mismatch": "Values that cannot be compared, or an argument of another type than the function takes.",
  "not-a-condition": "A condition that is neither true nor false.",
  "not-an-enum-value": "A string that is none of the values that the member can have.",
  "pattern-not-literal": "A pattern that is not a string literal.",
  "invalid-pattern": "A pattern that is not a valid RE2 pattern.",
  "pattern-too-long": "A pattern longer than the limit, or one whose repetitions or groups exceed a limit.",
  "pattern-too-expensive": "Patterns with more states than the limit.",
  "negative-length": "A length below zero.",
  "not-an-integer": "A number with a fraction where a whole number is needed.",
  // Codes about filters that have no errors
  "constant-expression":
    "A condition or a sort key that has only constants, so that it does not depend on a row.",
  "never-matches": "A filter, or a branch of an `or`, that no row can match.",
  "always-matches": "A filter that every row matches.",
  // Codes about query strings
  "invalid-percent-encoding": "A `%` that two hexadecimal digits do not follow, or bytes that are not UTF-8.",
  "unknown-parameter": "A parameter that is neither reserved nor a member.",
  "repeated-parameter": "A reserved parameter given twice with different texts.",
  "invalid-integer": "A `start` or `limit` that is not made of digits alone, or is too large.",
  "limit-lowered": "A `limit` above the maximum was lowered to it.",
  "invalid-value": "The value of a basic filter that its member's type cannot read.",
  "too-many-parameters": "A query string with more parameters than the limit.",
  // Codes about collections in a database
  "not-exact": "The database alone cannot answer, and the collection allows nothing else.",
  "scan-limit": "More rows would have to be looked at in memory than the collection allows.",
  "sort-limit": "More rows would have to be held to sort them than the collection allows.",
  "group-limit": "The rows form more groups than the aggregation allows.",
  "invalid-cursor": "A cursor that this collection has not given, or that was changed since.",
  "stale-cursor":
    "A cursor of another filter, order or language, of another version of the collation, or after a long value that has changed.",
  // Codes about trees from JSON
  "invalid-tree": "A tree, made by a program or read from JSON, that is not a valid expression.",
} as const;

export type DiagnosticCode = keyof typeof SUMMARIES;

/** All diagnostic codes. */
export const CODES = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(SUMMARIES).map(([code, summary]) => [
    code,
    { severity: severityOf(code), summary },
  ]),
) as Readonly<Record<DiagnosticCode, CodeInfo>>;
