import { ownDataProperty } from "../../values/read-path.ts";
import type { MemberTest, Test } from "../definition/types.ts";
import { decide } from "./member-decision.ts";
import { elementsAt, NESTED_READERS, READERS } from "./plain-member-readers.ts";

export function compileMemberTest(test: MemberTest): Test {
  const { key, inner, plain } = test.property;
  if (!plain) return inner === undefined ? testOwn(test, key) : testNestedOwn(test, key, inner);
  if (inner === undefined) return READERS[readerIndex(key, USED_BY, READERS.length)]!(test, key);
  const index = readerIndex(JSON.stringify([key, inner]), NESTED_USED_BY, NESTED_READERS.length);
  return NESTED_READERS[index]!(test, key, inner);
}

function testOwn(test: MemberTest, key: string): Test {
  return (row) => decide(ownDataProperty(row, key), test);
}

function testNestedOwn(test: MemberTest, key: string, inner: string): Test {
  return (row) => {
    const outer = ownDataProperty(row, key);
    return decide(Array.isArray(outer) ? elementsAt(outer, inner) : ownDataProperty(outer, inner), test);
  };
}

const USED_BY = new Map<string, number>();
const NESTED_USED_BY = new Map<string, number>();

/** Returns the index of a member's own reader. Once all readers are assigned, further members share the last one. */
function readerIndex(name: string, usedBy: Map<string, number>, count: number): number {
  const known = usedBy.get(name);
  if (known !== undefined) return known;
  if (usedBy.size >= count - 1) return count - 1;
  usedBy.set(name, usedBy.size);
  return usedBy.size - 1;
}
