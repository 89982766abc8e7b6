import type { MembersOf } from "../../builder/member-types.ts";
import { query, type FunctionsOf, type QueryBuilder } from "../../builder/query.ts";
import type { RowOf } from "../../catalog/row-type.ts";
import type { Catalog } from "../../catalog/types.ts";
import { requireKind, requireObject } from "../../diagnostics/require-argument.ts";
import type { Family, ResourceOf } from "../../families/define-family.ts";
import type { Client } from "../reading/create-client.ts";
import type { CollectionClient } from "../reading/collection-client.ts";
import { fillPath, type PathParameterNames, type PathParameters } from "../reading/path-template.ts";

/** A collection that a client reads. */
export interface DescribedCollection {
  /** Path below `baseUrl`. `{x}` is a parameter. */
  readonly path: string;
  /** HTTP method. POST if requests have a body. Default GET. */
  readonly method?: "GET" | "POST" | undefined;
  /** Catalog of the rows. Without a catalog, any name is a member. */
  readonly catalog?: Catalog | undefined;
}

/** Clients of collections, by the names of the collections. */
export type CollectionClients<C extends Readonly<Record<string, DescribedCollection>>> = {
  readonly [N in keyof C & string]: CollectionAccess<
    C[N]["path"],
    C[N]["method"],
    C[N] extends { readonly catalog: infer K extends Catalog } ? RowOf<K> : Record<string, unknown>,
    QueryBuilder<MembersOf<C[N]["catalog"]>, FunctionsOf<C[N]["catalog"]>>
  >;
};

/** Type of the rows of a collection of a family. */
type CollectionRow<F extends Family, C extends keyof F["collections"]> = F["collections"][C] extends {
  readonly catalog: infer K;
}
  ? RowOf<K>
  : ResourceOf<F, F["collections"][C]["items"]>;

/** Type of the empty query of a collection. Without a catalog, any name is a member. */
type CollectionBuilder<F extends Family, C extends keyof F["collections"]> = QueryBuilder<
  MembersOf<F["collections"][C]["catalog"]>,
  FunctionsOf<F["collections"][C]["catalog"]>
>;

/**
 * Access to a collection:
 *
 * - without parameters in its path, a `CollectionClient`
 * - with parameters, a function that receives their values
 * - if it is read by POST, a function that receives the body, after the values if there are any
 */
type CollectionAccess<P extends string, M, Row, Q> = M extends "POST"
  ? (
      ...given: [PathParameterNames<P>] extends [never]
        ? [body: unknown]
        : [values: PathParameters<P>, body: unknown]
    ) => CollectionClient<Row, Q>
  : [PathParameterNames<P>] extends [never]
    ? CollectionClient<Row, Q>
    : (values: PathParameters<P>) => CollectionClient<Row, Q>;

/** The collections of a family, by their names. */
export type FamilyClient<F extends Family> = {
  readonly [C in keyof F["collections"] & string]: CollectionAccess<
    F["collections"][C]["path"],
    F["collections"][C]["method"],
    CollectionRow<F, C>,
    CollectionBuilder<F, C>
  >;
};

/** Paths and methods of collections: the part of a family that a client needs. */
export type CollectionPaths = Readonly<
  Record<string, { readonly path: string; readonly method?: "GET" | "POST" | undefined }>
>;

/**
 * Creates a client of a family.
 *
 * @example
 * const api = familyClient(createClient({ baseUrl }), reports);
 * const page = await api.states({ reportId: "r1" }).list((q) => q.where((b) => b.eq("label", "Draft")));
 */
export function familyClient<F extends Family>(client: Client, family: F): FamilyClient<F> {
  requireKind(family, "family", "a family from defineFamily", "collections");
  const { collections } = family;
  return collectionsOf(client, collections, (name) => collections[name]!.catalog) as FamilyClient<F>;
}

/**
 * Creates clients of collections. The rows, the members in queries and the parameters of the paths are typed.
 *
 * @example
 * const api = collectionClients(client, { places: { path: "/places", catalog: places } });
 * const page = await api.places.list((q) => q.where((b) => b.gt("population", 1_000_000)));
 */
export function collectionClients<const C extends Readonly<Record<string, DescribedCollection>>>(
  client: Client,
  collections: C,
): CollectionClients<C> {
  return collectionsOf(client, collections, (name) => collections[name]!.catalog) as CollectionClients<C>;
}

/** @param catalogOf returns the catalog of a collection; called for queries that are functions */
export function collectionsOf(
  client: Client,
  collections: CollectionPaths,
  catalogOf: (name: string) => Catalog | undefined | Promise<Catalog | undefined>,
): object {
  requireKind(client, "client", "a client from createClient", "collection");
  requireObject(collections, "collections");
  const access = Object.entries(collections).map(([name, collection]) => {
    requireKind(collection, `collections.${name}`, "a collection with a path", "path");
    const { path, method } = collection;
    const hasValues = path.includes("{");
    const emptyQuery = async () => query(await catalogOf(name));
    const open = (...args: readonly unknown[]) => {
      const filled = hasValues ? fillPath(path, args[0] as Record<string, string>) : path;
      const posted = method === "POST" ? { body: args.at(-1) } : undefined;
      return client.collection(filled, posted, emptyQuery);
    };
    return [name, hasValues || method === "POST" ? open : open()] as const;
  });
  return Object.freeze(Object.fromEntries<unknown>(access));
}
