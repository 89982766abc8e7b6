import { combinationsOf, FALSE, TRUE, UNKNOWN } from "./truth.ts";

/** The values of a subject for which the atoms have the same results. */
export interface ValueCell {
  /** Result of each atom of the subject, as a mask with one bit. */
  readonly masks: readonly number[];
  readonly isNull: boolean;
  /** Known values of the cell. A cell without known values may be empty. */
  readonly witnesses: readonly unknown[];
}

/** Maximum number of cells of one subject. */
const maxCells = 600;
/** Maximum number of cells of lists. */
const maxLists = 300;
const maxWitnesses = 3;

/** Collects the cells of a subject. */
export class Outcomes {
  isComplete = true;
  readonly #cells = new Map<string, { masks: readonly number[]; isNull: boolean; witnesses: unknown[] }>();

  add(masks: readonly number[], isNull: boolean, witness: unknown): void {
    const cell = this.#cell(masks, isNull);
    if (cell !== undefined && cell.witnesses.length < maxWitnesses) cell.witnesses.push(witness);
  }

  /** Adds a cell that may be empty. */
  addVirtual(masks: readonly number[]): void {
    this.#cell(masks, false);
  }

  /** Adds a cell for each combination of results that the masks allow. They may be empty. */
  addFree(masks: readonly number[]): void {
    const combinations = combinationsOf(masks, maxCells);
    if (combinations === undefined) {
      this.isComplete = false;
      return;
    }
    for (const combination of combinations) this.addVirtual(combination);
  }

  /**
   * Adds the cells of lists whose elements are in the cells of `elements`. A test of elements is true for a list if it is true
   * for one of them, and false if it is false for all of them. So the results of two lists determine those of the joined list.
   *
   * @param fixed masks of the other tests
   */
  addLists(
    elements: Outcomes,
    isOfElements: readonly boolean[],
    fixed: readonly number[],
    evaluate: (list: readonly unknown[]) => readonly number[],
  ): void {
    if (!elements.isComplete) this.isComplete = false;
    const single = elements.cells();
    const lists = new Map<string, { masks: readonly number[]; list: readonly unknown[] | undefined }>();
    const pending: { masks: readonly number[]; list: readonly unknown[] | undefined }[] = [];
    const note = (masks: readonly number[], list: readonly unknown[] | undefined) => {
      const key = masks.join();
      const existing = lists.get(key);
      if (existing !== undefined && (existing.list !== undefined || list === undefined)) return;
      if (lists.size >= maxLists) {
        this.isComplete = false;
        return;
      }
      lists.set(key, { masks, list });
      pending.push({ masks, list });
    };
    for (const { masks, witnesses } of single)
      note(masks, witnesses.length === 0 ? undefined : [witnesses[0]]);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { masks, list } = next;
      for (const cell of single) {
        const joined = masks.map((mask, i) => joinedMask(mask, cell.masks[i]!));
        const witness = cell.witnesses[0];
        note(joined, list === undefined || cell.witnesses.length === 0 ? undefined : [...list, witness]);
      }
    }
    for (const { masks, list } of lists.values()) {
      if (list !== undefined) this.add(evaluate(list), false, list);
      this.addFree(masks.map((mask, i) => (isOfElements[i] === true ? mask : fixed[i]!)));
    }
  }

  cells(): readonly ValueCell[] {
    return [...this.#cells.values()];
  }

  #cell(masks: readonly number[], isNull: boolean) {
    const key = `${isNull ? "null" : ""} ${masks.join()}`;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      if (this.#cells.size >= maxCells) {
        this.isComplete = false;
        return undefined;
      }
      cell = { masks, isNull, witnesses: [] };
      this.#cells.set(key, cell);
    }
    return cell;
  }
}

/** Returns the result of a test of elements for two joined lists: true if one is true, else unknown if one is unknown, else false. */
function joinedMask(a: number, b: number): number {
  if (a === TRUE || b === TRUE) return TRUE;
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : FALSE;
}
