import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { ItemSchema } from "./item-schema.ts";
import type { OperationWriter, PathItem } from "./operation-writer.ts";
import { headerParameters } from "./parameters.ts";
import { schemaReference } from "./shared-schemas.ts";
import type { HeaderName } from "./responses.ts";

export interface ItemPaths {
  readonly paths: Readonly<Record<string, PathItem>>;
  /** Operations on the path of the collection. */
  readonly onCollection: PathItem;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const VALIDATORS: readonly HeaderName[] = ["ETag", "Last-Modified"];

/** Describes reading one item, and all changes. */
export function itemPaths(writer: OperationWriter, item: ItemSchema): ItemPaths {
  const { resource, operations } = writer.described;
  const { title, itemType, summary } = resource;
  const wholeName = `${writer.name}.WholeItem`;
  const representation = {
    content: {
      ...withSchema(typesOf(itemType), schemaReference(wholeName)),
      ...(summary === undefined
        ? {}
        : withSchema([`${summary.type}+json`, summary.type], schemaReference(`${writer.name}.Item`))),
    },
    headers: [...VALIDATORS, ...writer.responseHeaders],
  };
  const body = schemaReference(`${writer.name}.Item`);
  const conditions = headerParameters(["If-Match", "If-None-Match", "If-Unmodified-Since"]);
  const path: Record<string, unknown> = {};
  if (operations.has("read"))
    Object.assign(
      path,
      writer.reading({
        ...representation,
        id: "read",
        summary: `An item of ${title}.`,
        parameters: writer.headers(["If-None-Match", "If-Modified-Since"]),
        response: "The item.",
        notModified: true,
        errors: ["404", "406"],
      }),
    );
  const change = {
    ...representation,
    response: "The new version of the item.",
    minimal: "The item is changed. The client wants no representation.",
    errors: ["403", "404", "406", "408", "409", "412", "413", "415", "428"],
  } as const;
  if (operations.has("replace"))
    path["put"] = writer.operation({
      ...change,
      id: "replace",
      summary: `Replace an item of ${title}.`,
      parameters: [...conditions, ...writer.headers(["Prefer"])],
      body: withSchema(typesOf(itemType), body),
    });
  if (operations.has("patch"))
    path["patch"] = writer.operation({
      ...change,
      id: "patch",
      summary: `Change members of an item of ${title} by a merge patch (RFC 7396).`,
      parameters: [...conditions, ...writer.headers(["Prefer"])],
      body: withSchema(["application/merge-patch+json", ...typesOf(itemType)], { type: "object" }),
    });
  if (operations.has("delete"))
    path["delete"] = writer.operation({
      id: "delete",
      summary: `Delete an item of ${title}.`,
      parameters: conditions,
      status: "204",
      response: "The item is deleted.",
      errors: ["404", "409", "412"],
    });
  const isEmpty = Object.keys(path).length === 0;
  return {
    paths: isEmpty
      ? {}
      : {
          [`${resource.path}/{${writer.itemName}}`]: path,
        },
    onCollection: operations.has("create") ? { post: createOperation(writer, representation, body) } : {},
    schemas:
      isEmpty && !operations.has("create") ? {} : { [wholeName]: wholeItem(`${writer.name}.Item`, item) },
  };
}

function createOperation(
  writer: OperationWriter,
  representation: { readonly content: Readonly<Record<string, JsonSchema>> },
  body: JsonSchema,
): PathItem {
  const { title, itemType } = writer.described.resource;
  return writer.operation({
    ...representation,
    id: "create",
    summary: `Create an item of ${title}.`,
    parameters: writer.headers(["Idempotency-Key", "Prefer"]),
    body: withSchema(typesOf(itemType), body),
    status: "201",
    response: "The item.",
    headers: ["Location", ...VALIDATORS, ...writer.responseHeaders],
    errors: ["403", "406", "408", "409", "410", "413", "415", "422"],
  });
}

/** Media types of items, in requests and responses. */
function typesOf(itemType: string): readonly string[] {
  return [`${itemType}+json`, itemType, "application/json"];
}

/** Returns the content of a body with one schema. */
export function withSchema(
  types: readonly string[],
  schema: JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(types.map((type) => [type, schema]));
}

function wholeItem(item: string, { required }: ItemSchema): JsonSchema {
  const links = { type: "array", items: schemaReference("Link") };
  return {
    allOf: [
      schemaReference(item),
      { type: "object", properties: { links }, ...(required.length === 0 ? {} : { required }) },
    ],
  };
}
