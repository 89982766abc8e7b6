import { COMPARISONS, type Comparison } from "../collation/order/strength.ts";
import type { ImportReport } from "./import-result.ts";
import { isPlainObject, isTexts, own, ownText } from "./plain-data.ts";
import type { SchemaPart, SchemaParts } from "./schema-parts.ts";

/*
 * What the parts of a schema say together, one keyword at a time. JSON Schema: 2020-12, draft-07 and the dialects of
 * OpenAPI 3.0 and 3.1.
 */

/** Types of JSON Schema but for null. */
export type JsonType = "boolean" | "integer" | "number" | "string" | "array" | "object";

const JSON_TYPES: readonly string[] = ["boolean", "integer", "number", "string", "array", "object"];

/** The types that all parts allow, or undefined where none names a type and no other keyword lets it be told. */
export function typesOf({ parts }: SchemaParts): ReadonlySet<JsonType> | undefined {
  let types: ReadonlySet<JsonType> | undefined;
  for (const { schema } of parts) {
    const named = namedTypes(own(schema, "type"));
    if (named !== undefined) types = types === undefined ? named : common(types, named);
  }
  return types ?? typesOfValues(parts) ?? typesOfKeywords(parts);
}

function namedTypes(type: unknown): ReadonlySet<JsonType> | undefined {
  if (type === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const known = names.filter((name): name is JsonType => JSON_TYPES.includes(name as string));
  // Null alone is said by many who mean that the type is open.
  return known.length === 0 && names.every((name) => name === "null") ? undefined : new Set(known);
}

function common(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  const both = new Set<JsonType>();
  for (const type of a) if (b.has(type) || (type === "integer" && b.has("number"))) both.add(type);
  for (const type of b) if (type === "integer" && a.has("number")) both.add(type);
  return both;
}

function typesOfValues(parts: readonly SchemaPart[]): ReadonlySet<JsonType> | undefined {
  const lists = valueLists(parts);
  if (lists.length === 0) return undefined;
  const types = new Set(lists.flat().map(typeOfValue));
  types.delete("null");
  return types.size === 0 ? undefined : (types as Set<JsonType>);
}

function typeOfValue(value: unknown): JsonType | "null" {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

/** Keywords that are about one type. Those who leave `type` out mean it. */
const TELLING: readonly (readonly [JsonType, readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties", "required", "propertyNames"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["format", "pattern", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function typesOfKeywords(parts: readonly SchemaPart[]): ReadonlySet<JsonType> | undefined {
  for (const [type, keywords] of TELLING) {
    if (parts.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword))))
      return new Set([type]);
  }
  return undefined;
}

/** The values that all `enum`s and `const`s allow, null aside; undefined if any value is allowed. */
export function valuesOf({ parts, choices }: SchemaParts): readonly unknown[] | undefined {
  const lists = [...valueLists(parts), ...choices.flatMap(({ branches }) => valuesOfBranches(branches))];
  const [first, ...others] = lists.map((list) => new Set(list));
  if (first === undefined) return undefined;
  return [...first].filter((value) => value !== null && others.every((list) => list.has(value)));
}

/** Branches of one value each are an enum whose values have titles. */
function valuesOfBranches(
  branches: readonly { readonly schema: unknown }[],
): readonly (readonly unknown[])[] {
  const values = branches.map(({ schema }) => (isPlainObject(schema) ? valueLists([{ schema }]) : []));
  return values.every((lists) => lists.length === 1) ? [values.flat(2)] : [];
}

function valueLists(parts: readonly Pick<SchemaPart, "schema">[]): readonly (readonly unknown[])[] {
  return parts.flatMap(({ schema }) => {
    const values = own(schema, "enum");
    return [
      ...(Array.isArray(values) ? [values as readonly unknown[]] : []),
      ...(Object.hasOwn(schema, "const") ? [[own(schema, "const")]] : []),
    ];
  });
}

/** Whether null is among the values. `nullable: true` of OpenAPI 3.0 counts wherever it stands, as its writers mean it. */
export function allowsNull({ parts, orNull }: SchemaParts): boolean {
  if (parts.some(({ schema }) => own(schema, "nullable") === true)) return true;
  const open = parts.filter((part) => !part.orNull);
  const types = open.flatMap(({ schema }) =>
    Object.hasOwn(schema, "type") ? [[own(schema, "type")].flat()] : [],
  );
  if (types.length > 0) return types.every((names) => names.includes("null"));
  return orNull || valueLists(open).some((values) => values.includes(null));
}

/** The first text that a part has for a keyword: the outermost part speaks first. */
export function textOf({ parts }: SchemaParts, keyword: string): string | undefined {
  for (const { schema } of parts) {
    const text = ownText(schema, keyword);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The first value that a part has for a keyword. */
export function valueOf({ parts }: SchemaParts, keyword: string): unknown {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

interface Extras {
  description?: string;
  filterable?: boolean;
  sortable?: boolean;
  functions?: readonly string[];
}

/** What is said of any member: its description and what may be done with it. */
export function extrasOf(parts: SchemaParts, report: ImportReport): Extras {
  const extras: Extras = {};
  const description = textOf(parts, "description") ?? textOf(parts, "title");
  if (description !== undefined) extras.description = description;
  const hidden = parts.parts.some(
    ({ schema }) => own(schema, "writeOnly") === true || own(schema, "format") === "password",
  );
  const filterable = hidden ? false : flag(parts, "x-filterable", report);
  if (filterable === false) extras.filterable = false;
  const sortable = flag(parts, "x-sortable", report);
  if (sortable !== undefined && sortable !== (filterable ?? true)) extras.sortable = sortable;
  const functions = listOf(parts, "x-functions", report);
  if (functions !== undefined) extras.functions = functions;
  return extras;
}

/** False if any part says so. */
function flag(parts: SchemaParts, keyword: string, report: ImportReport): boolean | undefined {
  let result: boolean | undefined;
  for (const { schema, pointer } of parts.parts) {
    const value = own(schema, keyword);
    if (typeof value === "boolean") result = (result ?? true) && value;
    else if (value !== undefined)
      report.note(`${pointer}/${keyword}`, "Expected true or false. It is ignored.");
  }
  return result;
}

/** The list of texts that the first part with the keyword has. */
export function listOf(
  { parts }: SchemaParts,
  keyword: string,
  report: ImportReport,
): readonly string[] | undefined {
  for (const { schema, pointer } of parts) {
    const value = own(schema, keyword);
    if (isTexts(value)) return value;
    if (value !== undefined) report.note(`${pointer}/${keyword}`, "Expected a list of texts. It is ignored.");
  }
  return undefined;
}

/** The strength at which texts are compared. */
export function strengthOf({ parts }: SchemaParts, report: ImportReport): Comparison | undefined {
  for (const { schema, pointer } of parts) {
    const value = own(schema, "x-collation");
    if (COMPARISONS.includes(value as Comparison)) return value as Comparison;
    if (value !== undefined)
      report.note(`${pointer}/x-collation`, `Expected one of ${COMPARISONS.join(", ")}. It is ignored.`);
  }
  return undefined;
}
