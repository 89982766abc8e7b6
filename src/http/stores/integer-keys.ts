import { canLearn, usableMember } from "../../checker/member-gate.ts";
import type { MemoryCollection } from "../../engine/store/collections/memory-collection.ts";
import { mapInTimeSlices } from "../../engine/store/tasks/task.ts";
import { ownDataProperty } from "../../values/read-path.ts";

type Rows = Pick<MemoryCollection<object>, "catalog" | "asCollection">;

/** Next integer keys for rows in memory that are created without a key. */
export class IntegerKeys {
  readonly #collection: Rows;
  readonly #rows: () => Iterable<object>;
  readonly #property: string;
  readonly #milliseconds: number | undefined;
  /** Undefined until a row needs the next key. */
  #greatest: number | undefined;
  /** Greatest of the keys that were noted. */
  #greatestNoted = 0;

  /**
   * @param rows returns the live rows
   * @param property property of the rows that has the key
   * @param milliseconds length of a time slice
   */
  constructor(
    collection: Rows,
    rows: () => Iterable<object>,
    property: string,
    milliseconds: number | undefined,
  ) {
    this.#collection = collection;
    this.#rows = rows;
    this.#property = property;
    this.#milliseconds = milliseconds;
  }

  get isRead(): boolean {
    return this.#greatest !== undefined;
  }

  /** Returns the next key. Requires that the keys are read. */
  take(): number {
    return (this.#greatest = this.#greatest! + 1);
  }

  /** Takes the key of a created row into account. */
  note(key: number): void {
    this.#greatestNoted = Math.max(this.#greatestNoted, key);
    if (this.#greatest !== undefined) this.#greatest = Math.max(this.#greatest, key);
  }

  /** Reads the greatest key of all rows in time slices. */
  async read(): Promise<void> {
    const greatest = (await this.#readAggregate()) ?? (await this.#readRows());
    // Other requests can create rows in the meantime.
    this.#greatest = Math.max(greatest, this.#greatestNoted, this.#greatest ?? 0);
  }

  /** Like `read`, without giving way to other work. */
  readNow(): void {
    let greatest = 0;
    for (const row of this.#rows()) greatest = Math.max(greatest, this.#keyOf(row));
    this.#greatest = greatest;
  }

  /** Returns undefined if the catalog does not allow it. */
  async #readAggregate(): Promise<number | undefined> {
    const { catalog } = this.#collection;
    const key = usableMember(catalog, catalog.key!);
    if (key === undefined || !canLearn("order", key, catalog)) return undefined;
    const measures = [{ function: "max", member: catalog.key! }] as const;
    const result = await this.#collection
      .asCollection({ milliseconds: this.#milliseconds })
      .aggregate({}, { measures });
    return result.ok ? Number(result.groups[0]?.values[0] ?? 0) : undefined;
  }

  async #readRows(): Promise<number> {
    const milliseconds = this.#milliseconds;
    let greatest = 0;
    for await (const key of mapInTimeSlices(this.#rows(), (row) => this.#keyOf(row), { milliseconds }))
      greatest = Math.max(greatest, key);
    return greatest;
  }

  #keyOf(row: object): number {
    return Number(ownDataProperty(row, this.#property)) || 0;
  }
}
