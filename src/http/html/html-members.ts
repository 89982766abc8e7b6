import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { HtmlMember } from "./html-view.ts";
import type { JsonClient } from "./json-client.ts";

/** Reads the members of a collection from its catalog; undefined if there is no collection at the path. */
export async function readMembers(
  client: JsonClient,
  path: string,
): Promise<readonly HtmlMember[] | undefined> {
  const schema = await client.json(`${path}/@catalog`, "");
  const properties = schema && ownProperty(schema, "properties");
  if (!isRecord(properties)) return undefined;
  return Object.entries(properties).flatMap(([property, value]) =>
    isRecord(value) ? [memberOf(property, value)] : [],
  );
}

function memberOf(property: string, schema: Readonly<Record<string, unknown>>): HtmlMember {
  const name = ownProperty(schema, "x-name");
  const type = typeOf(ownProperty(schema, "type"));
  const isScalar = type !== "object" && type !== "array";
  return {
    name: typeof name === "string" ? name : property,
    type,
    filterable: ownProperty(schema, "x-filterable") !== false,
    sortable: isScalar && ownProperty(schema, "x-sortable") !== false,
  };
}

/** Returns the type of a nullable value without `null`. */
function typeOf(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const named = types.find((candidate) => typeof candidate === "string" && candidate !== "null");
  return typeof named === "string" ? named : "string";
}
