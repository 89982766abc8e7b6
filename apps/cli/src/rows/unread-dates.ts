/** Values of JSON that conditions, orders and groups read as null: their member has only dates or times in the first rows. */
import { cellText, type ResolvedMember } from "tamis/catalog";
import type { CheckedFilter, CheckedSortBy } from "tamis";
import { show } from "tamis/diagnostics";
import { isPlaceholder, isTemporalText, isTemporalType, type CellType, type Row } from "tamis/files";
import { getOwn, isJsonObject } from "../formats/own-members.ts";

type IsUnread = (row: Row) => { readonly name: string; readonly value: unknown } | undefined;

export class UnreadDates {
  #rows = 0;
  #first: { readonly name: string; readonly value: unknown } | undefined;
  readonly #inFilter: IsUnread;
  readonly #inMatch: IsUnread;

  private constructor(ofFilter: readonly ResolvedMember[], ofMatches: readonly ResolvedMember[]) {
    this.#inFilter = unreadOf(ofFilter);
    this.#inMatch = unreadOf([...ofFilter, ...ofMatches]);
  }

  /**
   * Returns undefined if no member is a date or time.
   * @param filter checked with the types of the first rows
   * @param sortBy order of the matching rows, checked in the same way
   * @param groups members of the matching rows that groups read
   */
  static of(
    filter: CheckedFilter,
    sortBy: CheckedSortBy | undefined,
    groups: readonly ResolvedMember[] = [],
  ): UnreadDates | undefined {
    const ofFilter = [...filter.members.values()].filter(isInstant);
    const ofMatches = [...(sortBy?.members.values() ?? []), ...groups].filter(isInstant);
    return ofFilter.length + ofMatches.length === 0 ? undefined : new UnreadDates(ofFilter, ofMatches);
  }

  /** Returns whether the filter can read all values of a row. */
  readonly isReadable = (row: Row): boolean => this.#inFilter(row) === undefined;

  /** Returns the filter, which then counts the rows that are not readable. */
  counting(matches: (row: unknown) => boolean): (row: unknown) => boolean {
    return (row) => {
      const isMatch = matches(row);
      if (isPlaceholder(row as Row)) return isMatch;
      const unread = (isMatch ? this.#inMatch : this.#inFilter)(row as Row);
      if (unread !== undefined) this.#rows++;
      this.#first ??= unread;
      return isMatch;
    };
  }

  note(): string | undefined {
    if (this.#first === undefined) return undefined;
    const { name, value } = this.#first;
    const rows = this.#rows === 1 ? "1 row has" : `${this.#rows} rows have`;
    return `${rows} values that are no dates or times, in members that have only these in the first rows. They count as null. The first is '${show(cellText(value))}' of ${show(name)}.`;
  }
}

function isInstant({ type: { type } }: ResolvedMember): boolean {
  return isTemporalType(type as CellType);
}

/** Returns the first value of a row that is not one of its member. */
function unreadOf(members: readonly ResolvedMember[]): IsUnread {
  return (row) => {
    for (const { path, type } of members) {
      let value: unknown = row;
      for (const name of path) value = isJsonObject(value) ? getOwn(value, name) : undefined;
      if (value === undefined || value === null) continue;
      if (typeof value !== "string" || !isTemporalText(value, type.type as "date"))
        return { name: path.join("."), value };
    }
    return undefined;
  };
}
