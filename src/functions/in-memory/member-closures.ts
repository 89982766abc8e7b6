import { isObject, isRecord } from "../../values/is-object.ts";
import { own, readPath } from "../../values/read-path.ts";
import { decide } from "./member-decision.ts";
import type { MemberTest, Test } from "../definition/types.ts";

/*
 * From a test of a member to a test of a row.
 *
 * A JavaScript engine remembers for each place *in the source* which property was read there, and of what shape the
 * objects were. All closures that come from one place in the source share that memory. With one such place for all
 * members it soon holds several names, and each read becomes a search: a whole test then costs 1.4 times as much. So
 * there are many such places, alike but for where they stand, and each member that is asked for gets one of its own. A
 * program that asks for more members than there are places has the rest share one, which is as right and slower.
 *
 * Nothing else may be copied: `decide` is one function, and it is made part of each closure as it is called in just
 * one way there. A test holds the copies equal.
 */

/** Compiles a test. */
export function compileMemberTest(test: MemberTest): Test {
  const { key, inner, plain } = test.place;
  if (!plain) return inner === undefined ? ownMember(test, key) : ownInnerMember(test, key, inner);
  if (inner === undefined) return MEMBERS[slotOf(key, TAKEN, MEMBERS.length)]!(test, key);
  const slot = slotOf(JSON.stringify([key, inner]), INNER_TAKEN, INNER_MEMBERS.length);
  return INNER_MEMBERS[slot]!(test, key, inner);
}

/** Where nothing is known of the rows, reading costs the same for one name and for many. */
function ownMember(test: MemberTest, key: string): Test {
  return (row) => decide(own(row, key), test);
}

function ownInnerMember(test: MemberTest, key: string, inner: string): Test {
  return (row) => {
    const outer = own(row, key);
    return decide(Array.isArray(outer) ? within(outer, inner) : own(outer, inner), test);
  };
}

const TAKEN = new Map<string, number>();
const INNER_TAKEN = new Map<string, number>();

/** The place in the source that is a member's own; the last one is for all that come too late. */
function slotOf(name: string, taken: Map<string, number>, count: number): number {
  const slot = taken.get(name);
  if (slot !== undefined) return slot;
  if (taken.size >= count - 1) return count - 1;
  taken.set(name, taken.size);
  return taken.size - 1;
}

/** What a path of two steps leads to, where the first one does not lead to an object. */
function within(outer: unknown, inner: string): unknown {
  return Array.isArray(outer) ? readPath({ outer }, ["outer", inner]) : undefined;
}

type Make = (test: MemberTest, key: string) => Test;

const MEMBERS: readonly Make[] = [
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
  (test, key) => (row) => decide(isObject(row) ? row[key] : undefined, test),
];

type MakeInner = (test: MemberTest, key: string, inner: string) => Test;

const INNER_MEMBERS: readonly MakeInner[] = [
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
  (test, key, inner) => (row) => {
    const outer = isObject(row) ? row[key] : undefined;
    return decide(isRecord(outer) ? outer[inner] : within(outer, inner), test);
  },
];
