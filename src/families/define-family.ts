/**
 * Conventions of all families:
 *
 * - Paths begin with the family's prefix and are relative to the base address of a deployment. `{x}` is a string parameter.
 * - A field is `nullable: false` only if the platform guarantees a value: assigned ids, names in the resource's path, and fields
 *   that are documented as always present or as required in requests.
 * - A field without a published type is a string, unless the same name has another type elsewhere.
 * - An endpoint with a list of query parameters accepts only these. Without a list it accepts the four of every collection, and
 *   every field is filterable and sortable.
 * - `undefined` means not published. Unpublished facts are never guessed.
 */
import { requireText } from "../diagnostics/require-argument.ts";
import type { Catalog } from "../catalog/types.ts";
import type { RowOf } from "../catalog/row-type.ts";
import type { ScalarType } from "../values/types.ts";
import type { LinkRelation, SharedResourceName } from "./shared-resources.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

interface ResourceCommon {
  readonly mediaType?: string;
  /** One sentence for users. */
  readonly description: string;
  /** Link relations of the resource's own links. */
  readonly relations?: readonly LinkRelation[];
}

/** A resource with published fields: all of them, or some. */
export interface DescribedResource extends ResourceCommon {
  readonly fields: "all" | "some";
  readonly catalog: Catalog;
}

/** A resource that is a single string, such as a state. */
export interface TextResource extends ResourceCommon {
  readonly fields: "none";
  /** All possible values. Undefined for any string. */
  readonly enum?: readonly string[];
}

/** A resource without published fields. */
export interface UnknownResource extends ResourceCommon {
  readonly fields: "unknown";
}

export type Resource = DescribedResource | TextResource | UnknownResource;

/** A collection of a family. `R` is the union of the family's resource names. */
export interface FamilyCollection<R extends string = string> {
  readonly path: string;
  /** HTTP method. POST if requests have a body. Default GET. */
  readonly method?: "GET" | "POST";
  readonly items: R;
  /** Other resources that can represent the items. Requests select one by media type. */
  readonly alternatives?: readonly R[];
  readonly catalog?: Catalog;
  /** Link relations of the collection, except those of paging. */
  readonly relations?: readonly LinkRelation[];
}

export interface EndpointParameter {
  readonly name: string;
  readonly type: ScalarType;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: number | string | boolean;
  /** Width of an integer. */
  readonly format?: "int32" | "int64";
}

export interface RequestBody<R extends string> {
  readonly resource?: R | SharedResourceName;
  readonly mediaType?: string;
  readonly description?: string;
}

export interface EndpointResponse<R extends string, C extends string> {
  readonly status?: number;
  readonly resource?: R | SharedResourceName;
  readonly collection?: C;
  readonly headers?: readonly string[];
  readonly meaning?: string;
}

export interface Endpoint<R extends string = string, C extends string = string> {
  readonly method: Method;
  readonly path: string;
  /** Effect of the endpoint, in one sentence for users. */
  readonly does: string;
  readonly query?: readonly EndpointParameter[];
  /** Request headers except `Accept`, `Content-Type` and `Authorization`. */
  readonly headers?: readonly EndpointParameter[];
  readonly accept?: readonly string[];
  readonly body?: RequestBody<R> | "unknown";
  readonly responses: readonly EndpointResponse<R, C>[] | "unknown";
  /** Replacement of a deprecated endpoint. */
  readonly deprecatedFor?: string;
}

/** A path that occurs in links, but whose operations are not published. */
export interface NamedPath<R extends string = string, C extends string = string> {
  readonly path: string;
  readonly description: string;
  readonly methods?: readonly Method[];
  readonly resource?: R;
  readonly collection?: C;
}

/** An error with a code of the family. */
export interface FamilyError {
  /** HTTP statuses of responses with the error. Empty if they are not published. */
  readonly status: readonly number[];
  readonly code: number | string;
  readonly meaning: string;
}

export interface Resources {
  readonly [name: string]: Resource;
}

export interface FamilyCollections<R extends string = string> {
  readonly [name: string]: FamilyCollection<R>;
}

export interface FamilyDefinition<N extends string, R extends Resources, C extends FamilyCollections> {
  /** Name of the family in kebab-case, such as `data-quality`. */
  readonly name: N;
  /** Prefix of all paths, such as `/dataQuality`. */
  readonly prefix: string;
  readonly purpose: string;
  /** Link relations in the response of `GET <prefix>/`. Empty if they are not published. */
  readonly roots: readonly string[];
  readonly resources: R;
  readonly collections: C;
  /** The collection that the family's name alone refers to. */
  readonly primary?: NoInfer<keyof C & string>;
  readonly endpoints: readonly Endpoint<NoInfer<keyof R & string>, NoInfer<keyof C & string>>[];
  readonly paths?: readonly NamedPath<NoInfer<keyof R & string>, NoInfer<keyof C & string>>[];
  readonly errors: readonly FamilyError[];
}

export interface Family<
  N extends string = string,
  R extends Resources = Resources,
  C extends FamilyCollections = FamilyCollections,
> {
  readonly kind: "family";
  readonly name: N;
  readonly prefix: string;
  readonly purpose: string;
  readonly roots: readonly string[];
  readonly resources: R;
  readonly collections: C;
  readonly primary: string | undefined;
  readonly endpoints: readonly Endpoint[];
  readonly paths: readonly NamedPath[];
  readonly errors: readonly FamilyError[];
}

/**
 * The type of a resource's representation.
 *
 * @example type Report = ResourceOf<typeof reports, "report"> // { id: string; name?: string | null; … }
 */
export type ResourceOf<F extends Family, K extends keyof F["resources"]> = F["resources"][K] extends {
  readonly catalog: infer C;
}
  ? RowOf<C>
  : unknown;

/**
 * Defines a REST API of the platform as data. The compiler checks the references between its parts.
 *
 * @throws TypeError if a path is outside the prefix.
 * @example
 * const shelves = defineFamily({
 *   name: "shelves",
 *   prefix: "/shelves",
 *   purpose: "Keeps books in order.",
 *   roots: ["books"],
 *   resources: { book: { fields: "all", description: "A book.", catalog: book } },
 *   collections: { books: { path: "/shelves/books", items: "book", catalog: books } },
 *   primary: "books",
 *   endpoints: [],
 *   errors: [],
 * });
 */
export function defineFamily<
  const N extends string,
  const R extends Resources,
  const C extends FamilyCollections<NoInfer<keyof R & string>>,
>(definition: FamilyDefinition<N, R, C>): Family<N, R, C> {
  requireText((definition as { readonly prefix?: unknown } | null | undefined)?.prefix, "definition.prefix");
  const { prefix, collections, endpoints, paths = [] } = definition;
  const located: readonly { readonly path: string }[] = [
    ...Object.values(collections),
    ...endpoints,
    ...paths,
  ];
  for (const { path } of located) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) {
      throw new TypeError(`Paths must begin with the prefix ${prefix}, got ${path}.`);
    }
  }
  return Object.freeze({ kind: "family", ...definition, primary: definition.primary, paths } satisfies Family<
    N,
    R,
    C
  >);
}
