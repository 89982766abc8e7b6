import { ownDataProperty, readPath } from "../../values/read-path.ts";
import type { Test, ValueTest } from "../definition/types.ts";

/** Copies of closures that test a member. Those of `and` and `or` call the next test if it decides the result. */
export interface MemberReaders {
  readonly alone: readonly ((test: ValueTest, key: string) => Test)[];
  readonly and: readonly ((test: ValueTest, key: string, next: Test) => Test)[];
  readonly or: readonly ((test: ValueTest, key: string, next: Test) => Test)[];
}

/** Like `MemberReaders`, for members of objects in rows. */
export interface NestedMemberReaders {
  readonly alone: readonly ((test: ValueTest, key: string, inner: string) => Test)[];
  readonly and: readonly ((test: ValueTest, key: string, inner: string, next: Test) => Test)[];
  readonly or: readonly ((test: ValueTest, key: string, inner: string, next: Test) => Test)[];
}

/** Reads `inner` from each object of a list. Returns undefined for a value that is not a list. */
export function elementsAt(outer: unknown, inner: string): unknown {
  return Array.isArray(outer) ? readPath({ outer }, ["outer", inner]) : undefined;
}

/** Equivalent to `readPath` for two property names. This frequent case is faster without a loop. */
export function ownNestedProperty(row: unknown, key: string, inner: string): unknown {
  const outer = ownDataProperty(row, key);
  return Array.isArray(outer) ? elementsAt(outer, inner) : ownDataProperty(outer, inner);
}
