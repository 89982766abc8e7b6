import { fromJson } from "../../src/ast/json.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { DiagnosticCode } from "../../src/diagnostics/codes.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import type { Limits } from "../../src/diagnostics/limits.ts";
import type { Aggregation } from "../../src/engine/aggregate.ts";
import type { FunctionDefinition } from "../../src/functions/definition/types.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { reviewFilter } from "../../src/understand/review.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { refusals, refusedGroups, type CollectionSettings } from "./provoking-collection.ts";

/** A text that causes a given diagnostic. docs/diagnostics.md is generated from these cases. */
export interface ProvokingCase {
  readonly kind:
    "filter" | "review" | "sortBy" | "query" | "json" | "pageFilter" | "pageSort" | "groups" | "cursor";
  /** The text, with « and » around the span of the diagnostic; for `json`, the JSON document. */
  readonly marked: string;
  /** Settings of the collection that a page is requested from. */
  readonly collection?: CollectionSettings;
  /** Settings of an aggregation; for `groups`, whose text is the name of the member to group by. */
  readonly aggregation?: Pick<Aggregation, "maximumGroups">;
  readonly limits?: Partial<Limits>;
  readonly functions?: readonly FunctionDefinition[];
  /** Other codes that the text also causes. */
  readonly also?: readonly DiagnosticCode[];
}

/** The catalog of the cases. */
export const examples = defineCatalog({
  name: "reports",
  members: {
    id: "string",
    name: "string",
    state: { type: "string", enum: ["open", "done"] },
    size: "integer",
    enabled: "boolean",
    created: "dateTime",
    tags: { type: "list", items: "string" },
    properties: { type: "map", values: "string" },
    secret: { type: "string", filterable: false },
    notes: { type: "string", sortable: false, functions: ["contains"] },
  },
  key: "id",
  maximumLimit: 100,
  functions: [
    "and",
    "or",
    "not",
    "isNull",
    "eq",
    "ne",
    "lt",
    "gt",
    "in",
    "contains",
    "match",
    "substr",
    "length",
    "upCase",
    "now",
    "ago",
  ],
});

/** Functions of a service, which only some cases have. */
export const CLOCK = clockFunctions({ now: "2026-01-31T12:00:00Z" });

const filter = (marked: string, rest: Partial<ProvokingCase> = {}): ProvokingCase => ({
  kind: "filter",
  marked,
  ...rest,
});
const sortBy = (marked: string, rest: Partial<ProvokingCase> = {}): ProvokingCase => ({
  kind: "sortBy",
  marked,
  ...rest,
});
const query = (marked: string, rest: Partial<ProvokingCase> = {}): ProvokingCase => ({
  kind: "query",
  marked,
  ...rest,
});

