import { describeType } from "../values/types.ts";
import { rowSchema, type JsonSchema } from "./to-json-schema.ts";
import { typeName } from "./type-name.ts";
import type { Catalog, Member, Members } from "./types.ts";

export interface ToOpenApiOptions {
  /** The collection's path: `/reports`. Its `{parameters}` are declared as texts. */
  readonly path: string;
  /** The version of the API that the document gives. Default `1.0.0`. */
  readonly version?: string;
  /** The media type of a page. Default `application/json`. */
  readonly mediaType?: string;
  /** The media type of an error. Default: that of a page. */
  readonly errorMediaType?: string;
}

/**
 * An OpenAPI 3.1 document of one collection: its GET with the parameters start, limit, filter, sortBy and those of the endpoint's
 * own, and the schemas of a row, a page, a link and an error. `catalogFromOpenApi` makes the same catalog of it. The `paths` and
 * `components` can be merged into a document of several.
 *
 * @example catalogToOpenApi(reports, { path: "/reports" })
 */
export function catalogToOpenApi(catalog: Catalog, options: ToOpenApiOptions): JsonSchema {
  const { path, version = "1.0.0", mediaType = "application/json", errorMediaType = mediaType } = options;
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
    query("start", "The zero-based index of the first item.", { type: "integer", minimum: 0, default: 0 }),
    query(
      "limit",
      "The most items of the page. Beyond the maximum it is lowered to it; 0 gives the count alone.",
      {
        type: "integer",
        minimum: 0,
        maximum: maximumLimit,
        default: defaultLimit,
      },
    ),
    query("filter", filterText(catalog), {
      type: "string",
      ...(functions === undefined ? {} : { "x-functions": [...functions] }),
    }),
    query("sortBy", sortText(catalog), {
      type: "string",
      ...(defaultSort.length === 0 ? {} : { default: defaultSort.join(",") }),
    }),
    ...[...parameters]
      .filter((name) => !RESERVED.includes(name))
      .map((name) => query(name, undefined, { type: "string" })),
  ];
}

const RESERVED = ["start", "limit", "filter", "sortBy"];

function query(name: string, description: string | undefined, schema: JsonSchema): JsonSchema {
  return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
}

function filterText({ members, functions }: Catalog): string {
  const lines = membersWhere(members, "filterable").map(
    ([name, member]) => `- \`${name}\`: ${describeType(member)}${onlyFunctions(member)}`,
  );
  const allowed = functions === undefined ? "All functions are allowed." : `Functions: ${inCode(functions)}.`;
  return ["Which items: an expression such as `eq(member,'value')`.", allowed, "Members:", "", ...lines].join(
    "\n",
  );
}

function onlyFunctions({ functions }: Member): string {
  return functions === undefined ? "" : ` (only ${inCode(functions)})`;
}

function sortText({ members }: Catalog): string {
  const names = membersWhere(members, "sortable").map(([name]) => name);
  return (
    "The order: keys with a comma between them, each with options after colons, such as `name:descending:primary`. " +
    `Members: ${inCode(names)}.`
  );
}

function inCode(names: Iterable<string>): string {
  const text = [...names].map((name) => `\`${name}\``).join(", ");
  return text === "" ? "none" : text;
}

/** All members that may be named, those of objects as paths. One that may not hides what is in it. */
function membersWhere({ byName }: Members, flag: "filterable" | "sortable"): [string, Member][] {
  return [...byName.values()].flatMap((member): [string, Member][] => {
    if (!member[flag]) return [];
    if (member.type !== "object")
      return flag === "sortable" && !isSingle(member) ? [] : [[member.name, member]];
    return membersWhere(member.members!, flag).map(([name, inner]) => [`${member.name}.${name}`, inner]);
  });
}

function isSingle({ type }: Member): boolean {
  return type !== "list" && type !== "map";
}

/** The envelope of a collection. Platform document, 2.1. */
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

/** Platform document, 2.2. */
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

/** Platform document, 2.3. */
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
