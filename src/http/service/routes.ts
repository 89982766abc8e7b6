import { decodeSegment } from "../contract/resource-path.ts";
import { OPERATIONS, type Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";

/** Target of a path. */
export type Route =
  | { readonly kind: "root"; readonly path: string }
  /** The OpenAPI document. */
  | { readonly kind: "document" }
  | { readonly kind: "collection"; readonly resource: ServiceResource }
  | { readonly kind: "item"; readonly resource: ServiceResource; readonly segment: string }
  /** A reserved path below a collection, such as `@facets/name`. */
  | {
      readonly kind: "reserved";
      readonly resource: ServiceResource;
      readonly name: ReservedName;
      readonly member: string | undefined;
    };

/** Names of reserved paths below a collection. A key that begins with `@` is written as `%40`. */
export const RESERVED_NAMES = [
  "@query",
  "@facets",
  "@ranges",
  "@groups",
  "@rows",
  "@changes",
  "@catalog",
  "@explain",
] as const;
export type ReservedName = (typeof RESERVED_NAMES)[number];

export class Router {
  readonly #resources: ReadonlyMap<string, ServiceResource>;
  readonly #roots: ReadonlySet<string>;
  readonly #document: string | undefined;

  /**
   * @param document path of the OpenAPI document; undefined if there is none
   * @throws TypeError if two resources have the same path
   */
  constructor(resources: readonly ServiceResource[], roots: readonly string[], document?: string) {
    const byPath = new Map<string, ServiceResource>();
    for (const resource of resources) {
      if (byPath.has(resource.path))
        throw new TypeError(`Two resources have the path ${resource.path}. Paths must differ.`);
      byPath.set(resource.path, resource);
    }
    this.#resources = byPath;
    this.#roots = new Set(roots);
    if (document !== undefined && (byPath.has(document) || this.#roots.has(document)))
      throw new TypeError(
        `The OpenAPI document has the path ${document}. No resource and no root can have it.`,
      );
    this.#document = document;
  }

  /** @param path raw path, percent-encoded */
  find(path: string): Route | undefined {
    const resource = this.#resources.get(path);
    if (resource !== undefined) return { kind: "collection", resource };
    if (this.#roots.has(path)) return { kind: "root", path };
    if (path === this.#document) return { kind: "document" };
    const slash = path.lastIndexOf("/");
    const last = path.slice(slash + 1);
    if (last === "") return undefined;
    const parent = this.#resources.get(path.slice(0, slash));
    if (parent !== undefined) return below(parent, last);
    const before = path.lastIndexOf("/", slash - 1);
    const grandparent = before < 0 ? undefined : this.#resources.get(path.slice(0, before));
    const name = path.slice(before + 1, slash);
    if (grandparent === undefined || (name !== "@facets" && name !== "@ranges")) return undefined;
    const member = decodeSegment(last);
    return member === undefined ? undefined : { kind: "reserved", resource: grandparent, name, member };
  }
}

function below(resource: ServiceResource, segment: string): Route | undefined {
  if (segment.startsWith("@")) {
    const name = RESERVED_NAMES.find((reserved) => reserved === segment);
    if (name === "@explain" && !resource.explain) return undefined;
    return name && name !== "@ranges" ? { kind: "reserved", resource, name, member: undefined } : undefined;
  }
  // Rows have no paths without a key, or if all operations are on the collection.
  if (![...resource.operations].some((operation) => OPERATIONS[operation].on === "item")) return undefined;
  const decoded = decodeSegment(segment);
  return decoded === undefined ? undefined : { kind: "item", resource, segment: decoded };
}

const READ_METHODS = ["GET", "HEAD"] as const;

/** Returns the operation that a method performs on a route; undefined if the route does not allow the method. */
export function operationOf(route: Route, method: string): Operation | undefined {
  // Most requests are for pages. Equivalent to the search below.
  if (route.kind === "collection" && method === "GET" && route.resource.operations.has("list")) return "list";
  return operationsOf(route).find(([, methods]) => methods.includes(method))?.[0];
}

/** Returns the methods that a route allows, in the order of `OPERATIONS`, with `OPTIONS`. */
export function allowedMethods(route: Route): readonly string[] {
  const methods = isOfService(route) ? READ_METHODS : operationsOf(route).flatMap(([, names]) => names);
  return [...new Set([...methods, "OPTIONS"])];
}

/** Path that belongs to no resource. */
type ServiceRoute = Extract<Route, { readonly kind: "root" | "document" }>;

function isOfService(route: Route): route is ServiceRoute {
  return route.kind === "root" || route.kind === "document";
}

function operationsOf(route: Route): readonly (readonly [Operation, readonly string[]])[] {
  if (isOfService(route)) return [["list", READ_METHODS]];
  const { operations } = route.resource;
  if (route.kind === "reserved") {
    const [operation, methods] = RESERVED_OPERATIONS[route.name];
    return operations.has(operation) ? [[operation, methods]] : [];
  }
  return [...operations]
    .filter((operation) => OPERATIONS[operation].on === route.kind && !RESERVED_ONLY.has(operation))
    .map((operation) => [operation, OPERATIONS[operation].methods] as const);
}

/** Operations that only a reserved path performs. */
const RESERVED_ONLY: ReadonlySet<Operation> = new Set(["facets", "export", "changes"]);

const RESERVED_OPERATIONS: Readonly<Record<ReservedName, readonly [Operation, readonly string[]]>> = {
  "@query": ["list", ["POST"]],
  "@facets": ["facets", READ_METHODS],
  "@ranges": ["facets", READ_METHODS],
  "@groups": ["facets", READ_METHODS],
  "@rows": ["export", READ_METHODS],
  "@changes": ["changes", READ_METHODS],
  "@catalog": ["list", READ_METHODS],
  "@explain": ["list", READ_METHODS],
};
