import type { Comparison } from "../collation/order/strength.ts";
import type { KeyColumn } from "../collation/uca/key-column.ts";
import type { ScalarType, ValueType } from "../values/types.ts";

/**
 * What a catalog says of a member, as it is written down: plain data that JSON can hold.
 */
export type MemberDefinition =
  ScalarType | ScalarDefinition | ListDefinition | MapDefinition | ObjectDefinition;

export interface MemberDefinitions {
  readonly [name: string]: MemberDefinition;
}

interface MemberCommon {
  /** One sentence for people. */
  readonly description?: string;
  /** Whether a row can lack it or hold null. Default true. */
  readonly nullable?: boolean;
  /** Whether a filter may name it. Default true. One that may not is answered like one that does not exist. */
  readonly filterable?: boolean;
  /** Whether sortBy may name it. Default: whether it is filterable. */
  readonly sortable?: boolean;
  /** The functions that may be applied to it. Default: all that the collection allows. */
  readonly functions?: readonly string[];
  /** The row's own property, where it is called otherwise than the member. */
  readonly property?: string;
}

export interface ScalarDefinition extends MemberCommon {
  readonly type: ScalarType;
  /** How texts of this member are compared where a call or a sort key names no strength. */
  readonly strength?: Comparison;
  /** The only values it can have. */
  readonly enum?: readonly string[];
  /**
   * Of a `string`: columns of the database that hold its sort keys, one for each locale and set of options, as
   * `describeKeyColumn` of `tamis/collation/uca` describes them. They are the server's own: no schema made of the catalog
   * shows them.
   */
  readonly keyColumns?: readonly KeyColumn[];
}

export interface ListDefinition extends MemberCommon {
  readonly type: "list";
  readonly items: MemberDefinition;
}

/** Strings to values of one type. */
export interface MapDefinition extends MemberCommon {
  readonly type: "map";
  readonly values: MemberDefinition;
}

export interface ObjectDefinition extends MemberCommon {
  readonly type: "object";
  readonly members: MemberDefinitions;
}

type SortDirection = "ascending" | "descending";

/** A sort key of a catalog: `name`, `name:descending`, `name:descending:primary`, with a member's name checked by the compiler. */
export type SortText<K extends string> = K | `${K}:${SortDirection}` | `${K}:${SortDirection}:${string}`;

/** A catalog as it is written down. `K` are the names of its members. */
export interface CatalogDefinition<
  M extends MemberDefinitions = MemberDefinitions,
  K extends string = string,
> {
  /** The collection's name, plural: `reports`. */
  readonly name: string;
  readonly description?: string;
  readonly members: M;
  /** The member whose value no two rows share: it breaks ties of an order. */
  readonly key?: K;
  /** The order where a request asks for none. */
  readonly defaultSort?: readonly SortText<K>[];
  /** Rows of a page where a request names no limit. Default 10. */
  readonly defaultLimit?: number;
  /** The most rows of a page; a higher limit is lowered to it. Default 1,000. */
  readonly maximumLimit?: number;
  /** The functions that the collection allows. Default: all. */
  readonly functions?: readonly string[];
  /** Further query parameters that the endpoint takes, beside start, limit, filter, sortBy and members. */
  readonly parameters?: readonly string[];
}

/** A member as it is used: completed, with defaults resolved. */
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
  /** Its stored sort keys; empty where there are none. */
  readonly keyColumns: readonly KeyColumn[];
  /** The members of an object, of a list's items or of a map's values. */
  readonly members: Members | undefined;
};

/** Named members and how many segments the longest of their own names has. */
export interface Members {
  readonly byName: ReadonlyMap<string, Member>;
  readonly longest: number;
}

/** A checked catalog. Made by `defineCatalog` and its kin, frozen, safe to share. */
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
  /** What it was made of: JSON can hold it. */
  readonly definition: CatalogDefinition<M>;
}
