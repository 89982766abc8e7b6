import type { Catalog, Member } from "../../../catalog/types.ts";
import { countUnreadable } from "../../../sql/compile/unreadable-values.ts";
import type { Dialect } from "../../../sql/dialect-types/dialect.ts";
import type { TableDefinition } from "../../../sql/tables/table-definition.ts";
import type { Session } from "../source.ts";

/** Number of rows in which values are counted. */
const COUNTED_ROWS = 10_000;

export interface UnreadableColumn {
  readonly member: Member;
  /** Message for users: how many of the column's values are read as null, and why. */
  readonly note: string;
}

/**
 * Returns the members of which some stored values are read as null, such as the date `infinity`.
 *
 * @param converted columns whose conversion makes some values null, by the names of their members.
 */
export async function unreadableColumns(
  catalog: Catalog,
  table: TableDefinition,
  converted: ReadonlyMap<string, string>,
  dialect: Dialect,
  session: Pick<Session, "all">,
): Promise<readonly UnreadableColumn[]> {
  const count = countUnreadable(catalog, table, dialect, converted, COUNTED_ROWS);
  if (count === undefined) return [];
  const [row = []] = await session.all(count.statement);
  const [rows = 0, ...unreadable] = row.map(Number);
  const range =
    rows < COUNTED_ROWS
      ? `of the values in its ${rows} ${rows === 1 ? "row" : "rows"}`
      : `of the values in its first ${COUNTED_ROWS.toLocaleString("en-US")} rows`;
  return count.members.flatMap((member, i) => {
    const valueCount = unreadable[i] ?? 0;
    if (valueCount === 0) return [];
    const verb = valueCount === 1 ? "is" : "are";
    return [
      {
        member,
        note: `${member.property}: ${valueCount} ${range} ${verb} ${REASONS[member.type]}, and read as null.`,
      },
    ];
  });
}

const REASONS: Readonly<Partial<Record<Member["type"], string>>> = {
  integer: "NaN or out of range",
  number: "NaN or infinite",
  date: "no day of the years 0001 to 9999, such as infinity or 0000-00-00",
  dateTime: "not within the years 0001 to 9999, such as infinity or 0000-00-00",
  time: "outside of one day",
};
