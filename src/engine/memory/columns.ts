import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Checked } from "../../checker/checked.ts";
import { buildColumn, type Column } from "./build-column.ts";
import type { Kernels } from "./kernels/kernels.ts";
import { columnKey, memberReaderOf } from "./read-member.ts";
import type { Rows } from "./rows.ts";
import { TUNING, type Tuning } from "./tuning.ts";

/** The columns of some rows. Each is made when it is first asked for. */
export class Columns {
  readonly kernels: Kernels;
  readonly rows: Rows;
  readonly tuning: Tuning;
  readonly #isPlain: boolean;
  readonly #columns = new Map<string, Known>();
  readonly #ranks = new Map<string, Uint32Array>();

  constructor(rows: Rows, kernels: Kernels, isPlain: boolean, tuning: Tuning = TUNING) {
    this.rows = rows;
    this.kernels = kernels;
    this.tuning = tuning;
    this.#isPlain = isPlain;
  }

  /** The column of a member; undefined where it has none and rows are asked one by one. */
  get(member: ResolvedMember, checked: Checked): Column | undefined {
    const key = columnKey(member);
    let known = this.#columns.get(key);
    if (known === undefined) {
      const read = memberReaderOf(member, checked, this.#isPlain);
      known = { column: buildColumn(member, read, this.rows, this.kernels, this.tuning), read };
      this.#columns.set(key, known);
    }
    return known.column;
  }

  /** A number for each row that is made once; made anew after rows were added. */
  ranks(key: string, make: () => Uint32Array): Uint32Array {
    let ranks = this.#ranks.get(key);
    if (ranks?.length !== this.rows.length) {
      ranks = make();
      this.#ranks.set(key, ranks);
    }
    return ranks;
  }

  /**
   * Takes rows in at the end. A column whose form does not hold what comes is made anew when it is asked for. Where
   * there is no memory for them, no row is taken.
   */
  append(rows: readonly unknown[]): void {
    const before = this.rows.length;
    try {
      this.rows.add(rows);
      for (const [key, { column, read }] of this.#columns) {
        if (column?.append(rows.map((row) => read(row))) === true) continue;
        column?.release();
        this.#columns.delete(key);
      }
    } catch (error) {
      this.rows.truncate(before);
      this.release();
      throw error;
    }
  }

  release(): void {
    for (const { column } of this.#columns.values()) column?.release();
    this.#columns.clear();
  }
}

interface Known {
  readonly column: Column | undefined;
  readonly read: (row: unknown) => ReturnType<ReturnType<typeof memberReaderOf>>;
}
