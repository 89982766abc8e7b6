import type { BodySchema, DescribedResponse, OperationDescription } from "tamis/http";
import { API_TYPES, PAGE_TYPES } from "./media-types.ts";

/** Parts of JSON Schemas in descriptions of operations. */

export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: "string" };
export const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
export const INTEGER: Schema = { type: "integer" };
export const NUMBER: Schema = { type: "number" };
export const BOOLEAN: Schema = { type: "boolean" };
export const ANY_OBJECT: Schema = { type: "object" };

/** Returns the schema of objects that have each of the members. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", properties, required: Object.keys(properties) };
}

export function list(items: Schema): Schema {
  return { type: "array", items };
}

export function mapOf(values: Schema): Schema {
  return { type: "object", additionalProperties: values };
}

export const LINKS: Schema = list({ $ref: "#/components/schemas/Link" });

/** The 200 response of an operation with one representation. */
export function response(
  description: string,
  types: readonly string[],
  schema?: BodySchema,
  headers: DescribedResponse["headers"] = ["Vary"],
): DescribedResponse {
  return { description, content: [{ types, schema }], headers };
}

/** Describes a page of the collection at a path. */
export function pageResponse(path: string, description = "A page."): DescribedResponse {
  return response(description, PAGE_TYPES, { kind: "page", of: path });
}

/** Description of an API root that a family answers itself. */
export function describedRoot(summary: string, security?: readonly string[]): OperationDescription {
  const schema = { $ref: "#/components/schemas/ApiRoot" };
  return {
    summary,
    security,
    responses: [response("The links.", API_TYPES, schema)],
  };
}
