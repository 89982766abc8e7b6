/** Values of JSON that a filter reads as null: their member has only dates or times in the first rows. */
import { cellText } from "tamis/catalog";
import { defineCatalog, type CheckedFilter } from "tamis";
import { show } from "tamis/diagnostics";
import { unreadableMembers } from "tamis/evaluator";
import type { Row } from "tamis/files";
import { getOwn } from "../formats/own-members.ts";

export class UnreadDates {
  #rows = 0;
  #first: { readonly member: string; readonly text: string } | undefined;
  readonly #unreadable: (row: unknown) => readonly string[];

  private constructor(types: Readonly<Record<string, "date" | "time" | "dateTime">>) {
    this.#unreadable = unreadableMembers(defineCatalog({ name: "rows", members: types }));
  }

  /**
   * Returns undefined for a filter that compares no dates or times.
   * @param filter checked with the types of the first rows
   */
  static of({ members }: CheckedFilter): UnreadDates | undefined {
    const types = [...members].flatMap(
      ([
        { name },
        {
          type: { type },
        },
      ]) =>
        !name.includes(".") && (type === "date" || type === "time" || type === "dateTime")
          ? [[name, type] as const]
          : [],
    );
    return types.length === 0 ? undefined : new UnreadDates(Object.fromEntries(types));
  }

  /** Returns whether the filter can read all values of a row. */
  readonly isReadable = (row: Row): boolean => this.#unreadable(row).length === 0;

  /** Counts a row that is not readable. */
  readonly inspect = (row: Row): void => {
    const [member] = this.#unreadable(row);
    if (member === undefined) return;
    this.#rows++;
    this.#first ??= { member, text: cellText(getOwn(row, member)) };
  };

  note(): string | undefined {
    if (this.#first === undefined) return undefined;
    const { member, text } = this.#first;
    const rows = this.#rows === 1 ? "1 row has" : `${this.#rows} rows have`;
    return `${rows} values that are no dates or times, in members that have only these in the first rows. The filter reads them as null. The first is '${show(text)}' of ${show(member)}.`;
  }
}
