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
  const { resource, operations, catalog } = writer.described;
  const { title, itemType, summary } = resource;
  const whole = `${writer.name}.WholeItem`;
  const json = `${itemType}+json`;
  const representation = {
    content: {
      [json]: schemaReference(whole),
      "application/json": schemaReference(whole),
      ...(summary === undefined ? {} : { [`${summary.type}+json`]: schemaReference(`${writer.name}.Item`) }),
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
    errors: ["403", "404", "406", "409", "412", "413", "415", "428"],
  } as const;
  if (operations.has("replace"))
    path["put"] = writer.operation({
      ...change,
      id: "replace",
      summary: `Replace an item of ${title}.`,
      parameters: [...conditions, ...writer.headers(["Prefer"])],
      body: { [json]: body, "application/json": body },
    });
  if (operations.has("patch"))
    path["patch"] = writer.operation({
      ...change,
      id: "patch",
      summary: `Change members of an item of ${title} by a merge patch (RFC 7396).`,
      parameters: [...conditions, ...writer.headers(["Prefer"])],
      body: { "application/merge-patch+json": { type: "object" }, "application/json": { type: "object" } },
    });
  if (operations.has("delete"))
    path["delete"] = writer.operation({
      id: "delete",
      summary: `Delete an item of ${title}.`,
      parameters: conditions,
      status: "204",
      response: "The item is deleted.",
      errors: ["404", "412"],
    });
  const isEmpty = Object.keys(path).length === 0;
  const key = catalog.key ?? "key";
  return {
    paths: isEmpty
      ? {}
      : {
          [`${resource.path}/{${key}}`]: {
            parameters: [{ name: key, in: "path", required: true, schema: { type: "string" } }],
            ...path,
          },
        },
    onCollection: operations.has("create") ? { post: createOperation(writer, representation, body) } : {},
    schemas: isEmpty && !operations.has("create") ? {} : { [whole]: wholeItem(`${writer.name}.Item`, item) },
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
    body: { [`${itemType}+json`]: body, "application/json": body },
    status: "201",
    response: "The item.",
    headers: ["Location", ...VALIDATORS, ...writer.responseHeaders],
    errors: ["403", "406", "409", "410", "413", "415", "422"],
  });
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
