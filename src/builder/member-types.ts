import type {
  Catalog,
  ListDefinition,
  MapDefinition,
  MemberDefinition,
  MemberDefinitions,
  ObjectDefinition,
  ScalarDefinition,
} from "../catalog/types.ts";
import type { Strength } from "../collation/order/strength.ts";
import type { ScalarType } from "../values/types.ts";
import type { InstantLike } from "./to-literal.ts";
import type { Comparable, ComparableOf, TypedNode } from "./typed-node.ts";

/*
 * Types of members by their dotted names. The names of a catalog are computed once, as one union of tuples. Each member is
 * visited once, with the names of the objects around it as a prefix: visiting the inner names again at each level would
 * multiply the work by the depth.
 */

/** A member: its name, its type or that of its elements, whether it is a list, its definition and that of its elements. */
type Entry = readonly [
  name: string,
  type: ScalarType | "map" | "object",
  isList: boolean,
  definition: MemberDefinition,
  value: MemberDefinition,
];

/** The members that filters can use, by dotted names. Keys of maps are template types, such as `labels.${string}`. */
export type MembersByName = { readonly [name: string]: Entry };

/** Members of a catalog whose members the compiler does not know, and of queries without a catalog. */
export type AnyMembers = { readonly [name: string]: UnknownEntry };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- accepted as a member of each type
type UnknownEntry = readonly [string, any, any, unknown, unknown];

export type MembersOf<C> =
  C extends Catalog<infer M>
    ? MemberDefinitions extends M
      ? AnyMembers
      : EntriesOf<M, "", false> extends infer E
        ? { readonly [X in E as NameOf<X>]: X }
        : never
    : AnyMembers;

type NameOf<E> = E extends readonly [infer N extends string, ...unknown[]] ? N : never;

type EntriesOf<M, P extends string, L extends boolean> = string extends keyof M
  ? readonly [`${P}${string}`, ScalarType, L, MemberDefinition, MemberDefinition]
  : { [K in keyof M & string]: EntryOf<M[K], `${P}${K}`, L> }[keyof M & string];

type EntryOf<D, N extends string, L extends boolean> = D extends ScalarType
  ? readonly [N, D, L, D, D]
  : D extends { readonly filterable: false }
    ? never
    : D extends ScalarDefinition
      ? readonly [N, D["type"], L, D, D]
      : D extends ObjectDefinition
        ? readonly [N, "object", L, D, D] | EntriesOf<D["members"], `${N}.`, L>
        : D extends ListDefinition
          ? ListEntry<D, D["items"], N>
          : D extends MapDefinition
            ? readonly [N, "map", L, D, D] | KeyEntry<D["values"], `${N}.${string}`, L>
            : never;

/**
 * Any key of a map. A key whose value is an object has no entry, only the members of the object: its template type would
 * also match the names of the members.
 */
type KeyEntry<D, N extends string, L extends boolean> = D extends ObjectDefinition
  ? EntriesOf<D["members"], `${N}.`, L>
  : EntryOf<D, N, L>;

/** Elements of lists in a list count as elements of the outer list. */
type ListEntry<D, I, N extends string> = I extends ScalarType
  ? readonly [N, I, true, D, I]
  : I extends ScalarDefinition
    ? readonly [N, I["type"], true, D, I]
    : I extends ObjectDefinition
      ? readonly [N, "object", true, D, I] | EntriesOf<I["members"], `${N}.`, true>
      : I extends MapDefinition
        ? readonly [N, "map", true, D, I] | KeyEntry<I["values"], `${N}.${string}`, true>
        : I extends ListDefinition
          ? ListEntry<D, I["items"], N>
          : never;

/** Names of the members of some types that allow a function. */
export type Names<S, F extends string, T, L extends boolean> = {
  [N in keyof S]: S[N] extends readonly [unknown, T, L, infer D, unknown]
    ? D extends { readonly functions: readonly (infer A)[] }
      ? F extends A
        ? N
        : never
      : N
    : never;
}[keyof S] &
  string;

/** Types with a string form. */
export type TextType = "string" | "boolean" | "integer" | "number";
export type TextNode<L extends boolean = boolean> = TypedNode<"string" | "boolean" | "number", L>;
export type TextValue = string | number | bigint | boolean | TextNode;

export type TextOperand<S, F extends string, L extends boolean> = Names<S, F, TextType, L> | TextNode<L>;

