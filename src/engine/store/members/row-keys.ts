import { resolveMember, type ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { declaredReader } from "../../../evaluator/declared-value.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import type { Value } from "../../../values/types.ts";
import type { LiveBitmap } from "../kernels/live-bitmap.ts";
import type { RowList } from "../kernels/row-list.ts";
import { ShardedMap } from "../../../values/sharded-map.ts";
import { EVALUATIONS_PER_STEP, type Task } from "../tasks/task.ts";
import { countValue } from "../../../values/work.ts";
import { memberSource, readBatch } from "./member-batch.ts";
import { memberReaderOf } from "./member-reader.ts";
import { identityKey } from "../../aggregates/value-identity.ts";
import { functionTable } from "../../../functions/list.ts";

export type RowKey = string | number | bigint | boolean | Date;

/**
 * Row numbers by the catalog's key. Equal values are one key: 1 and 1n, or the same instant in two time
 * zones.
 */
export class RowKeys {
  readonly #read: Reader;
  readonly #member: ResolvedMember;
  readonly #type: string;
  readonly #rows = new ShardedMap<unknown, number>();

  /** @throws TypeError if the catalog has no key */
  constructor(catalog: Catalog, isPlain: boolean) {
    const member = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
    if (member === undefined)
      throw new TypeError(`Rows cannot be changed: the catalog ${catalog.name} has no key.`);
    const checked = { catalog, functions: functionTable(undefined), members: new Map() };
    const read = memberReaderOf(member, checked, isPlain);
    const declared = declaredReader(member.type);
    // The reader of plain rows leaves values that the type cannot read. They are no keys.
    const toReadable = (value: Value) => (value === null ? null : declared(value));
    this.#read = isPlain ? (row) => toReadable(read(row)) : read;
    this.#member = member;
    this.#type = member.type.type;
  }

  /** Adds the keys of the live rows. */
  *addAll(rows: RowList, live: LiveBitmap): Task<void> {
    const member = memberSource(rows, this.#member, this.#read);
    for (let row = 0; row < rows.length;) {
      const end = Math.min(row + EVALUATIONS_PER_STEP, rows.length);
      readBatch(member, row, end, (value) => {
        if (live.has(row)) this.set(this.normalize(value), row);
        row++;
        countValue(value);
        return true;
      });
      yield;
    }
  }

  /** Returns the normalized key of a row, or undefined if the row has no key. */
  keyOf(row: unknown): unknown {
    return this.normalize(this.#read(row));
  }

  normalize(value: Value): unknown {
    return identityKey(value, this.#type);
  }

  /** Returns the row number of a key. Requires a key that `keyOf` or `normalize` returned. */
  find(key: unknown): number | undefined {
    return this.#rows.get(key);
  }

  set(key: unknown, row: number): void {
    if (key !== undefined) this.#rows.set(key, row);
  }

  delete(key: unknown): void {
    this.#rows.delete(key);
  }
}
