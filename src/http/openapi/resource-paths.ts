import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { canLearn, usableMember, usableNames, type Knowledge } from "../../checker/member-gate.ts";
import { isScalarType } from "../../values/types.ts";
import { COLLECTION_TYPES, FORM_TYPE } from "../representation/collection-envelope.ts";
import { CSV_TYPE } from "../representation/item-csv.ts";
import { NDJSON_TYPE } from "../reading/rows.ts";
import { groupPaths } from "./group-paths.ts";
import { itemPaths, withSchema } from "./item-paths.ts";
import { itemSchema } from "./item-schema.ts";
import {
  OperationWriter,
  type DocumentContext,
  type ResourceView,
  type PathItem,
} from "./operation-writer.ts";
import type { RequestHeader } from "./parameters.ts";
import type { HeaderName } from "./responses.ts";
import { schemaReference } from "./shared-schemas.ts";

const CSV_SCHEMA: JsonSchema = {
  type: "string",
  description: "A line with the names of the columns, and one for each row.",
};

export interface ResourceDescription {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Describes the paths of a resource. `name` is the unique prefix of its schemas and operations. */
export function resourcePaths(
  described: ResourceView,
  name: string,
  context: DocumentContext,
): ResourceDescription {
  const writer = new OperationWriter(described, name, context);
  const { resource, catalog, operations } = described;
  const item = itemSchema(catalog, resource.store?.isReadOnly);
  const items = itemPaths(writer, item);
  const { path } = resource;
  const paths: Readonly<Record<string, PathItem>> = {
    ...(operations.has("list") ? listPaths(writer) : {}),
    ...(operations.has("facets") ? { ...valuePaths(writer), ...groupPaths(writer) } : {}),
    ...(operations.has("list") && resource.explain ? { [`${path}/@explain`]: explainPath(writer) } : {}),
    ...(operations.has("export") ? { [`${path}/@rows`]: exportPath(writer) } : {}),
    ...(operations.has("changes") ? { [`${path}/@changes`]: changesPath(writer) } : {}),
    ...items.paths,
  };
  const collection = { ...paths[path], ...items.onCollection };
  const isDescribed = Object.keys(paths).length > 0 || Object.keys(collection).length > 0;
  return {
    paths: Object.keys(collection).length === 0 ? paths : { ...paths, [path]: collection },
    schemas: isDescribed
      ? { [`${name}.Item`]: item.schema, [`${name}.Page`]: pageSchema(`${name}.Item`), ...items.schemas }
      : {},
  };
}

function listPaths(writer: OperationWriter): Readonly<Record<string, PathItem>> {
  const { resource, catalog } = writer.described;
  const { path, title } = resource;
  const validators = validatorsOf(writer, "list");
  const content = {
    ...withSchema(COLLECTION_TYPES, schemaReference(`${writer.name}.Page`)),
    [CSV_TYPE]: CSV_SCHEMA,
  };
  const page = { response: "A page.", content, headers: writer.responseHeaders };
  return {
    [path]: writer.reading({
      ...page,
      ...validators.response,
      id: "list",
      summary: `A page of ${title}.`,
      description: catalog.description,
      parameters: writer.selection(
        ["start", "limit", "count", "cursor", "select"],
        ["Accept-Item", ...validators.conditions],
      ),
      errors: ["406"],
    }),
    [`${path}/@query`]: {
      post: writer.operation({
        ...page,
        id: "query",
        summary: `A page of ${title}, for a query that is too long for a URL.`,
        description:
          "The body has the query parameters of the collection. `QUERY` on the collection does the same.",
        parameters: writer.headers(["Accept-Item"]),
        body: { [FORM_TYPE]: { type: "object", additionalProperties: { type: "string" } } },
        errors: ["406", "408", "413", "415"],
      }),
    },
    [`${path}/@catalog`]: writer.reading({
      id: "describe",
      summary: `Members of ${title}.`,
      response: "The JSON Schema of an item. Its `x-` keywords state what requests can use.",
      content: { "application/schema+json": { type: "object" }, "application/json": { type: "object" } },
      headers: ["Vary"],
      errors: ["406"],
    }),
  };
}

function valuePaths(writer: OperationWriter): Readonly<Record<string, PathItem>> {
  const { resource, catalog } = writer.described;
  const { path, title } = resource;
  const facets = namesToLearn("values", catalog);
  const ranges = namesToLearn("order", catalog);
  const member = (names: readonly string[]) => ({
    name: "member",
    in: "path",
    required: true,
    schema: { type: "string", enum: names },
  });
  const paths: Record<string, PathItem> = {
    [`${path}/@facets`]: writer.reading({
      id: "facetLinks",
      summary: `Members of ${title} whose values can be requested.`,
      response: "Links to the values of the members.",
      content: { "application/json": schemaReference("Links") },
      errors: ["406"],
    }),
  };
  if (facets.length > 0)
    paths[`${path}/@facets/{member}`] = writer.reading({
      id: "facets",
      summary: `Distinct values of a member of ${title}, with the number of matching items.`,
      parameters: [member(facets), ...writer.selection(["limit"])],
      response: "The values, most frequent first.",
      content: { "application/json": schemaReference("Facets") },
      headers: writer.responseHeaders,
      errors: ["404", "406"],
    });
  if (ranges.length > 0)
    paths[`${path}/@ranges/{member}`] = writer.reading({
      id: "range",
      summary: `Least and greatest value of a member of ${title} in the matching items.`,
      parameters: [member(ranges), ...writer.selection([])],
      response: "The values.",
      content: { "application/json": schemaReference("Range") },
      headers: writer.responseHeaders,
      errors: ["404", "406"],
    });
  return paths;
}

function namesToLearn(knowledge: Knowledge, catalog: Catalog): readonly string[] {
  const allows = (member: ResolvedMember | undefined) =>
    member !== undefined && isScalarType(member.type.type) && canLearn(knowledge, member, catalog);
  return [...usableNames(catalog)].filter((name) => allows(usableMember(catalog, name)));
}

interface Validators {
  readonly conditions: readonly RequestHeader[];
  readonly response: { readonly headers: readonly HeaderName[]; readonly notModified: boolean };
}

/** Pages have entity tags if their collection knows whether its rows have changed. Exports have none if there are access rules. */
function validatorsOf(
  { described: { resource }, responseHeaders }: OperationWriter,
  kind: "export" | "list",
): Validators {
  const hasTags =
    resource.collection.revision !== undefined && (kind === "list" || resource.access === undefined);
  return hasTags
    ? {
        conditions: ["If-None-Match"],
        response: { headers: ["ETag", ...responseHeaders], notModified: true },
      }
    : { conditions: [], response: { headers: responseHeaders, notModified: false } };
}

function exportPath(writer: OperationWriter): PathItem {
  const { conditions, response } = validatorsOf(writer, "export");
  return writer.reading({
    id: "export",
    summary: `All matching items of ${writer.described.resource.title}.`,
    parameters: writer.selection(["start", "limit", "select"], conditions),
    response: "One JSON object per line, or CSV with a header.",
    content: { [NDJSON_TYPE]: { type: "string" }, [CSV_TYPE]: CSV_SCHEMA },
    ...response,
    errors: ["406"],
  });
}

function explainPath(writer: OperationWriter): PathItem {
  return writer.reading({
    id: "explain",
    summary: `How a page of ${writer.described.resource.title} is found.`,
    parameters: writer.selection(["start", "limit"]),
    response: "The SQL statements of the page, or how its rows are found in memory.",
    content: { "application/json": { type: "object" } },
    headers: ["Vary"],
    errors: ["406"],
  });
}

function changesPath(writer: OperationWriter): PathItem {
  return writer.reading({
    id: "watch",
    summary: `Changes of matching items of ${writer.described.resource.title}.`,
    parameters: writer.selection([]),
    response: "Server-sent events: `created`, `replaced` and `deleted`.",
    content: { "text/event-stream": { type: "string" } },
    headers: writer.responseHeaders,
    errors: ["406"],
  });
}

function pageSchema(item: string): JsonSchema {
  const count = { type: "integer", minimum: 0 };
  return {
    type: "object",
    properties: {
      name: { type: "string" },
      accept: { type: "string", description: "Media type of the items." },
      start: count,
      limit: count,
      count: { ...count, description: "Number of items on all pages. Absent with `count=false`." },
      links: { type: "array", items: schemaReference("Link") },
      items: { type: "array", items: schemaReference(item) },
      version: { type: "integer" },
    },
    required: ["name", "accept", "start", "limit", "links", "items", "version"],
  };
}
