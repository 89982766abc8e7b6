import type { MemberTest, Reader, Test } from "../definition/types.ts";
import { compileValueTest } from "./member-decision.ts";
import { OWN_NESTED_READERS, OWN_READERS } from "./own-member-readers.ts";
import { PLAIN_NESTED_READERS, PLAIN_READERS, PLAIN_VALUES } from "./plain-member-readers.ts";

/** Compiles a test of a member. */
export function compileMemberTest(test: MemberTest): Test {
  const { key, inner, plain } = test.property;
  const value = compileValueTest(test);
  if (inner === undefined) {
    const { alone } = plain ? PLAIN_READERS : OWN_READERS;
    return readerOf(test, alone)(value, key);
  }
  const { alone } = plain ? PLAIN_NESTED_READERS : OWN_NESTED_READERS;
  return readerOf(test, alone)(value, key, inner);
}

/** Compiles a test of a member, followed by `next`: an `and` or an `or` of the two. */
export function compileMemberTestBefore(test: MemberTest, isAnd: boolean, next: Test): Test {
  const { key, inner, plain } = test.property;
  const value = compileValueTest(test);
  const operation = isAnd ? "and" : "or";
  if (inner === undefined) {
    const readers = plain ? PLAIN_READERS : OWN_READERS;
    return readerOf(test, readers[operation])(value, key, next);
  }
  const readers = plain ? PLAIN_NESTED_READERS : OWN_NESTED_READERS;
  return readerOf(test, readers[operation])(value, key, inner, next);
}

/** Returns a function that reads the member `key` of plain rows. */
export function plainReader(key: string): Reader {
  return copyFor(key, PLAIN_VALUES)(key);
}

/** Returns the copy of a reader for a test of a member. */
function readerOf<T>({ property, kind }: MemberTest, readers: readonly T[]): T {
  const { key, inner, plain } = property;
  return copyFor(plain ? JSON.stringify([kind, key, inner]) : String(kind), readers);
}

/** Indexes of the assigned copies, by their use, for each list of copies. */
const ASSIGNED = new Map<readonly unknown[], Map<string, number>>();

/** Returns the copy that is assigned to a use. Once all copies are assigned, further uses share the last one. */
function copyFor<T>(use: string, copies: readonly T[]): T {
  let assigned = ASSIGNED.get(copies);
  if (assigned === undefined) ASSIGNED.set(copies, (assigned = new Map<string, number>()));
  let index = assigned.get(use);
  if (index === undefined) {
    index = Math.min(assigned.size, copies.length - 1);
    if (index < copies.length - 1) assigned.set(use, index);
  }
  return copies[index]!;
}
