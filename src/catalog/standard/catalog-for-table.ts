import type { ScalarType } from "../../values/types.ts";
import { defineCatalog } from "../define-catalog.ts";
import type { Catalog, CatalogDefinition, MemberDefinition, MemberDefinitions } from "../types.ts";

/** Type that a query selects from a column. Kysely's `ColumnType` and `Generated` have it under a key. */
type Selected<C> = C extends { readonly __select__: infer S } ? S : C;

/** Types of catalogs whose values a column of the type `V`, without null, can have. */
type ScalarFor<V> = V extends string
  ? "string" | "date" | "time" | "dateTime"
  : V extends number
    ? "integer" | "number"
    : V extends bigint
      ? "integer"
      : V extends boolean
        ? "boolean"
        : V extends Date
          ? "date" | "dateTime"
          : never;

type DefinitionFor<V> = [V] extends [readonly (infer I)[]]
  ? { readonly type: "list"; readonly items: DefinitionFor<I> }
  : [ScalarFor<V>] extends [never]
    ? { readonly type: "object" | "map" }
    : (ScalarFor<V> & ScalarType) | { readonly type: ScalarFor<V> & ScalarType };

type MemberFor<V> = DefinitionFor<NonNullable<V>> &
  MemberDefinition &
  (null extends V ? string | { readonly nullable?: true } : unknown);

/** Members that a catalog of the table `T` can have. */
export type TableMembers<T> = { readonly [K in keyof T & string]?: MemberFor<Selected<T[K]>> };

/**
 * Defines a catalog for a table of Kysely, or any type of rows. The compiler checks each member against its column: its name, its
 * type, and that a nullable column is nullable. Types have no values at run time, so the members are written out.
 *
 * @example
 * const people = catalogForTable<Database["people"]>()({ name: "people", members: { id: "integer", name: "string" }, key: "id" });
 */
export function catalogForTable<T extends object>(): <
  const M extends MemberDefinitions & TableMembers<T>,
  const F extends string = string,
>(
  definition: CatalogDefinition<M, keyof M & string, F> & {
    readonly members: { readonly [K in Exclude<keyof M, keyof T>]: never };
  },
) => Catalog<M, F> {
  return (definition) => defineCatalog(definition as never) as never;
}
