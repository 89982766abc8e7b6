import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Checked } from "../../checker/checked.ts";
import { buildColumn, type Column } from "./build-column.ts";
import type { Kernels } from "./kernels/kernels.ts";
import type { SortedCodes } from "./orders/sorted-codes.ts";
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
  readonly #sorted = new Map<string, SortedCodes>();

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

  /** The column of a member if it was asked for. */
  known(member: ResolvedMember): { readonly column: Column | undefined } | undefined {
    return this.#columns.get(columnKey(member));
  }

  /** The rows in an order for which no column has ranks. */
  sorted(key: string, make: () => SortedCodes): SortedCodes {
    let sorted = this.#sorted.get(key);
    if (sorted === undefined) {
      sorted = make();
      this.#sorted.set(key, sorted);
    }
    return sorted;
  }

  hasSorted(key: string): boolean {
    return this.#sorted.get(key)?.isReady === true;
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
    this.#sorted.clear();
  }
}

interface Known {
  readonly column: Column | undefined;
  readonly read: (row: unknown) => ReturnType<ReturnType<typeof memberReaderOf>>;
}
