import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { declaredReader, isMap } from "../../../evaluator/declared-value.ts";
import { stringForm } from "../../../functions/in-memory/string-form.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { isInherited, isNullValue, ownDataProperty, readDeclaredPath } from "../../../values/read-path.ts";
import type { Value, ValueType } from "../../../values/types.ts";

/*
 * Readers for list and map columns. For each row they return null or an array, which can be the row's own and must not be changed. They
 * read each element of rows that are not plain once.
 */

type ReadElement = (list: readonly unknown[], index: number) => unknown;

/** Lists with more elements are read element by element when a column adds them: reading them at once would block. */
const MAX_ELEMENTS_AT_ONCE = 32_768;

/** A list whose elements are read one by one. */
export class LongList {
  readonly length: number;
  readonly at: (index: number) => Value;

  constructor(length: number, at: (index: number) => Value) {
    this.length = length;
    this.at = at;
  }
}

/** Returns a reader of list elements: an array, a `LongList`, or null. Unreadable elements become null. */
export function elementsReader(member: ResolvedMember, items: ValueType, isPlain: boolean): Reader {
  if (member.type === member.member) {
    const read = rawReader(member, isPlain);
    const elements = elementsOf(items, isPlain);
    return (row) => elements(read(row));
  }
  const convert = nullableConverter(items);
  const gather = isPlain && !member.path.some(isInherited) ? plainLeaves(member) : declaredLeaves(member);
  return (row) => {
    const leaves: Value[] = [];
    for (const element of gather(row)) {
      const leaf = convert(element);
      if (leaf !== null) leaves.push(leaf);
    }
    return leaves.length === 0 ? null : leaves;
  };
}

/** Returns a converter of lists to the results of `elementsReader`. */
export function elementsOf(items: ValueType, isPlain: boolean): (list: unknown) => Value {
  const convert = nullableConverter(items);
  const element: ReadElement = isPlain ? (list, i) => list[i] : ownDataProperty;
  return (list) => {
    if (!Array.isArray(list)) return null;
    if (list.length > MAX_ELEMENTS_AT_ONCE)
      return new LongList(list.length, (i) => convert(element(list, i)));
    if (isPlain && areUnchanged(list, convert)) return list as readonly Value[];
    // The length is known: an array that grows has room for 17 elements after the first one.
    const elements = new Array<Value>(list.length);
    for (let i = 0; i < list.length; i++) elements[i] = convert(element(list, i));
    return elements;
  };
}

/** Returns whether `convert` changes no element, so that the list needs no copy. */
function areUnchanged(list: readonly unknown[], convert: (value: unknown) => Value): boolean {
  for (const element of list) if (convert(element) !== element) return false;
  return true;
}

/**
 * Returns a reader of map entries as alternating keys and values. A value without a string form becomes null.
 */
export function entriesReader(member: ResolvedMember, values: ValueType, isPlain: boolean): Reader {
  const read = rawReader(member, isPlain);
  const entry = isPlain ? property : ownDataProperty;
  const convert = nullableConverter(values);
  return (row) => {
    const map = read(row) as Value;
    if (!isMap(map)) return null;
    const entries: Value[] = [];
    for (const key of Object.keys(map)) {
      const value = convert(entry(map, key));
      entries.push(key, stringForm(value) === undefined ? null : value);
    }
    return entries;
  };
}

/**
 * Returns a reader that counts list elements, map entries or object members. It returns null if the member is
 * missing.
 */
export function sizeReader(member: ResolvedMember, isPlain: boolean): Reader {
  const { type } = member;
  if (type !== member.member) {
    const read = elementsReader(member, (type as { readonly items: ValueType }).items, isPlain);
    return (row) => (read(row) as readonly Value[] | null)?.length ?? null;
  }
  const read = rawReader(member, isPlain);
  return (row) => {
    const value = read(row) as Value;
    if (type.type === "list") return Array.isArray(value) ? value.length : null;
    return isMap(value) ? Object.keys(value).length : null;
  };
}

function rawReader({ path, lists }: ResolvedMember, isPlain: boolean): (row: unknown) => unknown {
  const [key] = path;
  if (isPlain && path.length === 1 && !isInherited(key!)) return (row) => property(row, key!);
  return path.length === 1
    ? (row) => ownDataProperty(row, key!)
    : (row) => readDeclaredPath(row, path, lists);
}

function nullableConverter(type: ValueType): (value: unknown) => Value {
  const read = declaredReader(type);
  return (value) => (isNullValue(value) ? null : read(value as Value));
}

type Leaves = (row: unknown) => readonly unknown[];

function declaredLeaves({ path, lists }: ResolvedMember): Leaves {
  return (row) => (readDeclaredPath(row, path, lists) as readonly unknown[] | undefined) ?? [];
}

function plainLeaves({ path, lists }: ResolvedMember): Leaves {
  const gather = (value: unknown, at: number, depth: number, leaves: unknown[]): void => {
    if (depth > 0) {
      if (!Array.isArray(value)) return;
      for (let i = 0; i < value.length; i++) gather(value[i], at, depth - 1, leaves);
    } else if (at === path.length - 1) leaves.push(value);
    else if (!Array.isArray(value)) gather(property(value, path[at + 1]!), at + 1, lists[at + 1]!, leaves);
  };
  return (row) => {
    const leaves: unknown[] = [];
    gather(property(row, path[0]!), 0, lists[0]!, leaves);
    return leaves;
  };
}

export function property(object: unknown, key: string): unknown {
  return typeof object === "object" && object !== null
    ? (object as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
