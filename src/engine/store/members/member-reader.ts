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
import type { RawMember } from "./member-batch.ts";
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

/** Returns how batches of objects are read for a column. Undefined for members that `columnReaderOf` reads one by one. */
export function rawMemberOf(member: ResolvedMember, isPlain: boolean): RawMember | undefined {
  const { path, lists, type } = member;
  if (path.length > 2 || lists.some((depth) => depth > 0) || path.some(isInherited) || isSizeMember(member))
    return undefined;
  const convert = isScalarType(type.type)
    ? scalarConverter(member)
    : type.type === "list" && isScalarType(type.items.type) && type === member.member
      ? elementsOf(type.items, isPlain)
      : undefined;
  if (convert === undefined) return undefined;
  return {
    path: path as RawMember["path"],
    property: isPlain ? property : ownDataProperty,
    convert,
    convertAll:
      type.type === "list" ? undefined : type.type === "string" ? keepStrings : convertingAll(convert),
  };
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
  if (type.type !== "string" && type.type !== "boolean" && !isSafeInteger(type)) return nullable;
  const read = declaredReader(type);
  return (raw) => read(nullable(raw));
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
  return compileOperand(node, { checked: only(checked, node, member), locale: undefined }).read();
}

function nullable(value: unknown): Value {
  return isNullValue(value) ? null : (value as Value);
}

/** Returns `checked` with `node` as its only name, which stands for `member`. */
function only(checked: Checked, node: Name, member: ResolvedMember): Checked {
  return { catalog: checked.catalog, functions: checked.functions, members: new Map([[node, member]]) };
}
