import { COMPARISONS, type Comparison } from "../../collation/order/strength.ts";
import type { ImportReport } from "../import-report.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { isStringList, ownString } from "../json-data.ts";
import type { SchemaPart, FlatSchema } from "./flat-schema.ts";

/* Supports JSON Schema 2020-12 and draft-07, and the dialects of OpenAPI 3.0 and 3.1. */

export type JsonType = "boolean" | "integer" | "number" | "string" | "array" | "object";

const JSON_TYPES: readonly string[] = ["boolean", "integer", "number", "string", "array", "object"];

/** Returns the types that all parts of the schema allow. Infers them from other keywords if `type` is missing. */
export function jsonTypesOf({ parts }: FlatSchema): ReadonlySet<JsonType> | undefined {
  let types: ReadonlySet<JsonType> | undefined;
  for (const { schema } of parts) {
    const named = namedTypes(ownProperty(schema, "type"));
    if (named !== undefined) types = types === undefined ? named : intersectTypes(types, named);
  }
  return types ?? typesOfAllowedValues(parts) ?? typesOfKeywords(parts);
}

function namedTypes(type: unknown): ReadonlySet<JsonType> | undefined {
  if (type === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const types = names.filter((name): name is JsonType => JSON_TYPES.includes(name as string));
  // In practice, `type: "null"` on its own usually means that the author left the type open.
  return types.length === 0 && names.every((name) => name === "null") ? undefined : new Set(types);
}

function intersectTypes(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  const common = new Set<JsonType>();
  for (const type of a) if (b.has(type) || (type === "integer" && b.has("number"))) common.add(type);
  for (const type of b) if (type === "integer" && a.has("number")) common.add(type);
  return common;
}

function typesOfAllowedValues(parts: readonly SchemaPart[]): ReadonlySet<JsonType> | undefined {
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

const TYPE_SPECIFIC_KEYWORDS: readonly (readonly [JsonType, readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties", "required", "propertyNames"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["format", "pattern", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function typesOfKeywords(parts: readonly SchemaPart[]): ReadonlySet<JsonType> | undefined {
  for (const [type, keywords] of TYPE_SPECIFIC_KEYWORDS) {
    if (parts.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword))))
      return new Set([type]);
  }
  return undefined;
}

/** Returns the non-null values that are in every `enum` and `const` of the schema, or undefined if it has neither. */
export function allowedValues({ parts, choices }: FlatSchema): readonly unknown[] | undefined {
  const lists = [...valueLists(parts), ...choices.flatMap(({ branches }) => valuesOfBranches(branches))];
  const [first, ...otherSets] = lists.map((list) => new Set(list));
  if (first === undefined) return undefined;
  return [...first].filter((value) => value !== null && otherSets.every((list) => list.has(value)));
}

/** Returns one list with the values of all branches, or no list if a branch has no single `const` or `enum`. */
function valuesOfBranches(
  branches: readonly { readonly schema: unknown }[],
): readonly (readonly unknown[])[] {
  const values = branches.map(({ schema }) => (isRecord(schema) ? valueLists([{ schema }]) : []));
  return values.every((lists) => lists.length === 1) ? [values.flat(2)] : [];
}

function valueLists(parts: readonly Pick<SchemaPart, "schema">[]): readonly (readonly unknown[])[] {
  return parts.flatMap(({ schema }) => {
    const values = ownProperty(schema, "enum");
    return [
      ...(Array.isArray(values) ? [values as readonly unknown[]] : []),
      ...(Object.hasOwn(schema, "const") ? [[ownProperty(schema, "const")]] : []),
    ];
  });
}

/** Returns whether a schema allows null. `nullable: true` (OpenAPI 3.0) does so even next to a `type` without null. */
export function allowsNull({ parts, hasNullBranch: orNull }: FlatSchema): boolean {
  if (parts.some(({ schema }) => ownProperty(schema, "nullable") === true)) return true;
  const open = parts.filter((part) => !part.besideNull);
  const types = open.flatMap(({ schema }) =>
    Object.hasOwn(schema, "type") ? [[ownProperty(schema, "type")].flat()] : [],
  );
  if (types.length > 0) return types.every((names) => names.includes("null"));
  return orNull || valueLists(open).some((values) => values.includes(null));
}

/** Returns the keyword's value in the outermost part that has the keyword. */
export function firstString({ parts }: FlatSchema, keyword: string): string | undefined {
  for (const { schema } of parts) {
    const text = ownString(schema, keyword);
    if (text !== undefined) return text;
  }
  return undefined;
}

export function firstValue({ parts }: FlatSchema, keyword: string): unknown {
  return parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.schema[keyword];
}

/**
 * Returns whether `minimum` and `maximum`, or `exclusiveMinimum` and `exclusiveMaximum`, limit integers to ±(2^53 - 1). All
 * parts of the schema apply, so one bound on each side is enough.
 */
export function hasSafeBounds({ parts }: FlatSchema): boolean {
  const has = (keyword: string) =>
    parts.some(({ schema }) => {
      const value = ownProperty(schema, keyword);
      return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    });
  return (has("minimum") || has("exclusiveMinimum")) && (has("maximum") || has("exclusiveMaximum"));
}

interface MemberAnnotations {
  description?: string;
  filterable?: boolean;
  sortable?: boolean;
  selectable?: boolean;
  functions?: readonly string[];
}

export function memberAnnotations(flat: FlatSchema, report: ImportReport): MemberAnnotations {
  const extras: MemberAnnotations = {};
  const description = firstString(flat, "description") ?? firstString(flat, "title");
  if (description !== undefined) extras.description = description;
  const hidden = flat.parts.some(
    ({ schema }) => ownProperty(schema, "writeOnly") === true || ownProperty(schema, "format") === "password",
  );
  const filterable = hidden ? false : flag(flat, "x-filterable", report);
  if (filterable === false) extras.filterable = false;
  const sortable = flag(flat, "x-sortable", report);
  if (sortable !== undefined && sortable !== (filterable ?? true)) extras.sortable = sortable;
  const selectable = flag(flat, "x-selectable", report);
  if (selectable !== undefined && selectable !== (filterable ?? true)) extras.selectable = selectable;
  const functions = firstStringList(flat, "x-functions", report);
  if (functions !== undefined) extras.functions = functions;
  return extras;
}

function flag(flat: FlatSchema, keyword: string, report: ImportReport): boolean | undefined {
  let result: boolean | undefined;
  for (const { schema, pointer } of flat.parts) {
    const value = ownProperty(schema, keyword);
    if (typeof value === "boolean") result = (result ?? true) && value;
    else if (value !== undefined)
      report.note(`${pointer}/${keyword}`, "Expected true or false. It is ignored.");
  }
  return result;
}

export function firstStringList(
  { parts }: FlatSchema,
  keyword: string,
  report: ImportReport,
): readonly string[] | undefined {
  for (const { schema, pointer } of parts) {
    const value = ownProperty(schema, keyword);
    if (isStringList(value)) return value;
    if (value !== undefined)
      report.note(`${pointer}/${keyword}`, "Expected a list of strings. It is ignored.");
  }
  return undefined;
}

export function declaredStrength({ parts }: FlatSchema, report: ImportReport): Comparison | undefined {
  for (const { schema, pointer } of parts) {
    const value = ownProperty(schema, "x-collation");
    if (COMPARISONS.includes(value as Comparison)) return value as Comparison;
    if (value !== undefined)
      report.note(`${pointer}/x-collation`, `Expected one of ${COMPARISONS.join(", ")}. It is ignored.`);
  }
  return undefined;
}
