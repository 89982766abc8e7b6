import type { Comparison } from "../collation/order/strength.ts";
import type { KeyColumn } from "../collation/uca/key-column.ts";
import type { ScalarType, ValueType } from "../values/types.ts";

export type MemberDefinition =
  ScalarType | ScalarDefinition | ListDefinition | MapDefinition | ObjectDefinition;

export interface MemberDefinitions {
  readonly [name: string]: MemberDefinition;
}

interface MemberCommon {
  /** One sentence for users. */
  readonly description?: string;
  /** Whether the value can be null or missing. Default true. */
  readonly nullable?: boolean;
  /** Whether filters can use it. Default true. If false, diagnostics treat it like an unknown member. */
  readonly filterable?: boolean;
  /** Whether sortBy can use it. Default: `filterable`. */
  readonly sortable?: boolean;
  /** Functions that can be applied to it. Default: all functions that the collection allows. */
  readonly functions?: readonly string[];
  /** Property of the row that holds the value. Default: the member's name. */
  readonly property?: string;
}

export interface ScalarDefinition extends MemberCommon {
  readonly type: ScalarType;
  /** Strength of comparisons if the call or sort key has none. */
  readonly strength?: Comparison;
  /** All possible values. */
  readonly enum?: readonly string[];
  /**
   * Database columns with the sort keys of a `string` member, one per locale and set of options. Use `describeKeyColumn` of
   * `tamis/collation/uca` to make them. Generated schemas do not contain them.
   */
  readonly keyColumns?: readonly KeyColumn[];
}

export interface ListDefinition extends MemberCommon {
  readonly type: "list";
  readonly items: MemberDefinition;
}

export interface MapDefinition extends MemberCommon {
  readonly type: "map";
  readonly values: MemberDefinition;
}

export interface ObjectDefinition extends MemberCommon {
  readonly type: "object";
  readonly members: MemberDefinitions;
}

type SortDirection = "ascending" | "descending";

/** A sort key whose member the compiler checks: `name`, `name:descending`, `name:descending:primary`. */
export type SortKeyText<K extends string> = K | `${K}:${SortDirection}` | `${K}:${SortDirection}:${string}`;

/** Definition of a catalog as plain JSON data. `K` is the union of its member names. */
export interface CatalogDefinition<
  M extends MemberDefinitions = MemberDefinitions,
  K extends string = string,
> {
  /** The collection's name, plural: `reports`. */
  readonly name: string;
  readonly description?: string;
  readonly members: M;
  /** The member that identifies a row. It breaks ties when rows are sorted. */
  readonly key?: K;
  /** Sort keys for requests without sortBy. */
  readonly defaultSort?: readonly SortKeyText<K>[];
  /** Rows per page for requests without a limit. Default 10. */
  readonly defaultLimit?: number;
  /** Maximum number of rows per page. Greater limits of requests are lowered to it. Default 1,000. */
  readonly maximumLimit?: number;
  /** Functions that filters and sortBy can use. Default: all. */
  readonly functions?: readonly string[];
  /** Query parameters of the endpoint in addition to start, limit, filter, sortBy and members. */
  readonly parameters?: readonly string[];
}

/** A member of a catalog, with all defaults applied. */
export type Member = ValueType & {
  readonly name: string;
  readonly description: string | undefined;
  readonly nullable: boolean;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly functions: ReadonlySet<string> | undefined;
  readonly property: string;
  readonly strength: Comparison | undefined;
  readonly enum: readonly string[] | undefined;
  /** Database columns with its sort keys; can be empty. */
  readonly keyColumns: readonly KeyColumn[];
  /** Members of an object, of a list's items or of a map's values. */
  readonly members: Members | undefined;
};

/** Members by name. `longest` is the maximum number of dot-separated segments of a name. */
export interface Members {
  readonly byName: ReadonlyMap<string, Member>;
  readonly longest: number;
}

/** A valid, frozen catalog. Made by `defineCatalog`, `readCatalog` or one of the importers. */
export interface Catalog<M extends MemberDefinitions = MemberDefinitions> {
  readonly kind: "catalog";
  readonly name: string;
  readonly description: string | undefined;
  readonly members: Members;
  readonly key: string | undefined;
  readonly defaultSort: readonly string[];
  readonly defaultLimit: number;
  readonly maximumLimit: number;
  readonly functions: ReadonlySet<string> | undefined;
  readonly parameters: ReadonlySet<string>;
  /** The definition it was built from, as plain JSON data. */
  readonly definition: CatalogDefinition<M>;
}
