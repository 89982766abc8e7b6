import { requireArray, requireObject } from "../../diagnostics/require-argument.ts";
import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { typeName } from "../../catalog/type-name.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { API_TYPES } from "../representation/api-root.ts";
import type { DescribedNested, DescribedOperation } from "./described-operation.ts";
import { withSchema } from "./item-paths.ts";
import { mergePaths } from "./merge-operations.ts";
import { describedMethods } from "./operation-paths.ts";
import type { ResourceView, PathItem } from "./operation-writer.ts";
import { HEADER_PARAMETERS } from "./parameters.ts";
import { itemNamesOf, parameterNames } from "./path-names.ts";
import { resourcePaths } from "./resource-paths.ts";
import { ERROR_COMPONENTS, errorReferences, HEADER_COMPONENTS, responseWith } from "./responses.ts";
import { shareParameters } from "./shared-parameters.ts";
import { SHARED_SCHEMAS, schemaReference } from "./shared-schemas.ts";

export interface OpenApiDocumentOptions {
  /** Title of the service. Default `API`. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Version of the service. Default `1`. */
  readonly version?: string | number | undefined;
  /** Paths of API roots. Default: `/`. */
  readonly roots?: readonly string[] | undefined;
  /** URLs of the servers. Default: the server that sends the document. */
  readonly servers?: readonly string[] | undefined;
  /** Collections below items. Those without `describe` are left out. */
  readonly nested?: readonly DescribedNested[] | undefined;
  /** Operations of the application. Those without a description are left out. */
  readonly operations?: readonly DescribedOperation[] | undefined;
  /** Ways to authenticate (Security Scheme Objects), by name. Default: a bearer token for resources with an access function. */
  readonly securitySchemes?: Readonly<Record<string, JsonSchema>> | undefined;
  /** Names of `securitySchemes`. A caller needs one of them. Default: all. */
  readonly security?: readonly string[] | undefined;
  /** Meanings of error codes, one sentence each, by code. */
  readonly errorCodes?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns an OpenAPI 3.1 document of all paths, methods, parameters and responses of a service. The parameter `filter` of each
 * collection describes the functions that each member allows, with examples. `catalogFromOpenApi` reads the catalog of
 * each collection.
 *
 * @throws TypeError if the description of an operation names an unknown collection
 * @example openApiDocument([defineResource({ path: "/places", collection })], { title: "Places" })
 */
export function openApiDocument(
  resources: readonly ServiceResource[],
  options: OpenApiDocumentOptions = {},
): JsonSchema {
  requireArray(resources, "resources");
  requireObject(options, "options");
  const described = [...resources, ...nestedResources(options.nested ?? [])];
  return documentOf(
    described.map((resource) => ({ resource, catalog: resource.catalog, operations: resource.operations })),
    options,
  );
}

/** Returns the resources of nested collections, whose paths have parameters. */
export function nestedResources(nested: readonly DescribedNested[]): readonly ServiceResource[] {
  return nested.flatMap(({ path, describe }) => (describe === undefined ? [] : [{ ...describe(), path }]));
}

/** Returns the document of the resources as one caller sees them. */
export function documentOf(resources: readonly ResourceView[], options: OpenApiDocumentOptions): JsonSchema {
  const ownOptions = ownProperties(options);
  const { title = "API", description, version = 1, roots = ["/"], servers, operations = [] } = ownOptions;
  const isSecured = resources.some(({ resource }) => resource.access !== undefined);
  const securitySchemes = ownOptions.securitySchemes ?? (isSecured ? BEARER : {});
  const context = {
    schemes: ownOptions.security ?? Object.keys(securitySchemes),
    meanings: ownOptions.errorCodes ?? {},
    itemNames: itemNamesOf(
      resources.map(({ resource, catalog }) => [resource.path, catalog.key ?? "key"]),
      operations.map(({ path }) => path),
    ),
  };
  const paths: Record<string, PathItem> = {};
  const add = (path: string, item: PathItem) => {
    paths[path] = mergePaths(paths[path] ?? {}, item);
  };
  const schemas: Record<string, JsonSchema> = { ...SHARED_SCHEMAS };
  for (const [i, root] of roots.entries()) add(root, rootPath(i === 0 ? "" : String(i + 1)));
  const usedNames = new Set<string>();
  const documented = new Map<string, { readonly name: string; readonly resource: ServiceResource }>();
  for (const described of resources) {
    const { resource } = described;
    const name = uniqueName(resource, usedNames);
    documented.set(resource.path, { name, resource });
    const parts = resourcePaths(described, name, context);
    for (const [path, item] of Object.entries(parts.paths)) add(path, item);
    Object.assign(schemas, parts.schemas);
  }
  for (const operation of operations) {
    if (operation.description === undefined) continue;
    const operationContext = { ...context, tag: title, resources: documented };
    add(operation.path, describedMethods(operation, operation.description, operationContext));
  }
  const shared = shareParameters(paths);
  return {
    openapi: "3.1.0",
    info: { title, ...(description === undefined ? {} : { description }), version: String(version) },
    ...(servers === undefined ? {} : { servers: servers.map((url) => ({ url })) }),
    paths: Object.fromEntries(
      Object.entries(shared.paths).map(([path, item]) => [path, withPathParameters(path, item)]),
    ),
    components: {
      schemas,
      headers: HEADER_COMPONENTS,
      parameters: { ...HEADER_PARAMETERS, ...shared.parameters },
      responses: ERROR_COMPONENTS,
      ...(Object.keys(securitySchemes).length === 0 ? {} : { securitySchemes }),
    },
  };
}

/** Security scheme of resources with an access function. */
const BEARER: Readonly<Record<string, JsonSchema>> = { bearer: { type: "http", scheme: "bearer" } };

/** Adds the parameters in a path that its operations do not describe themselves. */
function withPathParameters(path: string, item: PathItem): PathItem {
  const operations = Object.values(item) as readonly { readonly parameters?: readonly PathItem[] }[];
  const described = new Set(
    operations
      .flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter["in"] === "path"))
      .map(({ name }) => name),
  );
  const parameters = parameterNames(path)
    .filter((name) => !described.has(name))
    .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return parameters.length === 0 ? item : { parameters, ...item };
}

function rootPath(suffix: string): PathItem {
  const parts = { summary: "Links to the collections.", tags: ["API"], security: [] };
  const errors = errorReferences(["400", "406", "414", "500", "503"]);
  return {
    get: {
      operationId: `root${suffix}`,
      ...parts,
      responses: {
        "200": responseWith("The links.", withSchema(API_TYPES, schemaReference("ApiRoot")), ["Vary"]),
        ...errors,
      },
    },
    head: {
      operationId: `rootHead${suffix}`,
      ...parts,
      responses: { "200": responseWith("The service is running.", undefined, ["Vary"]), ...errors },
    },
  };
}

/** Several resources can have catalogs of the same name, and a name can have no letters. */
function uniqueName({ catalog, path }: ServiceResource, usedNames: Set<string>): string {
  const base = typeName(catalog.name, "") || typeName(path, "") || "Items";
  let name = base;
  for (let i = 2; usedNames.has(name); i++) name = `${base}${String(i)}`;
  usedNames.add(name);
  return name;
}