export type SizedOperand<S, F extends string> =
  | Names<S, F, TextType, false>
  | Names<S, F, unknown, true>
  | Names<S, F, "map", false>
  | TextNode<false>
  | TypedNode<Comparable, true>;

export type MapOperand<S, F extends string> = Names<S, F, "map", false>;

export type AnyOperand<S, F extends string> = Names<S, F, unknown, boolean> | TypedNode<Comparable>;

export type ConditionOperand<S, F extends string> =
  Names<S, F, "boolean", false> | TypedNode<"boolean", false> | boolean;

/** An argument of `and` and `or`. Falsy values are dropped. */
export type DroppableCondition<S, F extends string> = ConditionOperand<S, F> | "" | 0 | null | undefined;

/** A JavaScript value of a type. Dates and times are strings in their literal form, or objects for instants. */
export type ValueOfComparable<T extends Comparable> = T extends "boolean"
  ? boolean
  : T extends "number"
    ? number | bigint
    : T extends "date"
      ? string | InstantLike
      : string;

/*
 * Types of the values that a member can be compared with, by the member's name. Methods look them up by indexed access, which
 * takes the compiler a tenth of the time of a conditional type. For the same reason, nodes have overloads of their own.
 */

/** Values and nodes that a member can equal. If the member has an enum, a string must be one of its values. */
export type EqualValues<S, F extends string> = {
  readonly [N in Names<S, F, ScalarType, boolean>]: EqualValue<S[N]>;
};

/** Values and nodes that are ordered relative to a member. Any string is allowed, even if the member has an enum. */
export type OrderedValues<S, F extends string> = {
  readonly [N in Names<S, F, ScalarType, boolean>]: OrderedValue<S[N]>;
};

/** Values that are searched for: a string in a string, or an element in a list. */
export type SoughtValues<S, F extends string> = {
  readonly [N in Names<S, F, TextType, false> | Names<S, F, ScalarType, true>]: SoughtValue<S[N]>;
};

/** Nodes of the members. */
export type MemberNodes<S> = {
  readonly [N in Names<S, string, ScalarType, boolean>]: MemberNode<S[N]>;
};

type EqualValue<E> = E extends readonly [unknown, infer T extends ScalarType, infer L, unknown, infer D]
  ? | (D extends { readonly enum: readonly (infer V)[] } ? V : ValueOfComparable<ComparableOf<T>>)
    | TypedNode<ComparableOf<T>, L extends true ? false : boolean>
  : never;

type OrderedValue<E> = E extends readonly [unknown, infer T extends ScalarType, infer L, unknown, unknown]
  ? ValueOfComparable<ComparableOf<T>> | TypedNode<ComparableOf<T>, L extends true ? false : boolean>
  : never;

type SoughtValue<E> = E extends readonly [unknown, unknown, true, unknown, unknown]
  ? Exclude<EqualValue<E>, TypedNode<Comparable, true>>
  : TextValue;

type MemberNode<E> = E extends readonly [
  unknown,
  infer T extends ScalarType,
  infer L extends boolean,
  unknown,
  unknown,
]
  ? TypedNode<ComparableOf<T>, L>
  : never;

/** A node of a value that compares. */
export type ComparedNode = TypedNode<Comparable>;

/** A node in which another value is searched for: a text or a list. */
export type SearchedNode = TextNode<false> | TypedNode<Comparable, true>;

/** A value or node that is compared with an operand that is a node. */
export type ComparedWithNode<O> =
  O extends TypedNode<infer T, infer L>
    ? ValueOfComparable<T> | TypedNode<T, L extends true ? false : boolean>
    : never;

/** A value that is searched for in a node. */
export type SoughtInNode<O> = O extends TypedNode<Comparable, true> ? ComparedWithNode<O> : TextValue;

type SortableNames<S, T> = {
  [N in keyof S]: S[N] extends readonly [unknown, T, infer L, infer D, unknown]
    ? true extends L
      ? unknown extends L
        ? N
        : never
      : D extends { readonly sortable: false }
        ? never
        : N
    : never;
}[keyof S] &
  string;

type Direction = "ascending" | "descending";

/** A sort key: `id`, `owner.age:descending`, `name:primary`, `name:descending:primary` or `name:primary:descending`. */
export type SortKeyOf<S> =
  | SortableNames<S, ScalarType>
  | `${SortableNames<S, ScalarType>}:${Direction}`
  | `${SortableNames<S, "string">}:${Strength | `${Direction}:${Strength}` | `${Strength}:${Direction}`}`;