/** One for each code: a code without a line here does not compile. */
export const PROVOKING_CASES: Readonly<Record<DiagnosticCode, ProvokingCase>> = {
  "text-too-long": filter("eq(name,'a very «long name')»", { limits: { text: 16 } }),
  "invalid-character": filter("eq(name«#»,'x')"),
  "foreign-syntax": filter("name «=» 'x' AND size > 3"),
  "unterminated-string": filter("eq(name,«'»x)"),
  "unescaped-quote": filter("contains(name,'O«'»Brien')"),
  "string-too-long": filter("eq(name,«'abcdefghij'»)", { limits: { string: 8 } }),
  "forbidden-string-character": filter("eq(name,«'a\u0000b'»)"),
  "invalid-number": filter("gt(size,«010»)"),
  "number-overflow": filter("gt(size,«1e400»)"),
  "invalid-date": filter("gt(created,«2023-02-29»)"),
  "too-deep": filter("not(not(not«(»true)))", { limits: { depth: 2 } }),
  "too-many-nodes": filter("in(size,1,2,«3»)", { limits: { nodes: 4 } }),
  "too-many-arguments": filter("in(size,1,2,«3»)", { limits: { arguments: 3 } }),
  "too-many-sort-keys": sortBy("name,size,«id»", { limits: { sortKeys: 2 } }),
  "missing-expression": sortBy("name«,»"),
  "missing-argument": filter("and(enabled«,»)"),
  "missing-comma": filter("eq(name «'x'»)"),
  "missing-parenthesis": filter("«and(»enabled,eq(name,'x')"),
  "unexpected-parenthesis": filter("eq(name,'x')«)»"),
  "unexpected-text": filter("eq(name,'x') «eq(size,1)»"),
  "misplaced-strength": filter("eq(name,«$primary»,'x')"),
  "unknown-strength": filter("eq(«$PRIMARY»,name,'x')"),
  "unknown-sort-option": sortBy("name:«desc»"),
  "repeated-sort-option": sortBy("name:ascending:«descending»"),
  "filter-prefix": filter("«filter=»eq(name,'x')"),
  "zone-plus-as-space": filter("gt(created,«2020-01-01T10:00:00 02:00»)"),
  "single-argument": filter("«and»(eq(name,'x'))"),
  "quoted-member": filter("eq(«'name'»,'x')"),
  "unquoted-string": filter("eq(name,«folder»)"),
  "quoted-value": filter("gt(size,«'10'»)"),
  "unknown-member": filter("eq(«nmae»,'x')"),
  "unsortable-member": sortBy("«notes»"),
  "unknown-function": filter("«equals»(name,'x')"),
  "function-not-allowed": filter("«startsWith»(name,'x')"),
  "invalid-argument": filter("gt(created,ago(7,«'fortnights'»))", { functions: CLOCK }),
  "wrong-argument-count": filter("ne(name,'x',«'y'»)"),
  "strength-not-allowed": filter("«match»($primary,name,'x')"),
  "null-literal": filter("eq(name,«null»)"),
  "type-mismatch": filter("gt(size,«'many'»)"),
  "not-a-condition": filter("and(enabled,«name»)"),
  "not-an-enum-value": filter("eq(state,«'opne'»)"),
  "pattern-not-literal": filter("match(name,«id»)"),
  "invalid-pattern": filter("match(name,'a«(»?=b)')"),
  "pattern-too-long": filter("match(name,'aaaa«a»aaa')", { limits: { pattern: 4 } }),
  "pattern-too-expensive": filter("match(name,'a(b|.c)«{»0,900}')"),
  "negative-length": filter("eq(substr(name,0,«-1»),'x')"),
  "not-an-integer": filter("eq(substr(name,«0.5»),'x')"),
  "constant-expression": filter("or(enabled,«eq('a','b')»)"),
  "never-matches": { kind: "review", marked: "or(enabled,«and(gt(size,5),lt(size,3))»)" },
  "always-matches": { kind: "review", marked: "«or(isNull(name),not(isNull(name)))»" },
  "invalid-percent-encoding": query("name=100«%»"),
  "unknown-parameter": query("«nmae»=x"),
  "repeated-parameter": query("limit=10&«limit=20»"),
  "invalid-integer": query("start=«-1»"),
  "limit-lowered": query("limit=«5000»"),
  "invalid-value": query("size=«many»"),
  "too-many-parameters": query(`${"name=x&".repeat(100)}«name=x»`),
  "not-exact": {
    kind: "pageFilter",
    marked: "and(gt(size,1),«match(name,'n.*')»)",
    collection: { strict: true },
  },
  "scan-limit": { kind: "pageFilter", marked: "«match(name,'[xy].*')»", collection: { maximumScan: 10 } },
  "sort-limit": { kind: "pageSort", marked: "«name»:primary", collection: { maximumHeap: 5 } },
  "group-limit": { kind: "groups", marked: "«»name", aggregation: { maximumGroups: 19 } },
  "invalid-cursor": { kind: "cursor", marked: "«bm90IGEgY3Vyc29y»" },
  "stale-cursor": {
    kind: "cursor",
    marked:
      "«_jS3sWUJUtLUCDO6x-zdlXnnPc6oWRRFRdLyCIwh_3UxnKPikAF8nLeoCZyNgy_H2to8hlo6M2y7I6-2hmG2Rl8DwWaArUJCJo7FO7HvNpdPDznSkfoF3gGzED69SDC4»",
  },
  "invalid-tree": { kind: "json", marked: '{"call":"eq","arguments":[]}' },
};

/** Removes the marks from a text, and returns the span between them. */
export function unmark(marked: string): {
  readonly text: string;
  readonly start: number;
  readonly end: number;
} {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  return { text: marked.replace("«", "").replace("»", ""), start, end };
}

/** Returns the diagnostics of a case: those of the parser and, if it reports no error, those of the checker. */
export async function provoke({
  kind,
  marked,
  limits = {},
  functions = [],
  aggregation,
  collection,
}: ProvokingCase): Promise<readonly Diagnostic[]> {
  const { text } = unmark(marked);
  switch (kind) {
    case "filter": {
      const parsed = parseFilter(text, { limits });
      if (parsed.expression === undefined) return parsed.diagnostics;
      return [
        ...parsed.diagnostics,
        ...check(parsed.expression, examples, { limits, functions }).diagnostics,
      ];
    }
    case "review":
      return reviewFilter(parseFilter(text).expression!, { catalog: examples });
    case "sortBy": {
      const parsed = parseSortBy(text, { limits });
      if (parsed.expression === undefined) return parsed.diagnostics;
      return [...parsed.diagnostics, ...checkSortBy(parsed.expression, examples, { limits }).diagnostics];
    }
    case "query":
      return decodeQuery(text, { catalog: examples, limits }).diagnostics;
    case "json":
      return fromJson(JSON.parse(marked), limits).diagnostics;
    case "pageFilter":
      return refusals(
        { filter: check(parseFilter(text).expression!, examples).filter },
        examples,
        collection,
      );
    case "pageSort":
      return refusals(
        { sortBy: checkSortBy(parseSortBy(text).expression!, examples).sortBy },
        examples,
        collection,
      );
    case "groups":
      return refusedGroups({ by: [text], ...aggregation }, examples);
    case "cursor":
      return refusals({}, examples, collection, text);
  }
}
