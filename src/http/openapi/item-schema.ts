import { rowSchema, type JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import { publishedCatalog } from "../contract/published-catalog.ts";

interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Schema of a row's representation. */
export interface ItemSchema {
  /** Schema of all representations: no property is required, because `select` and summaries leave some out. */
  readonly schema: JsonSchema;
  /** Properties of each whole representation. */
  readonly required: readonly string[];
}

/**
 * Returns the JSON Schema of a row's representation. Properties without null have `x-required`, so that
 * `catalogFromOpenApi` reads the same members.
 *
 * @param isReadOnly whether clients cannot change a member
 */
export function itemSchema(
  catalog: Catalog,
  isReadOnly: (member: string) => boolean = () => false,
): ItemSchema {
  const schemaOfRow = rowSchema(publishedCatalog(catalog)) as ObjectSchema;
  const row = {
    ...schemaOfRow,
    properties: Object.fromEntries(
      Object.entries(schemaOfRow.properties ?? {}).map(([name, property]) => [
        name,
        isReadOnly(name) ? { ...property, readOnly: true } : property,
      ]),
    ),
  };
  const schema = representation(row, () => false);
  const { properties, required = [] } = row;
  return { schema, required: required.filter((name) => isRepresented(properties[name]!)) };
}

/** @param isRequired whether a property that is never null is in each representation of its object */
function representation(schema: ObjectSchema, isRequired: (property: JsonSchema) => boolean): JsonSchema {
  const { properties, required = [], items, additionalProperties, ...otherKeywords } = schema;
  const requiredNames = required.filter((name) => isRequired(properties![name]!));
  const inner = (part: unknown) => representation(part as ObjectSchema, isRepresented);
  return {
    ...otherKeywords,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [
              name,
              required.includes(name) ? { ...inner(property), "x-required": true } : inner(property),
            ]),
          ),
        }),
    ...(requiredNames.length === 0 ? {} : { required: requiredNames }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inner(additionalProperties) }),
  };
}

/** Returns whether responses contain a property. The default of `x-selectable` is `x-filterable`. */
function isRepresented(property: JsonSchema): boolean {
  return (property["x-selectable"] ?? property["x-filterable"] ?? true) === true;
}
