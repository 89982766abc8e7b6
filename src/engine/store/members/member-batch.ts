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
}

export function memberSource(rows: RowList, member: ResolvedMember, read: Reader): MemberSource {
  const { path, lists } = member;
  const list = lists.findIndex((depth) => depth > 0);
  const isTooLong = path.length > MAX_PATH || path.some(isInherited);
  return { rows, read, path: isTooLong ? undefined : list < 0 ? path : path.slice(0, list + 1) };
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
  // A row that has only the member.
  const row: Record<string, unknown> = {};
  let parent = row;
  for (const name of path.slice(0, -1)) parent = parent[name] = {};
  const last = path.at(-1)!;
  for (const value of texts.read(path, from, Math.min(end, texts.count))) {
    parent[last] = value;
    if (!visit(read(row))) return;
  }
}
