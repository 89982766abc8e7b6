import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { typeName } from "../../catalog/type-name.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { API_TYPE } from "../representation/api-root.ts";
import { SECURITY_SCHEME, type ResourceView, type PathItem } from "./operation-writer.ts";
import { HEADER_PARAMETERS } from "./parameters.ts";
import { resourcePaths } from "./resource-paths.ts";
import { ERROR_COMPONENTS, errorReferences, HEADER_COMPONENTS, responseWith } from "./responses.ts";
import { SHARED_SCHEMAS, schemaReference } from "./shared-schemas.ts";

export interface OpenApiDocumentOptions {
  /** Title of the service. Default `API`. */
  readonly title?: string | undefined;
  /** Version of the service. Default `1`. */
  readonly version?: string | number | undefined;
  /** Paths of API roots. Default: `/`. */
  readonly roots?: readonly string[] | undefined;
  /** URLs of the servers. Default: the server that sends the document. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Returns an OpenAPI 3.1 document of all paths, methods, parameters and responses of a service. The parameter `filter` of each
 * collection describes the functions that each member allows, with examples. `catalogFromOpenApi` reads the catalog of
 * each collection.
 *
 * @example openApiDocument([defineResource({ path: "/places", collection })], { title: "Places" })
 */
export function openApiDocument(
  resources: readonly ServiceResource[],
  options: OpenApiDocumentOptions = {},
): JsonSchema {
  const described = resources.map((resource) => ({
    resource,
    catalog: resource.catalog,
    operations: resource.operations,
  }));
  return documentOf(described, options);
}

/** Returns the document of the resources as one caller sees them. */
export function documentOf(resources: readonly ResourceView[], options: OpenApiDocumentOptions): JsonSchema {
  const { title = "API", version = 1, roots = ["/"], servers } = ownProperties(options);
  const paths: Record<string, PathItem> = {};
  const schemas: Record<string, JsonSchema> = { ...SHARED_SCHEMAS };
  for (const [i, root] of roots.entries()) paths[root] = rootPath(i === 0 ? "" : String(i + 1));
  const taken = new Set<string>();
  for (const described of resources) {
    const found = resourcePaths(described, uniqueName(described.resource, taken));
    Object.assign(paths, found.paths);
    Object.assign(schemas, found.schemas);
  }
  const isSecured = resources.some(({ resource }) => resource.access !== undefined);
  return {
    openapi: "3.1.0",
    info: { title, version: String(version) },
    ...(servers === undefined ? {} : { servers: servers.map((url) => ({ url })) }),
    paths,
    components: {
      schemas,
      headers: HEADER_COMPONENTS,
      parameters: HEADER_PARAMETERS,
      responses: ERROR_COMPONENTS,
      ...(isSecured ? { securitySchemes: { [SECURITY_SCHEME]: { type: "http", scheme: "bearer" } } } : {}),
    },
  };
}

function rootPath(suffix: string): PathItem {
  const parts = { summary: "Links to the collections.", tags: ["API"] };
  const errors = errorReferences(["400", "406", "414", "500", "503"]);
  return {
    get: {
      operationId: `root${suffix}`,
      ...parts,
      responses: {
        "200": responseWith("The links.", { [API_TYPE]: schemaReference("ApiRoot") }, ["Vary"]),
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
function uniqueName({ catalog, path }: ServiceResource, taken: Set<string>): string {
  const base = typeName(catalog.name, "") || typeName(path, "") || "Items";
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}${String(i)}`;
  taken.add(name);
  return name;
}
