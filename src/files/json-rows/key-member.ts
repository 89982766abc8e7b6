/** Adds the name that an object has in its parent to the object. */
import { hasMovedName, hasOrder, keepOrder, namesInOrder } from "../../values/json/member-order.ts";
import type { ReadingNote } from "../rows/reading-fault.ts";
import { setOwnProperty } from "../../values/own-properties.ts";
import type { FileRow } from "../rows/row.ts";

const KEY = "key";

export class KeyMember {
  #name = KEY;
  #number = 1;
  readonly #onNote: ((note: ReadingNote) => void) | undefined;

  constructor(onNote: ((note: ReadingNote) => void) | undefined) {
    this.#onNote = onNote;
  }

  /**
   * Returns the row with a first member `key`. If a row has this member, the first unused name of key_2, key_3 … is used, also
   * for all later rows.
   */
  add(row: FileRow, key: string): FileRow {
    if (Object.hasOwn(row, this.#name)) {
      do this.#name = `${KEY}_${++this.#number}`;
      while (Object.hasOwn(row, this.#name));
      this.#onNote?.({
        text: `rows have a member '${KEY}' of their own, so '*' of the path is the member '${this.#name}'`,
      });
    }
    const keyed: FileRow = {};
    setOwnProperty(keyed, this.#name, key);
    const names = namesInOrder(row);
    for (const name of names) setOwnProperty(keyed, name, row[name]);
    return hasOrder(row) || hasMovedName(names) ? keepOrder(keyed, [this.#name, ...names]) : keyed;
  }
}
