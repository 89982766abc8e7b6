import { requireCatalog } from "../require-catalog.ts";
import { isSafeInteger, type ScalarType } from "../../values/types.ts";
import { withoutUndefined } from "../json-data.ts";
import { memberNamesFor } from "../member-names.ts";
import type { Catalog, Member, Members } from "../types.ts";
import { ownProperties } from "../../values/own-properties.ts";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * Returns the JSON Schema (2020-12) of a catalog's rows. Settings without a standard keyword become `x-` keywords, so that
 * `catalogFromJsonSchema` reads the same catalog back.
 *
 * @example catalogToJsonSchema(reports)
 * // { $schema: "https://json-schema.org/draft/2020-12/schema", "x-catalog": "reports", type: "object", properties: … }
 */
export function catalogToJsonSchema(catalog: Catalog): JsonSchema {
  requireCatalog(catalog);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...rowSchema(catalog) };
}

/** Returns the schema without `$schema`, to embed it in another document. */
export function rowSchema(catalog: Catalog): JsonSchema {
  const { name, description, key, defaultSort, defaultLimit, maximumLimit, functions, parameters } = catalog;
  return withoutUndefined({
    title: name,
    description,
    type: "object",
    ...propertiesOf(catalog.members),
    "x-catalog": name,
    "x-key": key,
    "x-default-sort": defaultSort.length === 0 ? undefined : [...defaultSort],
    "x-default-limit": defaultLimit,
    "x-maximum-limit": maximumLimit,
    "x-functions": functions && [...functions],
    "x-parameters": parameters.size === 0 ? undefined : [...parameters],
  });
}

function propertiesOf({ byName }: Members): JsonSchema {
  const properties = new Map<string, Member>();
  const aliases: Member[] = [];
  for (const member of byName.values()) {
    if (properties.has(member.property)) aliases.push(member);
    else properties.set(member.property, member);
  }
  const expected = memberNamesFor(properties.keys());
  const schemas = [...properties].map(([property, member]): [string, JsonSchema] => {
    const schema = memberSchema(member);
    const { name } = member;
    return [
      property,
      name === property && name === expected.get(property) ? schema : { ...schema, "x-name": name },
    ];
  });
  return withoutUndefined({
    properties: Object.fromEntries(schemas),
    required: requiredOf([...properties.values()]),
    // Several members can read the same property. JSON Schema describes it once, so the others are aliases.
    "x-aliases":
      aliases.length === 0
        ? undefined
        : Object.fromEntries(aliases.map((alias) => [alias.name, aliasSchema(alias)])),
  });
}

function requiredOf(members: readonly Member[]): readonly string[] | undefined {
  const required = members.filter((member) => !member.nullable).map((member) => member.property);
  return required.length === 0 ? undefined : required;
}

function aliasSchema(alias: Member): JsonSchema {
  const schema = { ...memberSchema(alias), "x-property": alias.property };
  return alias.nullable ? schema : { ...schema, "x-required": true };
}

function memberSchema(member: Member): JsonSchema {
  const { description, nullable, filterable, sortable, selectable, functions, strength } = member;
  const isScalar = member.type !== "list" && member.type !== "map" && member.type !== "object";
  return withoutUndefined({
    ...typeSchema(member),
    enum: isScalar && member.enum !== undefined ? [...member.enum, ...(nullable ? [null] : [])] : undefined,
    description,
    "x-filterable": filterable ? undefined : false,
    "x-sortable": sortable === filterable ? undefined : sortable,
    "x-selectable": selectable === filterable ? undefined : selectable,
    "x-collation": isScalar ? strength : undefined,
    "x-functions": functions && [...functions],
  });
}

function typeSchema(member: Member): JsonSchema {
  const orNull = (type: string) => (member.nullable ? [type, "null"] : type);
  switch (member.type) {
    case "list":
      return { type: orNull("array"), items: memberSchema(member.items as Member) };
    case "map":
      return { type: orNull("object"), additionalProperties: memberSchema(member.values as Member) };
    case "object":
      return { type: orNull("object"), ...propertiesOf(member.members!) };
    default: {
      const { type, format } = ownProperties(SCALARS[member.type]);
      const bounds = isSafeInteger(member)
        ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
        : {};
      return withoutUndefined({ type: orNull(type), format, ...bounds });
    }
  }
}

const SCALARS: { readonly [T in ScalarType]: { readonly type: string; readonly format?: string } } = {
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  string: { type: "string" },
  date: { type: "string", format: "date" },
  time: { type: "string", format: "time" },
  dateTime: { type: "string", format: "date-time" },
};
