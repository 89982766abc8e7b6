import type { AnyMembers } from "../../builder/member-types.ts";
import type { QueryBuilder } from "../../builder/query.ts";
import type { ValueOf } from "../../catalog/row-type.ts";
import type { MemberDefinition } from "../../catalog/types.ts";
import type { Strength } from "../../collation/order/strength.ts";
import type { ScalarType } from "../../values/types.ts";

/**
 * Groups of matching rows, and their figures. Each group has the members of `by`, its number of rows as `count`, and a figure for
 * each other member, such as `population_sum`.
 *
 * @template N names of members with single values
 * @template M names of members with numbers
 */
export interface Grouping<N extends string = string, M extends string = N> {
  /** Members whose values form the groups. Default: one group of all matching rows. */
  readonly by?: readonly N[] | undefined;
  readonly sum?: readonly M[] | undefined;
  readonly avg?: readonly M[] | undefined;
  readonly min?: readonly N[] | undefined;
  readonly max?: readonly N[] | undefined;
  /** Sort keys of the groups, such as `count:descending`. Default: the largest group first. */
  readonly sortBy?: readonly string[] | undefined;
}

/** Members of a collection, by the type of its empty query. */
export type MembersIn<Q> = [Q] extends [never]
  ? AnyMembers
  : // eslint-disable-next-line @typescript-eslint/no-unused-vars -- a type can only be inferred with the others
    Q extends QueryBuilder<infer S, infer _A, infer _F>
    ? S
    : AnyMembers;

/** Groupings of a collection with the members `S`. */
export type GroupingOf<S> = Grouping<NamesOf<S, ScalarType>, NamesOf<S, "integer" | "number">>;

/** Names of the members of some types that are not in lists. */
type NamesOf<S, T> = {
  [N in keyof S]: S[N] extends readonly [unknown, T, infer L, unknown, unknown]
    ? true extends L
      ? unknown extends L
        ? N
        : never
      : N
    : never;
}[keyof S] &
  string;

/** A group, as a page of groups has it. */
export type Group<S, G extends Grouping> = Simplify<
  Joined<
    | { readonly [N in Listed<G, "by">]: Nested<N, Key<S, N>> }[Listed<G, "by">]
    | { readonly [N in CountName<G>]: number }
    | Figures<S, G, "sum">
    | Figures<S, G, "avg">
    | Figures<S, G, "min">
    | Figures<S, G, "max">
  >
>;

/** Sort keys of groups: names of their members, with options after colons. */
export type GroupSortKey<G extends Grouping> =
  GroupName<G> | `${GroupName<G>}:${Direction | Strength | `${Direction}:${Strength}`}`;

type GroupName<G extends Grouping> =
  Listed<G, "by"> | CountName<G> | { [F in Measure]: `${Listed<G, F>}_${F}` }[Measure];

type Direction = "ascending" | "descending";
type Measure = "sum" | "avg" | "min" | "max";

type Listed<G extends Grouping, P extends Measure | "by"> =
  NonNullable<G[P]> extends readonly (infer N extends string)[] ? N : never;

/** A member with the name `count` takes the name from the number of rows. */
type CountName<G extends Grouping> =
  string extends Listed<G, "by"> ? "count" : "count" extends Listed<G, "by"> ? "count_2" : "count";

type Figures<S, G extends Grouping, F extends Measure> = {
  readonly [N in Listed<G, F>]: Nested<`${N}_${F}`, Figure<S, N, F> | null>;
}[Listed<G, F>];

type Figure<S, N, F extends Measure> = F extends "avg"
  ? number
  : F extends "sum"
    ? TypeOf<S, N> extends "number"
      ? number
      : number | bigint
    : Value<S, N>;

/** The object around a nested value: a dotted name leads through objects. */
type Nested<N extends string, V> = N extends `${infer First}.${infer Rest}`
  ? { readonly [P in First]: Nested<Rest, V> }
  : { readonly [P in N]: V };

type EntryOf<S, N> = N extends keyof S ? S[N] : never;

type TypeOf<S, N> = EntryOf<S, N> extends readonly [unknown, infer T, ...unknown[]] ? T : never;

type Value<S, N> =
  EntryOf<S, N> extends readonly [unknown, unknown, unknown, infer D, unknown]
    ? unknown extends D
      ? unknown
      : D extends MemberDefinition
        ? ValueOf<D>
        : never
    : unknown;

/** A key is null for rows without a value. */
type Key<S, N> =
  EntryOf<S, N> extends readonly [unknown, unknown, unknown, { readonly nullable: false }, unknown]
    ? N extends `${string}.${string}`
      ? Value<S, N> | null
      : Value<S, N>
    : Value<S, N> | null;

type Joined<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type Simplify<T> = { readonly [K in keyof T]: T[K] };
