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
  /** Whether null elements are left out, and empty lists are null: the list was collected through other lists. */
  readonly isCollected: boolean;
}

export function memberSource(rows: RowList, resolved: ResolvedMember, read: Reader): MemberSource {
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
  { rows, path, read }: MemberSource,
  from: number,
  end: number,
  visit: (value: Value) => boolean,
): void {
  const { texts } = rows;
  if (texts === undefined || from >= texts.count || path === undefined) {
    for (let row = from; row < end; row++) if (!visit(read(rows.at(row)))) return;
    return;
  }
  const convert = rawReader(path, read);
  for (const value of texts.read(path, from, Math.min(end, texts.count))) if (!visit(convert(value))) return;
}

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
  let memberValue: Value = null;
  readBatch(source, row, row + 1, (value) => {
    memberValue = value;
    return false;
  });
  return memberValue;
}
