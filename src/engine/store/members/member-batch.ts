import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { isInherited } from "../../../values/read-path.ts";
import type { Value } from "../../../values/types.ts";
import type { RowList } from "../kernels/row-list.ts";

/** A member that is read from rows, or from their texts. */
export interface MemberSource {
  readonly rows: RowList;
  readonly read: Reader;
  /** Path of values that are read from texts. Undefined if the rows must be parsed. */
  readonly path: readonly string[] | undefined;
  /** Path from the elements of a list to the values. Undefined without lists, and if elements contain lists. */
  readonly elementPath: readonly string[] | undefined;
  /** How a batch of objects is read. Undefined if `read` must read each. */
  readonly raw: RawMember | undefined;
  /** Whether null elements are left out, and empty lists are null: the list was collected through other lists. */
  readonly isCollected: boolean;
}

/** A member whose values are read first, and converted then. Together both are equivalent to its reader. */
export interface RawMember {
  /** One property of a row, or one and a property of the object in it. Lists have no properties. */
  readonly path: readonly [string] | readonly [string, string];
  readonly property: (object: unknown, key: string) => unknown;
  readonly convert: (raw: unknown) => Value;
  /** Converts the values of a batch in place, in one step. Undefined for lists, because converting a long list takes too long for a step. */
  readonly convertAll: ((values: unknown[]) => void) | undefined;
}

export function memberSource(
  rows: RowList,
  resolved: ResolvedMember,
  read: Reader,
  raw?: RawMember,
): MemberSource {
  const { path, lists, type, member } = resolved;
  const list = lists.findIndex((depth) => depth > 0);
  const isTooLong = path.length > MAX_PATH || path.some(isInherited);
  const isCollected = type !== member;
  const isSimple = isCollected
    ? lists[list] === 1 && lists.every((depth, i) => depth === 0 || i === list)
    : list < 0 && type.type === "list";
  return {
    rows,
    read,
    raw,
    path: isTooLong ? undefined : list < 0 ? path : path.slice(0, list + 1),
    elementPath: isSimple ? path.slice(list < 0 ? path.length : list + 1) : undefined,
    isCollected,
  };
}

/** Maximum length of paths that are read from texts: each name takes a pass over the value before it. */
const MAX_PATH = 4;

/**
 * Reads a member of the rows from `from` on: at least one row, and fewer than wanted if the values are long. Rows that are
 * texts are not parsed.
 *
 * @param visit receives each value. The rows end if it returns false.
 */
export function readBatch(
  { rows, path, read, raw }: MemberSource,
  from: number,
  end: number,
  visit: (value: Value) => boolean,
): void {
  const { texts } = rows;
  if (texts === undefined || from >= texts.count || path === undefined) {
    if (raw === undefined) {
      for (let row = from; row < end; row++) if (!visit(read(rows.at(row)))) return;
      return;
    }
    for (const value of readRaw(rows, raw, from, Math.min(end, from + MAX_RAW_ROWS)))
      if (!visit(raw.convert(value))) return;
    return;
  }
  const convert = rawReader(path, read);
  for (const value of texts.read(path, from, Math.min(end, texts.count))) if (!visit(convert(value))) return;
}

/** Reads a member of objects, like `readBatch`, but regardless of the length of the values. Undefined if that can take long. */
export function readObjects({ rows, raw }: MemberSource, from: number, end: number): Value[] | undefined {
  if (raw?.convertAll === undefined || (rows.texts !== undefined && from < rows.texts.count))
    return undefined;
  const values = readRaw(rows, raw, from, Math.min(end, from + MAX_RAW_ROWS));
  raw.convertAll(values);
  return values as Value[];
}

/**
 * Reads the values before any of them is looked at. The processor then waits for many of them at once, because objects and values
 * are scattered in memory.
 */
function readRaw(
  rows: RowList,
  { path: [key, inner], property }: RawMember,
  from: number,
  end: number,
): unknown[] {
  const values = new Array<unknown>(end - from);
  for (let i = 0; i < values.length; i++) values[i] = property(rows.at(from + i), key);
  if (inner === undefined) return values;
  for (let i = 0; i < values.length; i++) {
    const outer = values[i];
    values[i] = Array.isArray(outer) ? undefined : property(outer, inner);
  }
  return values;
}

/** Number of rows that are read at once. Batches of strings of 60 characters end after about as many. */
const MAX_RAW_ROWS = 512;

/** Returns a function that reads a member whose value in a text is known. */
export function rawReader(path: readonly string[], read: Reader): (raw: unknown) => Value {
  // A row that has only the member.
  const row: Record<string, unknown> = {};
  let parent = row;
  for (const name of path.slice(0, -1)) parent = parent[name] = {};
  const last = path.at(-1)!;
  return (raw) => {
    parent[last] = raw;
    return read(row);
  };
}

/** Reads a member of one row. */
export function readOne(source: MemberSource, row: number): Value {
  let found: Value = null;
  readBatch(source, row, row + 1, (value) => {
    found = value;
    return false;
  });
  return found;
}
