import type { ScalarType } from "../values/types.ts";
import type {
  Catalog,
  ListDefinition,
  MapDefinition,
  MemberDefinition,
  MemberDefinitions,
  ObjectDefinition,
  ScalarDefinition,
} from "./types.ts";

/**
 * The type of a catalog's rows, by property names. Nullable members can also be missing. Dates, times and date-times are
 * strings, as in JSON.
 *
 * @example type Report = RowOf<typeof reports> // { id: string; name?: string | null; … }
 */
export type RowOf<C> = C extends Catalog<infer M> ? RowOfMembers<M> : never;

/**
 * `C` if the compiler does not know the members of the catalog, otherwise never. Such catalogs come from `readCatalog`, rows or
 * schemas, or from a variable of the type `Catalog`.
 */
export type UntypedCatalog<C> = C extends Catalog<infer M> ? (MemberDefinitions extends M ? C : never) : C;

export type RowOfMembers<M extends MemberDefinitions> = Simplify<
  {
    readonly [K in keyof M as IsNullable<M[K]> extends true ? never : PropertyOf<M[K], K>]: ValueOf<M[K]>;
  } & {
    readonly [K in keyof M as IsNullable<M[K]> extends true ? PropertyOf<M[K], K> : never]?:
      ValueOf<M[K]> | null | undefined;
  }
>;

type Simplify<T> = { [K in keyof T]: T[K] };

type IsNullable<D> = D extends { readonly nullable: false } ? false : true;

type PropertyOf<D, K> = D extends { readonly property: infer P extends string } ? P : K;

/** The type of a member's non-null value. */
export type ValueOf<D extends MemberDefinition> = D extends ScalarType
  ? ScalarValue<D>
  : D extends ScalarDefinition
    ? D extends { readonly enum: readonly (infer V extends string)[] }
      ? V
      : D extends { readonly type: "integer"; readonly safe: true }
        ? number
        : ScalarValue<D["type"]>
    : D extends ListDefinition
      ? readonly (ValueOf<D["items"]> | (D["items"] extends { readonly nullable: false } ? never : null))[]
      : D extends MapDefinition
        ? { readonly [key: string]: ValueOf<D["values"]> | null | undefined }
        : D extends ObjectDefinition
          ? RowOfMembers<D["members"]>
          : never;

type ScalarValue<T extends ScalarType> = T extends "boolean"
  ? boolean
  : T extends "integer"
    ? number | bigint
    : T extends "number"
      ? number
      : string;
