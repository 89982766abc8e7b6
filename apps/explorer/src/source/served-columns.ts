import type { JsonObject } from "./service-client.ts";
import type { Column } from "./source.ts";

const STRUCTURES: ReadonlySet<string> = new Set(["list", "map", "object"]);

/** Returns the columns of a collection from its JSON Schema. */
export function columnsOf(schema: JsonObject): readonly Column[] {
  const required = (schema["required"] ?? []) as readonly string[];
  return Object.entries(schema["properties"] as Readonly<Record<string, JsonObject>>).map(
    ([property, member]) => {
      const name = typeof member["x-name"] === "string" ? member["x-name"] : property;
      const type = typeOf(member);
      return {
        name,
        property,
        type,
        isSortable:
          !STRUCTURES.has(type) && member["x-sortable"] !== false && member["x-filterable"] !== false,
        isNullable: !required.includes(property),
      };
    },
  );
}

const FORMATS: Readonly<Record<string, string>> = { date: "date", "date-time": "dateTime", time: "time" };

/** Returns the type of the member that a property of the schema describes. */
function typeOf({ type, format }: JsonObject): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const name = types.find((typeName) => typeName !== "null");
  if (name === "array") return "list";
  if (name === "string" && typeof format === "string" && Object.hasOwn(FORMATS, format))
    return FORMATS[format]!;
  return typeof name === "string" ? name : "string";
}
