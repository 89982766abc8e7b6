import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";

export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const TEXT: JsonSchema = { type: "string" };
const INTEGER: JsonSchema = { type: "integer" };
const CODE: JsonSchema = { type: ["integer", "string"] };
const OFFSET: JsonSchema = { type: "integer", minimum: 0 };

function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

function list(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

const LINKS = list(schemaReference("Link"));

/** Schemas that all services share, by name. */
export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Link: object(
    {
      method: TEXT,
      rel: TEXT,
      uri: { ...TEXT, description: "Target, relative to the server." },
      href: TEXT,
      title: TEXT,
      type: { ...TEXT, description: "Media type to accept, or to send with POST, PUT and PATCH." },
      itemType: { ...TEXT, description: "Media type of the items of a collection." },
      responseType: TEXT,
      responseItemType: TEXT,
    },
    ["method", "rel", "uri", "href"],
  ),
  ApiRoot: object({ version: INTEGER, links: LINKS }, ["version", "links"]),
  Links: object({ version: INTEGER, links: LINKS }, ["version", "links"]),
  Facets: object(
    {
      name: TEXT,
      values: list(object({ value: {}, count: OFFSET }, ["value", "count"])),
      count: { ...OFFSET, description: "Number of distinct values." },
      limit: OFFSET,
      version: INTEGER,
    },
    ["name", "values", "count", "limit", "version"],
  ),
  Range: object(
    {
      name: TEXT,
      min: { description: "Least value, or null if no row has one." },
      max: { description: "Greatest value, or null if no row has one." },
      version: INTEGER,
    },
    ["name", "min", "max", "version"],
  ),
  Groups: object(
    {
      name: TEXT,
      accept: { ...TEXT, description: "Media type of the groups." },
      start: OFFSET,
      limit: OFFSET,
      count: { ...OFFSET, description: "Number of groups on all pages." },
      links: LINKS,
      items: list({ type: "object" }),
      version: INTEGER,
    },
    ["name", "accept", "start", "limit", "count", "links", "items", "version"],
  ),
  Diagnostic: {
    ...object(
      {
        code: { ...TEXT, description: "Stable code of the problem, such as `unknown-member`." },
        from: { ...OFFSET, description: "Offset into the raw query string, in UTF-16 units." },
        to: OFFSET,
        edits: list(object({ from: OFFSET, to: OFFSET, text: TEXT }, ["from", "to", "text"])),
        pointer: { ...TEXT, description: "JSON Pointer to a member of the request body." },
      },
      ["code"],
    ),
    description: "A problem of the query or of the body. The edits correct the query.",
  },
  Error: object(
    {
      message: TEXT,
      id: TEXT,
      errorCode: CODE,
      httpStatusCode: INTEGER,
      details: list(TEXT),
      remediation: { ...TEXT, description: "Advice for the client, such as the corrected URL." },
      errors: list(schemaReference("Error")),
      links: LINKS,
      version: INTEGER,
      pointer: TEXT,
      diagnostic: schemaReference("Diagnostic"),
    },
    ["message", "httpStatusCode", "version"],
  ),
  Problem: object(
    {
      type: TEXT,
      title: TEXT,
      status: INTEGER,
      instance: TEXT,
      traceId: TEXT,
      errorCode: CODE,
      remediation: TEXT,
      errors: list(
        object(
          { detail: TEXT, remediation: TEXT, pointer: TEXT, diagnostic: schemaReference("Diagnostic") },
          ["detail"],
        ),
      ),
    },
    ["title", "status"],
  ),
};
