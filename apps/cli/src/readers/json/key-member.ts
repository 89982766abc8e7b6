/** Adds the name that an object has in its parent to the object. */
import { hasMovedName, hasOrder, keepOrder, namesInOrder } from "tamis/catalog";
import { setOwn } from "../../formats/own-members.ts";
import type { Row } from "../../formats/row.ts";

const KEY = "key";

export class KeyMember {
  #name = KEY;
  #number = 1;
  readonly #onNote: ((text: string) => void) | undefined;

  constructor(onNote: ((text: string) => void) | undefined) {
    this.#onNote = onNote;
  }

  /**
   * Returns the row with a first member `key`. If a row has this member, the first unused name of key_2, key_3 … is used, also
   * for all later rows.
   */
  add(row: Row, key: string): Row {
    if (Object.hasOwn(row, this.#name)) {
      do this.#name = `${KEY}_${++this.#number}`;
      while (Object.hasOwn(row, this.#name));
      this.#onNote?.(
        `rows have a member '${KEY}' of their own, so '*' of --path is the member '${this.#name}'`,
      );
    }
    const keyed: Row = {};
    setOwn(keyed, this.#name, key);
    const names = namesInOrder(row);
    for (const name of names) setOwn(keyed, name, row[name]);
    return hasOrder(row) || hasMovedName(names) ? keepOrder(keyed, [this.#name, ...names]) : keyed;
  }
}
