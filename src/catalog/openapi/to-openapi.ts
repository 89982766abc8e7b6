import { requireText } from "../../diagnostics/require-argument.ts";
import { requireCatalog } from "../require-catalog.ts";
import { describeType } from "../../values/types.ts";
import { rowSchema, type JsonSchema } from "../json-schema/to-json-schema.ts";
import { typeName } from "../type-name.ts";
import type { Catalog, Member, Members } from "../types.ts";
import { ownProperties } from "../../values/own-properties.ts";

export interface ToOpenApiOptions {
  /** Path of the collection, such as `/reports`. Path parameters in braces are declared as strings. */
  readonly path: string;
  /** Version of the described API. Default `1.0.0`. */
  readonly version?: string;
  /** Media type of a page. Default `application/json`. */
  readonly mediaType?: string;
  /** Media type of errors. Default: `mediaType`. */
  readonly errorMediaType?: string;
}

/**
 * Returns an OpenAPI 3.1 document with the collection's GET operation and its schemas. `catalogFromOpenApi` reads the same
 * catalog back. To describe several collections, merge the `paths` and `components` of their documents.
 *
 * @example catalogToOpenApi(reports, { path: "/reports" })
 */
export function catalogToOpenApi(catalog: Catalog, options: ToOpenApiOptions): JsonSchema {
  requireCatalog(catalog);
  const {
    path,
    version = "1.0.0",
    mediaType = "application/json",
    errorMediaType = mediaType,
  } = ownProperties(options);
  requireText(path, "options.path");
  const row = typeName(catalog.name, "Row");
  const page = typeName(catalog.name, "Page");
  const answer = (description: string, type: string, schema: string) => ({
    description,
    content: { [type]: { schema: reference(schema) } },
  });
  return {
    openapi: "3.1.0",
    info: { title: catalog.name, version },
    paths: {
      [path]: {
        get: {
          operationId: `list${typeName(catalog.name, "")}`,
          summary: `A page of ${catalog.name}.`,
          ...(catalog.description === undefined ? {} : { description: catalog.description }),
          parameters: [...pathParameters(path), ...parametersOf(catalog)],
          responses: {
            "200": answer("The page.", mediaType, page),
            "400": answer("A parameter is wrong.", errorMediaType, "Error"),
          },
        },
      },
    },
    components: {
      schemas: { [row]: rowSchema(catalog), [page]: pageSchema(row), Link: LINK, Error: ERROR },
    },
  };
}

function reference(schema: string): JsonSchema {
  return { $ref: `#/components/schemas/${schema}` };
}

function pathParameters(path: string): readonly JsonSchema[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!));
  return [...names].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

function parametersOf(catalog: Catalog): readonly JsonSchema[] {
  const { defaultLimit, maximumLimit, defaultSort, functions, parameters } = catalog;
  return [
    queryParameter("start", "The zero-based index of the first item.", {
      type: "integer",
      minimum: 0,
      default: 0,
    }),
    queryParameter(
      "limit",
      "The maximum number of items on the page. Greater values are lowered to the maximum. 0 returns only the count.",
      {
        type: "integer",
        minimum: 0,
        maximum: maximumLimit,
        default: defaultLimit,
      },
    ),
    queryParameter("filter", filterDescription(catalog), {
      type: "string",
      ...(functions === undefined ? {} : { "x-functions": [...functions] }),
    }),
    queryParameter("sortBy", sortDescription(catalog), {
      type: "string",
      ...(defaultSort.length === 0 ? {} : { default: defaultSort.join(",") }),
    }),
    ...[...parameters]
      .filter((name) => !RESERVED.includes(name))
      .map((name) => queryParameter(name, undefined, { type: "string" })),
  ];
}

const RESERVED = ["start", "limit", "filter", "sortBy"];

function queryParameter(name: string, description: string | undefined, schema: JsonSchema): JsonSchema {
  return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
}

function filterDescription({ members, functions }: Catalog): string {
  const lines = usableMembers(members, "filterable").map(
    ([name, member]) => `- \`${name}\`: ${describeType(member)}${onlyFunctions(member)}`,
  );
  const allowed = functions === undefined ? "All functions are allowed." : `Functions: ${inCode(functions)}.`;
  return [
    "Selects items by an expression such as `eq(member,'value')`.",
    allowed,
    "Members:",
    "",
    ...lines,
  ].join("\n");
}

function onlyFunctions({ functions }: Member): string {
  return functions === undefined ? "" : ` (only ${inCode(functions)})`;
}

function sortDescription({ members }: Catalog): string {
  const names = usableMembers(members, "sortable").map(([name]) => name);
  return (
    "Sorts items by comma-separated keys, each with options after colons, such as `name:descending:primary`. " +
    `Members: ${inCode(names)}.`
  );
}

function inCode(names: Iterable<string>): string {
  const stringSchema = [...names].map((name) => `\`${name}\``).join(", ");
  return stringSchema === "" ? "none" : stringSchema;
}

function usableMembers({ byName }: Members, flag: "filterable" | "sortable"): [string, Member][] {
  return [...byName.values()].flatMap((member): [string, Member][] => {
    // Requests cannot name a member that is not filterable, even if it is sortable.
    if (!member.filterable || !member[flag]) return [];
    const isSingle = member.type !== "list" && member.type !== "map";
    if (member.type !== "object") return flag === "sortable" && !isSingle ? [] : [[member.name, member]];
    return usableMembers(member.members!, flag).map(([name, inner]) => [`${member.name}.${name}`, inner]);
  });
}

function pageSchema(row: string): JsonSchema {
  return {
    type: "object",
    properties: {
      name: { type: "string" },
      accept: { type: "string" },
      start: { type: "integer" },
      limit: { type: "integer" },
      count: { type: "integer" },
      links: { type: "array", items: reference("Link") },
      items: { type: "array", items: reference(row) },
      version: { type: "integer" },
    },
    required: ["items"],
  };
}

const text = { type: "string" };

const LINK: JsonSchema = {
  type: "object",
  properties: {
    method: text,
    rel: text,
    uri: text,
    href: text,
    title: text,
    type: text,
    itemType: text,
    responseType: text,
    responseItemType: text,
  },
};

const ERROR: JsonSchema = {
  type: "object",
  properties: {
    message: text,
    id: text,
    errorCode: { type: "integer" },
    httpStatusCode: { type: "integer" },
    details: { type: "array", items: text },
    remediation: text,
    errors: { type: "array", items: reference("Error") },
    links: { type: "array", items: reference("Link") },
    version: { type: "integer" },
  },
};
