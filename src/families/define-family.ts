/**
 * A family is one API of the platform, as data: what it is for, its resources with every published field, its
 * collections with what may be asked of them, its endpoints and its error codes. Nothing here does anything; the
 * command line, editors, servers and clients read it.
 *
 * The rules that all families are written by:
 *
 * - Paths are whole: they begin with the family's prefix and are relative to the base address of a deployment.
 *   `{x}` is a parameter of the path, a string.
 * - A field is `nullable: false` only where the platform itself vouches for it: an id that it assigned, a name that
 *   stands in the resource's own path, what it says each resource has, and what a request must bring. All else can be
 *   missing, whatever its use suggests.
 * - A field that is published without a type is a string, unless its name is used with another type elsewhere.
 * - An endpoint that lists its query parameters takes those alone. One that lists none takes the four of every
 *   collection. Where nothing narrows it, every field filters and sorts.
 * - What is not published is said to be unknown, never made up.
 */
import type { Catalog } from "../catalog/types.ts";
import type { RowOf } from "../catalog/row-type.ts";
import type { ScalarType } from "../values/types.ts";
import type { LinkRelation, SharedResourceName } from "./shared-resources.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

interface ResourceCommon {
  /** How requests and responses name the representation. Absent where none is published. */
  readonly mediaType?: string;
  /** One sentence for people. */
  readonly description: string;
  /** Relations of the links that the resource is published with. */
  readonly relations?: readonly LinkRelation[];
}

/** A resource whose fields are published: all of them, or some. */
export interface DescribedResource extends ResourceCommon {
  readonly fields: "all" | "some";
  readonly catalog: Catalog;
}

/** A resource that is one text, such as a state. */
export interface TextResource extends ResourceCommon {
  readonly fields: "none";
  /** The only texts it can be. Absent: any. */
  readonly enum?: readonly string[];
}

/** A resource that is named, while its fields are not published. */
export interface UnknownResource extends ResourceCommon {
  readonly fields: "unknown";
}

export type Resource = DescribedResource | TextResource | UnknownResource;

/** A collection: where it is, what it holds, and what may be asked of it. `R` are the family's resources. */
export interface Collection<R extends string = string> {
  readonly path: string;
  /** The collection is asked for with a body, so by POST. Default GET. */
  readonly method?: "GET" | "POST";
  /** The resource that its items are. */
  readonly items: R;
  /** Other resources that its items can be, where the request asks for their media type. */
  readonly alternatives?: readonly R[];
  /** The members that filter and sort, the functions, the default order and page. Absent where nothing is published. */
  readonly catalog?: Catalog;
  /** Relations of its links beyond those of paging. */
  readonly relations?: readonly LinkRelation[];
}

export interface Parameter {
  readonly name: string;
  readonly type: ScalarType;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: number | string | boolean;
  /** The width of an integer, where it is published. */
  readonly format?: "int32" | "int64";
}

/** What a request carries. */
export interface RequestBody<R extends string> {
  readonly resource?: R | SharedResourceName;
  readonly mediaType?: string;
  readonly description?: string;
}

/** One answer of an endpoint. `R` are resources, `C` collections. */
export interface Answer<R extends string, C extends string> {
  /** Absent where it is not published. */
  readonly status?: number;
  readonly resource?: R | SharedResourceName;
  readonly collection?: C;
  readonly headers?: readonly string[];
  readonly meaning?: string;
}

export interface Endpoint<R extends string = string, C extends string = string> {
  readonly method: Method;
  readonly path: string;
  /** One sentence for people. */
  readonly does: string;
  /** Absent where none are listed. */
  readonly query?: readonly Parameter[];
  /** Request headers beside `Accept`, `Content-Type` and `Authorization`. */
  readonly headers?: readonly Parameter[];
  /** Media types that `Accept` can name. */
  readonly accept?: readonly string[];
  readonly body?: RequestBody<R> | "unknown";
  readonly responses: readonly Answer<R, C>[] | "unknown";
  /** The endpoint goes away; this is what to use. */
  readonly deprecatedFor?: string;
}

/** A path that links name, while the operations behind it are not published. */
export interface NamedPath<R extends string = string, C extends string = string> {
  readonly path: string;
  readonly description: string;
  /** The methods that the links give. */
  readonly methods?: readonly Method[];
  readonly resource?: R;
  readonly collection?: C;
}

/** An error as a family tells it: by HTTP status and a code of its own. */
export interface FamilyError {
  /** Empty where no status is published. */
  readonly status: readonly number[];
  readonly code: number | string;
  readonly meaning: string;
}

export interface Resources {
  readonly [name: string]: Resource;
}

export interface Collections<R extends string = string> {
  readonly [name: string]: Collection<R>;
}

/** A family as it is written down. */
export interface FamilyDefinition<N extends string, R extends Resources, C extends Collections> {
  /** `data-quality` */
  readonly name: N;
  /** What all of its paths begin with: `/dataQuality`. */
  readonly prefix: string;
  readonly purpose: string;
  /** Relations of the links that `GET <prefix>/` answers with. Empty where they are not published. */
  readonly roots: readonly string[];
  readonly resources: R;
  readonly collections: C;
  /** The collection that the family's bare name stands for. */
  readonly primary?: NoInfer<keyof C & string>;
  readonly endpoints: readonly Endpoint<NoInfer<keyof R & string>, NoInfer<keyof C & string>>[];
  readonly paths?: readonly NamedPath<NoInfer<keyof R & string>, NoInfer<keyof C & string>>[];
  readonly errors: readonly FamilyError[];
}

export interface Family<
  N extends string = string,
  R extends Resources = Resources,
  C extends Collections = Collections,
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
 * Makes a family. That collections, endpoints and the primary collection name resources and collections that exist is
 * the compiler's to check; paths are checked here.
 *
 * @throws TypeError for a path outside the prefix.
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
  const C extends Collections<NoInfer<keyof R & string>>,
>(definition: FamilyDefinition<N, R, C>): Family<N, R, C> {
  const { prefix, collections, endpoints, paths = [] } = definition;
  const located: readonly { readonly path: string }[] = [
    ...Object.values(collections),
    ...endpoints,
    ...paths,
  ];
  for (const { path } of located) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) {
      throw new TypeError(`The path ${path} is outside the family's prefix ${prefix}.`);
    }
  }
  return Object.freeze({ kind: "family", ...definition, primary: definition.primary, paths } satisfies Family<
    N,
    R,
    C
  >);
}
