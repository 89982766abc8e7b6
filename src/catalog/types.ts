import type { Comparison } from "../collation/order/strength.ts";
import type { KeyColumn } from "../collation/uca/key-column.ts";
import type { ScalarType, ValueType } from "../values/types.ts";

export type MemberDefinition =
  ScalarType | ScalarDefinition | ListDefinition | MapDefinition | ObjectDefinition;

export interface MemberDefinitions {
  readonly [name: string]: MemberDefinition;
}

interface MemberCommon {
  /** Description of the member for users, in one sentence. */
  readonly description?: string;
  /** Whether the value can be null or missing. Default true. */
  readonly nullable?: boolean;
  /** Whether filters can use the member. Default true. If false, diagnostics treat it like an unknown member. */
  readonly filterable?: boolean;
  /** Whether sortBy can use the member. Default: `filterable`. */
  readonly sortable?: boolean;
  /**
   * Whether `select` of a request can name the member. Default: `filterable`. A selected object has only its selectable
   * members. Rows without `select` have all properties.
   */
  readonly selectable?: boolean;
  /** Functions that filters can call on the member. Default: all that the collection allows. */
  readonly functions?: readonly string[];
  /** Property of the row. Default: the member's name. */
  readonly property?: string;
}

/** Why an inferred member is a string, although most of its values look like another type. */
export interface TypeEvidence {
  /** Type that more than half of the values look like. */
  readonly type: ScalarType;
  /**
   * First value that a member of that type cannot read, up to 60 UTF-16 code units. Not escaped: use `show`. Absent if all
   * values that were read look like that type.
   */
  readonly misfit?: string;
  /** Number of the row with that value, from 1. Absent for tables of databases, whose rows have no order. */
  readonly row?: number;
  /** Number of further values that a member of that type cannot read. */
  readonly more: number;
  /** Number of rows that were read. */
  readonly rows: number;
  /**
   * True if most values are in a format that a member of that type cannot read, such as `05.01.2024` and `$1,234.50`. Reading
   * them with that type would lose them.
   */
  readonly otherFormat?: boolean;
  /** True if some values are numbers with a decimal comma, such as `1.234,50`. */
  readonly decimalComma?: boolean;
}

export interface ScalarDefinition extends MemberCommon {
  readonly type: ScalarType;
  /** Reason why an inferred member is a string, for messages. Contains a value of the data. */
  readonly evidence?: TypeEvidence;
  /**
   * For an `integer`: whether all values are safe integers, numbers within ±(2^53 - 1). `RowOf` then has `number` instead of
   * `number | bigint`, and bigints and other numbers are unreadable values. Default false.
   */
  readonly safe?: boolean;
  /** Default strength of comparisons. */
  readonly strength?: Comparison;
  readonly enum?: readonly string[];
  /**
   * Database columns with the sort keys of a `string` member, one per locale and set of options. See `describeKeyColumn` of
   * `tamis/collation/uca`.
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

/** A sort key such as `name`, `name:descending` or `name:descending:primary`. The compiler checks only the name. */
export type SortKeyText<K extends string> = K | `${K}:${SortDirection}` | `${K}:${SortDirection}:${string}`;

/** A catalog as plain JSON data. `K` is the union of its member names, `F` that of the functions that it allows. */
export interface CatalogDefinition<
  M extends MemberDefinitions = MemberDefinitions,
  K extends string = string,
  F extends string = string,
> {
  /** Name of the collection in the plural, such as `reports`. */
  readonly name: string;
  readonly description?: string;
  readonly members: M;
  /** Member that identifies a row, and breaks ties when rows are sorted. */
  readonly key?: K;
  /** Sort keys for requests without sortBy. */
  readonly defaultSort?: readonly SortKeyText<K>[];
  /** Rows per page for requests without a limit. Default 10. */
  readonly defaultLimit?: number;
  /** Maximum rows per page, default 1,000. Greater limits are lowered to it. */
  readonly maximumLimit?: number;
  /** Functions that filters of the collection can call. Default: all. */
  readonly functions?: readonly F[];
  /** Names of the endpoint's query parameters, except start, limit, filter, sortBy and members. */
  readonly parameters?: readonly string[];
}

/** A member of a built catalog: defaults replace missing settings. */
export type Member = ValueType & {
  readonly name: string;
  readonly description: string | undefined;
  readonly nullable: boolean;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly selectable: boolean;
  readonly functions: ReadonlySet<string> | undefined;
  readonly property: string;
  readonly strength: Comparison | undefined;
  readonly enum: readonly string[] | undefined;
  readonly evidence: TypeEvidence | undefined;
  /** Database columns with sort keys of the member's strings. Can be empty. */
  readonly keyColumns: readonly KeyColumn[];
  /** Members of an object, of a list's items or of a map's values. */
  readonly members: Members | undefined;
};

/** The members of a row or object. `longest` is the maximum number of dot-separated segments in their names. */
export interface Members {
  readonly byName: ReadonlyMap<string, Member>;
  readonly longest: number;
}

/** A validated, frozen catalog. `F` is the union of the functions that it allows, `string` if it allows all. */
export interface Catalog<M extends MemberDefinitions = MemberDefinitions, F extends string = string> {
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
  readonly definition: CatalogDefinition<M, string, F>;
}
