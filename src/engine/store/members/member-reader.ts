import { name } from "../../../ast/constructors.ts";
import type { Name } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import { declaredReader } from "../../../evaluator/declared-value.ts";
import { compileOperand } from "../../../evaluator/operand.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { isInherited, isNullValue, ownDataProperty } from "../../../values/read-path.ts";
import { isSafeInteger, isScalarType, type Value } from "../../../values/types.ts";
import { elementsOf, elementsReader, entriesReader, property, sizeReader } from "./element-reader.ts";
import { rawReader } from "./member-batch.ts";
import type { ReadProperty } from "./row-batches.ts";
import { isSizeMember } from "./size-members.ts";

/** Keys of members. The checker resolves the names of all filters of a catalog to the same objects. */
const columnKeys = new WeakMap<ResolvedMember, string>();

/** Returns a key of the member's path and type. All spellings of a member's name have the same key. */
export function columnKey(member: ResolvedMember): string {
  let key = columnKeys.get(member);
  if (key === undefined) columnKeys.set(member, (key = describeColumn(member)));
  return key;
}

function describeColumn(member: ResolvedMember): string {
  if (isSizeMember(member)) return `${SIZE_OF}${columnKey(member.sizeOf)}`;
  const { path, lists, type } = member;
  const element = type.type === "list" ? type.items : type.type === "map" ? type.values : type;
  const items = type.type === "list" ? type.items.type : undefined;
  return JSON.stringify([path, lists, type.type, items, ...(isSafeInteger(element) ? ["safe"] : [])]);
}

export const SIZE_OF = "size of ";

/** Returns the property of rows that holds the values of a column. Undefined for an invalid key. */
export function propertyOfKey(key: string): string | undefined {
  try {
    const [path] = JSON.parse(key.startsWith(SIZE_OF) ? key.slice(SIZE_OF.length) : key) as [string[]];
    return path[0];
  } catch {
    return undefined;
  }
}

/** Returns a reader of elements for scalar lists and maps, otherwise of the value that filters read. */
export function columnReaderOf(member: ResolvedMember, checked: Checked, isPlain: boolean): Reader {
  if (isSizeMember(member)) return sizeReader(member.sizeOf, isPlain);
  const { type } = member;
  if (type.type === "list" && isScalarType(type.items.type))
    return elementsReader(member, type.items, isPlain);
  return type.type === "map"
    ? entriesReader(member, type.values, isPlain)
    : memberReaderOf(member, checked, isPlain);
}

/** How a column converts the values of a property of its rows. */
export interface PropertyMember {
  readonly convert: (value: unknown) => Value;
  /**
   * Converts all values of a batch in place. Undefined for lists and maps, and for members in them: a few long ones would block the event
   * loop, so they are converted one by one.
   */
  readonly convertAll: ((values: unknown[]) => void) | undefined;
}

/**
 * Returns how to read a column from a property of its rows, equivalently to `read`, the reader of `columnReaderOf`. Undefined for
 * names of `Object.prototype`, such as `constructor`.
 */
export function propertyMemberOf(
  member: ResolvedMember,
  read: Reader,
  isPlain: boolean,
): PropertyMember | undefined {
  const isSize = isSizeMember(member);
  const { path, lists, type } = member;
  const key = path[0]!;
  if (isInherited(key)) return undefined;
  const isInLists = lists.some((depth) => depth > 0);
  const isSimple = !isSize && !isInLists && path.length <= 2 && !path.some(isInherited);
  if (isSimple && isScalarType(type.type)) {
    const convert = scalarConverter(member);
    const convertAll = type.type === "string" ? keepStrings : convertingAll(convert);
    return { convert: rawReader([key], read), convertAll: ofInner(path.at(1), convertAll, isPlain) };
  }
  const isList = isSimple && path.length === 1 && type.type === "list" && isScalarType(type.items.type);
  const convert = isList && type === member.member ? elementsOf(type.items, isPlain) : rawReader([key], read);
  return { convert, convertAll: undefined };
}

/** Returns `convertAll` for a property of the values. */
function ofInner(
  inner: string | undefined,
  convertAll: (values: unknown[]) => void,
  isPlain: boolean,
): (values: unknown[]) => void {
  if (inner === undefined) return convertAll;
  const read = readProperty(isPlain);
  return (values) => {
    for (let i = 0; i < values.length; i++) {
      const outer = values[i];
      values[i] = Array.isArray(outer) ? undefined : read(outer, inner);
    }
    convertAll(values);
  };
}

/** Returns a reader of own data properties. */
export function readProperty(isPlain: boolean): ReadProperty {
  return isPlain ? property : ownDataProperty;
}

/** Equivalent to `convertingAll` for strings. The short loop lets the processor wait for many strings at once. */
function keepStrings(values: unknown[]): void {
  for (let i = 0; i < values.length; i++) if (typeof values[i] !== "string") values[i] = null;
}

function convertingAll(convert: (raw: unknown) => Value): (values: unknown[]) => void {
  return (values) => {
    for (let i = 0; i < values.length; i++) values[i] = convert(values[i]);
  };
}

/** Returns a converter for columns, which handle unreadable numbers and instants. */
function scalarConverter({ type }: ResolvedMember): (raw: unknown) => Value {
  if (type.type !== "string" && type.type !== "boolean" && !isSafeInteger(type)) return toNullable;
  const read = declaredReader(type);
  return (raw) => read(toNullable(raw));
}

/**
 * Returns a reader of the member's value. If `isPlain`, it reads rows by property access, and the column must handle
 * unreadable values.
 */
export function memberReaderOf(member: ResolvedMember, checked: Checked, isPlain: boolean): Reader {
  const { path, lists } = member;
  const [key, inner] = path as [string, string | undefined];
  if (
    isPlain &&
    isScalarType(member.type.type) &&
    lists.every((depth) => depth === 0) &&
    !path.some(isInherited)
  ) {
    const convert = scalarConverter(member);
    if (path.length === 1) return (row) => convert(property(row, key));
    if (path.length === 2) {
      return (row) => {
        const outer = property(row, key);
        return Array.isArray(outer) ? null : convert(property(outer, inner!));
      };
    }
  }
  const node = name("member");
  return compileOperand(node, { checked: withOnlyName(checked, node, member), locale: undefined }).read();
}

function toNullable(value: unknown): Value {
  return isNullValue(value) ? null : (value as Value);
}

/** Returns `checked` with `node` as its only name, which stands for `member`. */
function withOnlyName(checked: Checked, node: Name, member: ResolvedMember): Checked {
  return { catalog: checked.catalog, functions: checked.functions, members: new Map([[node, member]]) };
}
