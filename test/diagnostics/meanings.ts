import type { DiagnosticCode } from "../../src/diagnostics/codes.ts";
import type { Limits } from "../../src/diagnostics/limits.ts";

/**
 * A text with a mistake, and the text that the user meant. docs/diagnostics.md is generated from these entries. A test applies the
 * fix of the mistake and compares the result with the meant text.
 */
export interface Meaning {
  /** Default `filter`. */
  readonly kind?: "filter" | "sortBy" | "query";
  readonly wrote: string;
  /** The text that the user meant. Undefined if it cannot be known. */
  readonly meant?: string;
  /** Reason why no fix is offered. Absent if a fix, or one of several, writes the meant text. */
  readonly none?: string;
  readonly limits?: Partial<Limits>;
  /** Whether the service offers now(), today() and ago(…). */
  readonly hasClock?: boolean;
}

const none = (wrote: string, reason: string, rest: Partial<Meaning> = {}): Meaning => ({
  wrote,
  none: reason,
  ...rest,
});
const fix = (wrote: string, meant: string, kind: Meaning["kind"] = "filter"): Meaning => ({
  wrote,
  meant,
  kind,
});

const SHORTER = "a shorter text would be another query";
const UNKNOWN_TYPE = "the value does not show what was meant";

/** Every code has entries, except codes that only pages and JSON documents have: see `WITHOUT_TEXT`. */
export const MEANINGS: Readonly<Partial<Record<DiagnosticCode, readonly Meaning[]>>> = {
  "text-too-long": [none("eq(name,'a very long name')", SHORTER, { limits: { text: 16 } })],
  "invalid-character": [
    fix("eq(name,‘x’)", "eq(name,'x')"),
    fix("eq(name,“New York”)", "eq(name,'New York')"),
    fix("eq（name,'x'）", "eq(name,'x')"),
  ],
  "foreign-syntax": [
    fix("name = 'x' AND size > 3", "and(eq(name,'x'),gt(size,3))"),
    fix("name is null", "isNull(name)"),
    fix("eq(name,'x') and gt(size,1)", "and(eq(name,'x'),gt(size,1))"),
    fix("not eq(name,'x')", "not(eq(name,'x'))"),
    fix("name desc", "name:descending", "sortBy"),
  ],
  "unterminated-string": [
    fix("eq(name,'x)", "eq(name,'x')"),
    fix("and(eq(name,'x),gt(size,1))", "and(eq(name,'x'),gt(size,1))"),
    none("eq(name,'Smith, John)", "the comma may be in the string or after it"),
  ],
  "unescaped-quote": [
    fix("contains(name,'O'Brien')", "contains(name,'O''Brien')"),
    fix("eq(name,'O\\'Brien')", "eq(name,'O''Brien')"),
    none("in(name,'x,'y')", "the string may end before the comma or go on"),
  ],
  "string-too-long": [none("eq(name,'abcdefghij')", SHORTER, { limits: { string: 8 } })],
  "forbidden-string-character": [none("eq(name,'a\u0000b')", "no text of a database has this character")],
  "invalid-number": [
    fix("gt(size,010)", "gt(size,10)"),
    fix("gt(size,.5)", "gt(size,0.5)"),
    fix("gt(size,1,000)", "gt(size,1000)"),
    fix("gt(size,1 000 000)", "gt(size,1000000)"),
    fix("gt(size,1,05)", "gt(size,1.05)"),
    fix("eq(name,01234)", "eq(name,'01234')"),
    fix("eq(size,01234)", "eq(size,1234)"),
    fix("eq(01234,name)", "eq('01234',name)"),
    fix("filter=eq(size,01234)", "filter=eq(size,1234)", "query"),
    fix("filter=eq(name,01234)", "filter=eq(name,'01234')", "query"),
    fix("eq(tags,01)", "eq(tags,'01')"),
    fix("eq(substr(name,0,2),01)", "eq(substr(name,0,2),'01')"),
    fix("eq(length(name),05)", "eq(length(name),5)"),
    fix("contains(name,01)", "contains(name,'01')"),
    none("gt(name,01234)", "with quotes, '9' is greater than '10'"),
    none("eq(created,01234)", "no date has this form"),
    none("in(size,1,000)", "1,000 is one value or two"),
    none("in(size,1 000)", "a comma may be missing"),
    none("gt(size,1 05)", "a comma or a point may be missing"),
  ],
  "number-overflow": [none("gt(size,1e400)", "no other number is meant")],
  "invalid-date": [
    fix("gt(created,2024-1-5)", "gt(created,2024-01-05)"),
    fix("gt(created,05.01.2024)", "gt(created,2024-01-05)"),
    fix("gt(created,31-12-2024)", "gt(created,2024-12-31)"),
    fix("gt(created,05.01.24)", "gt(created,2024-01-05)"),
    fix("gt(created,31.12.64)", "gt(created,1964-12-31)"),
    fix("gt(created,31.12.64)", "gt(created,2064-12-31)"),
    fix("eq(name,05.01.2024)", "eq(name,'05.01.2024')"),
    fix("gt(created,1/5/2024)", "gt(created,2024-01-05)"),
    fix("gt(created,1/5/2024)", "gt(created,2024-05-01)"),
    none("gt(created,2023-02-29)", "the day before or after may be meant"),
  ],
  "too-deep": [none("not(not(not(true)))", SHORTER, { limits: { depth: 2 } })],
  "too-many-nodes": [none("in(size,1,2,3)", SHORTER, { limits: { nodes: 4 } })],
  "too-many-arguments": [none("in(size,1,2,3)", SHORTER, { limits: { arguments: 3 } })],
  "too-many-sort-keys": [none("name,size,id", SHORTER, { kind: "sortBy", limits: { sortKeys: 2 } })],
  "missing-expression": [fix("name,", "name", "sortBy")],
  "missing-argument": [
    fix("in(size,1,,2)", "in(size,1,2)"),
    none("eq(name,)", "the value is missing"),
    none("eq(substr(name,,2),'x')", "the start is missing"),
  ],
  "missing-comma": [
    fix("eq(name 'x')", "eq(name,'x')"),
    fix("eq(name,x y)", "eq(name,'x y')"),
    fix("in(size,1 2)", "in(size,1,2)"),
    fix("in(name,New York)", "in(name,'New York')"),
    fix("in(name,New York)", "in(name,'New','York')"),
    fix("gt(created,2024-01-05 13:00:00)", "gt(created,2024-01-05T13:00:00)"),
    none("eq(name,'x' 'y')", "one value or another may be superfluous"),
  ],
  "missing-parenthesis": [
    fix("and(enabled,eq(name,'x')", "and(enabled,eq(name,'x'))"),
    none("eq(name", "the value is missing"),
    none("and(gt(size,1,eq(name,'x'))", "the parenthesis belongs inside the text, not at its end"),
  ],
  "unexpected-parenthesis": [
    fix("eq(name,'x'))", "eq(name,'x')"),
    fix("(eq(name,'x'))", "eq(name,'x')"),
    none("eq(size,(1,2))", "a list of values belongs to in(…)"),
  ],
  "unexpected-text": [fix("eq(name,'x'),gt(size,1)", "and(eq(name,'x'),gt(size,1))")],
  "misplaced-strength": [fix("eq(name,$primary,'x')", "eq($primary,name,'x')")],
  "unknown-strength": [
    fix("eq($PRIMARY,name,'x')", "eq($primary,name,'x')"),
    fix("eq($ci,name,'x')", "eq($secondary,name,'x')"),
    none("eq($fuzzy,name,'x')", "no strength has a similar name"),
  ],
  "unknown-sort-option": [
    fix("name:desc", "name:descending", "sortBy"),
    none("name:nocase", "no option has a similar name", { kind: "sortBy" }),
  ],
  "repeated-sort-option": [
    none("name:ascending:descending", "the last one counts already", { kind: "sortBy" }),
  ],
  "filter-prefix": [fix("filter=eq(name,'x')", "eq(name,'x')")],
  "zone-plus-as-space": [
    fix("gt(created,2020-01-01T10:00:00 02:00)", "gt(created,2020-01-01T10:00:00+02:00)"),
  ],
  "single-argument": [fix("and(eq(name,'x'))", "eq(name,'x')")],
  "quoted-member": [fix("eq('name','x')", "eq(name,'x')")],
  "unquoted-string": [fix("eq(name,folder)", "eq(name,'folder')")],
  "quoted-value": [fix("gt(size,'10')", "gt(size,10)")],
  "unknown-member": [
    fix("eq(nmae,'x')", "eq(name,'x')"),
    none("eq(price,1)", "no member has a similar name"),
    fix("eq(nmae,5)", "eq(name,'5')"),
    fix("in(nmae,5)", "in(name,'5')"),
    fix("and(eq(nmae,5),gt(size,1))", "and(eq(name,'5'),gt(size,1))"),
    none("gt(nmae,5)", "the member with the similar name is a string, which has another order"),
    none("eq(nmae,5,6)", "two more mistakes become visible"),
  ],
  "unsortable-member": [none("notes", "the collection does not sort by this member", { kind: "sortBy" })],
  "unknown-function": [
    fix("equals(name,'x')", "eq(name,'x')"),
    fix("exists(name)", "not(isNull(name))"),
    fix("contain(name,'x')", "contains(name,'x')"),
    fix("equals(name,5)", "eq(name,'5')"),
    none("like(name,'a%')", "the pattern decides which function is meant"),
    none("gt(created,now())", "only a service with a clock knows the present"),
  ],
  "invalid-argument": [
    { wrote: "gt(created,ago(7,'day s'))", meant: "gt(created,ago(7,'days'))", hasClock: true },
    { wrote: "gt(created,ago(7,'d'))", meant: "gt(created,ago(7,'days'))", hasClock: true },
    none("gt(created,ago(7,'fortnights'))", "no unit has a similar name", { hasClock: true }),
  ],
  "function-not-allowed": [none("startsWith(name,'x')", "the collection decides which functions it allows")],
  "wrong-argument-count": [
    fix("ne(name,'x','y')", "not(in(name,'x','y'))"),
    fix("not(enabled,eq(name,'x'))", "not(and(enabled,eq(name,'x')))"),
    fix("not(enabled,eq(name,'x'))", "not(or(enabled,eq(name,'x')))"),
    fix("isNull(name,size)", "or(isNull(name),isNull(size))"),
    fix("isNull(name,size)", "and(isNull(name),isNull(size))"),
    none("eq(name)", "the value is missing"),
  ],
  "strength-not-allowed": [none("match($primary,name,'x')", "without the strength, other rows may match")],
  "null-literal": [
    fix("eq(name,null)", "isNull(name)"),
    fix("ne(name,null)", "not(isNull(name))"),
    none("gt(size,null)", "nothing is greater than null"),
  ],
  "type-mismatch": [
    fix("eq(name,10)", "eq(name,'10')"),
    fix("in(name,1.50,'x')", "in(name,'1.50','x')"),
    none("gt(name,10)", "with quotes, '9' would be greater than '10'"),
    none("gt(size,'many')", UNKNOWN_TYPE),
  ],
  "not-a-condition": [none("and(enabled,name)", "the value to compare with is missing")],
  "constant-expression": [
    none("eq('a','b')", "the member to compare is missing"),
    none("1:descending", "the member to sort by is missing", { kind: "sortBy" }),
  ],
  "not-an-enum-value": [
    fix("eq(state,'opne')", "eq(state,'open')"),
    none("eq(state,'shut')", "no value is similar"),
  ],
  "pattern-not-literal": [none("match(name,id)", "a pattern cannot come from a member")],
  "invalid-pattern": [none("match(name,'a(?=b)')", "RE2 has no equivalent")],
  "pattern-too-long": [none("match(name,'aaaaaaaa')", SHORTER, { limits: { pattern: 4 } })],
  "pattern-too-expensive": [none("match(name,'a(b|.c){0,900}')", SHORTER)],
  "negative-length": [none("eq(substr(name,0,-1),'x')", "the number of characters is unknown")],
  "not-an-integer": [none("eq(substr(name,0.5),'x')", UNKNOWN_TYPE)],
  "invalid-percent-encoding": [fix("name=100%", "name=100%25", "query")],
  "unknown-parameter": [
    fix("nmae=x", "name=x", "query"),
    none("price=1", "no member has a similar name", { kind: "query" }),
  ],
  "repeated-parameter": [none("limit=10&limit=20", "one of the two is meant", { kind: "query" })],
  "invalid-integer": [none("start=-1", UNKNOWN_TYPE, { kind: "query" })],
  "limit-lowered": [fix("limit=5000", "limit=100", "query")],
  "invalid-value": [fix("size='10'", "size=10", "query"), none("size=many", UNKNOWN_TYPE, { kind: "query" })],
  "too-many-parameters": [none(`${"name=x&".repeat(100)}name=x`, SHORTER, { kind: "query" })],
};

/** Codes of pages, cursors, JSON documents and reviews of filters, and why they have no fix. Their texts are correct. */
export const WITHOUT_TEXT: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "never-matches": "the filter is correct; only its author knows which condition is wrong",
  "always-matches": "the filter is correct; only its author knows which condition is wrong",
  "not-exact": "the request must allow memory, or another filter must be chosen",
  "scan-limit": "the request must select fewer rows, or the collection must allow more",
  "sort-limit": "the request must select fewer rows, or the collection must allow more",
  "group-limit": "the request must form fewer groups, or the aggregation must allow more",
  "invalid-cursor": "a cursor has no text that a person writes; the first page has a new one",
  "stale-cursor": "a cursor has no text that a person writes; the first page has a new one",
  "invalid-tree": "a program wrote the tree, and must be corrected",
};
