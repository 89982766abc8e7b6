import type { Expression } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import { requireArgument } from "../diagnostics/require-argument.ts";
import { STRENGTHS, type Strength } from "../collation/order/strength.ts";
import { ownProperty } from "../values/own-properties.ts";
import type { ScalarType } from "../values/types.ts";
import { buildCall } from "./build-call.ts";
import type { FunctionMethods, FunctionWithStrength } from "./function-methods.ts";
import type { FunctionShape } from "./function-shape.ts";
import { FUNCTION_SHAPES } from "./function-shapes.ts";
import type { MemberNodes, Names, TextType } from "./member-types.ts";
import type { Buildable } from "./to-literal.ts";
import { expressionAt } from "./to-literal.ts";
import { memberArgument, type BuilderContext } from "./typed-argument.ts";
import type { ComparableOf, TypedNode } from "./typed-node.ts";

/**
 * Methods that build conditions and values: one for each function. `S` are the members, `A` the names of the allowed
 * functions, and `F` a service's own functions.
 */
export type ExpressionBuilder<S, A extends string, F extends readonly FunctionShape[]> = Allowed<
  FunctionMethods<S>,
  A
> &
  OwnMethods<S, A, F> &
  StrengthBuilders<S, A> & {
    /** Returns the value of a member, to compare with another one: `b.gt("modified", b.ref("created"))`. */
    readonly ref: <N extends keyof MemberNodes<S>>(path: N) => MemberNodes<S>[N];
    /** Returns a value as a literal: `b.in(b.value("x"), b.ref("first"), b.ref("second"))`. */
    readonly value: <V extends Buildable>(value: V) => NodeOfValue<V>;
  };

type Allowed<M, A extends string> = string extends A ? M : Pick<M, A & keyof M>;

/** The properties `$primary` to `$identical`. Each has the functions that compare strings, at this strength. */
type StrengthBuilders<S, A extends string> = {
  readonly [K in Strength as `$${K}`]: Allowed<Pick<FunctionMethods<S>, FunctionWithStrength>, A>;
};

type NodeOfValue<V> = V extends string
  ? TypedNode<"string", false>
  : V extends number | bigint
    ? TypedNode<"number", false>
    : V extends boolean
      ? TypedNode<"boolean", false>
      : V extends Expression
        ? V
        : TypedNode<"date", false>;

/** Methods of the functions whose names the compiler knows. */
type OwnMethods<S, A extends string, F extends readonly FunctionShape[]> = {
  readonly [D in F[number] as string extends D["name"] ? never : D["name"] & A]: (
    ...args: OwnArguments<S, D["name"], D["signatures"][0]>
  ) => TypedNode<ComparableOf<D["result"]>, false>;
};

type OwnArguments<S, N extends string, G> = G extends {
  readonly parameters: infer P extends readonly unknown[];
}
  ? {
      [I in keyof P]: P[I] extends { readonly type: infer T }
        ? OwnArgument<S, N, T, I extends "0" ? true : false>
        : never;
    }
  : never;

/** Type of an argument of a service's own function. A string as the first argument is the name of a member. */
type OwnArgument<S, N extends string, T, IsFirst extends boolean> = T extends ScalarType
  ? | (IsFirst extends true ? Names<S, N, Comparables<T>, false> | Exclude<OwnValue<T>, string> : OwnValue<T>)
    | TypedNode<ComparableOf<T>, false>
  : T extends "text"
    ? IsFirst extends true
      ? Names<S, N, TextType, boolean> | TypedNode<"string" | "number" | "boolean">
      : string | number | bigint | boolean | TypedNode<"string" | "number" | "boolean">
    : never;

type Comparables<T> = T extends "integer" | "number" ? "integer" | "number" : T;

type OwnValue<T> = T extends "boolean" ? boolean : T extends "integer" | "number" ? number | bigint : string;

type Methods = Record<string, unknown>;

/** Names of the members of a builder that are not functions. */
const RESERVED = ["ref", "value"];

/** @throws TypeError if two functions have the same name */
export function builderContext(
  catalog: Catalog | undefined,
  added: readonly FunctionShape[],
): BuilderContext {
  const functions = new Map<string, FunctionShape>();
  for (const shape of [...FUNCTION_SHAPES, ...added]) {
    const { name } = shape;
    requireArgument(
      !functions.has(name) && !RESERVED.includes(name),
      "functions",
      "of unique, unreserved names",
      name,
    );
    functions.set(name, shape);
  }
  return { catalog, functions };
}

/** Creates the methods of all functions from their definitions. */
export function expressionBuilder(context: BuilderContext): Methods {
  const methods = methodsOf(undefined, context);
  for (const strength of STRENGTHS) methods[`$${strength}`] = Object.freeze(methodsOf(strength, context));
  methods["ref"] = (path: unknown) => memberArgument(path, "path of ref", context).node;
  methods["value"] = (value: Buildable) => expressionAt(value, 0, "value");
  return Object.freeze(methods);
}

/** Returns the methods of the functions that can have the strength. */
function methodsOf(strength: Strength | undefined, context: BuilderContext): Methods {
  const methods = { __proto__: null } as unknown as Methods;
  for (const shape of context.functions.values()) {
    if (strength === undefined || ownProperty(shape, "strength") === true)
      methods[shape.name] = (...args: readonly unknown[]) => buildCall(shape, strength, args, context);
  }
  return methods;
}
