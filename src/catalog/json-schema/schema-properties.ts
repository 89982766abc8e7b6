import { isDottedName } from "../../ast/spelling.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ownRecord, ownString } from "../json-data.ts";
import { memberNamesFor } from "../member-names.ts";
import type { FlatSchema, SchemaFlattener, TracedSchema } from "./flat-schema.ts";

/**
 * A property with the name of its member. `origins` are all schemas that describe the property: each part of the object can have
 * one.
 */
interface NamedProperty {
  readonly name: string;
  readonly property: string;
  readonly origins: readonly TracedSchema[];
  /** Whether another member already reads the same property. The `required` keyword does not apply to an alias. */
  readonly isAlias: boolean;
}

export function namedProperties(object: FlatSchema, flattener: SchemaFlattener): NamedProperty[] {
  const byProperty = collectProperties(object, flattener);
  const aliases = object.parts.flatMap((part) => {
    const schemas = ownRecord(part.schema, "x-aliases");
    return Object.keys(schemas).flatMap(
      (name) => alias(name, flattener.below(part, schemas[name], "x-aliases", name), flattener) ?? [],
    );
  });
  const usedNames = new Set(aliases.map(({ name }) => name));
  const declared = new Map<string, string>();
  for (const [property, origins] of byProperty) {
    const name = declaredName(origins);
    if (name === undefined || usedNames.has(name)) continue;
    declared.set(property, name);
    usedNames.add(name);
  }
  const derived = memberNamesFor(
    [...byProperty.keys()].filter((property) => !declared.has(property)),
    usedNames,
  );
  const properties = [...byProperty].map(([property, origins]) => ({
    name: declared.get(property) ?? derived.get(property)!,
    property,
    origins,
    isAlias: false,
  }));
  return [...properties, ...aliases];
}

function collectProperties(object: FlatSchema, flattener: SchemaFlattener): Map<string, TracedSchema[]> {
  const byProperty = new Map<string, TracedSchema[]>();
  for (const part of object.parts) {
    const schemas = ownRecord(part.schema, "properties");
    for (const property of Object.keys(schemas)) {
      const schema = flattener.below(part, schemas[property], "properties", property);
      const sameProperty = byProperty.get(property);
      if (sameProperty === undefined) byProperty.set(property, [schema]);
      else sameProperty.push(schema);
    }
  }
  return byProperty;
}

function alias(name: string, origin: TracedSchema, { report }: SchemaFlattener): NamedProperty | undefined {
  const property = isRecord(origin.schema) ? ownProperty(origin.schema, "x-property") : undefined;
  if (isDottedName(name) && typeof property === "string")
    return { name, property, origins: [origin], isAlias: true };
  report.note(origin.pointer, "An alias needs a valid member name and an x-property. It is left out.");
  return undefined;
}

function declaredName(origins: readonly TracedSchema[]): string | undefined {
  for (const { schema } of origins) {
    const name = isRecord(schema) ? ownString(schema, "x-name") : undefined;
    if (name !== undefined && isDottedName(name)) return name;
  }
  return undefined;
}
