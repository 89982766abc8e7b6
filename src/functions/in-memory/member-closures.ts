import type { MemberTest, Test } from "../definition/types.ts";
import { compileValueTest } from "./member-decision.ts";
import { OWN_NESTED_READERS, OWN_READERS } from "./own-member-readers.ts";
import { PLAIN_NESTED_READERS, PLAIN_READERS } from "./plain-member-readers.ts";

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

/** Assigned copies of each list of readers, by the kind of the test and, for plain rows, the member. */
const USED_BY = new Map<readonly unknown[], Map<string, number>>();

/** Returns the copy of a reader for a test. Once all copies are assigned, further tests share the last one. */
function readerOf<T>({ property, kind }: MemberTest, readers: readonly T[]): T {
  let usedBy = USED_BY.get(readers);
  if (usedBy === undefined) USED_BY.set(readers, (usedBy = new Map<string, number>()));
  const { key, inner, plain } = property;
  const name = plain ? JSON.stringify([kind, key, inner]) : String(kind);
  let index = usedBy.get(name);
  if (index === undefined) {
    index = Math.min(usedBy.size, readers.length - 1);
    if (index < readers.length - 1) usedBy.set(name, index);
  }
  return readers[index]!;
}
