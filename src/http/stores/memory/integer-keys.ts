import { canLearn, usableMember } from "../../../checker/member-gate.ts";
import type { MemoryCollection } from "../../../engine/store/collections/memory-collection.ts";
import { mapInTimeSlices } from "../../../engine/store/tasks/task.ts";
import { ownDataProperty } from "../../../values/read-path.ts";
import { isSafeInteger } from "../../../values/types.ts";

type Rows = Pick<MemoryCollection<object>, "catalog" | "asCollection">;

/** Next integer keys for rows in memory that are created without a key. */
export class IntegerKeys {
  readonly #collection: Rows;
  readonly #rows: () => Iterable<object>;
  readonly #property: string;
  readonly #milliseconds: number | undefined;
  readonly #limit: bigint;
  /** Undefined until a row needs the next key. */
  #greatest: IntegerKey | undefined;
  /** Greatest of the keys that were noted. */
  #greatestNoted: IntegerKey = 0;

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
    const key = collection.catalog.members.byName.get(collection.catalog.key!)!;
    this.#limit = isSafeInteger(key) ? BigInt(Number.MAX_SAFE_INTEGER) : 2n ** 63n - 1n;
  }

  get isRead(): boolean {
    return this.#greatest !== undefined;
  }

  /** Returns the next key; undefined if the greatest integer is in use. Requires that the keys are read. */
  take(): IntegerKey | undefined {
    const greatest = this.#greatest!;
    if (greatest >= this.#limit) return undefined;
    return (this.#greatest =
      greatest < Number.MAX_SAFE_INTEGER ? Number(greatest) + 1 : BigInt(greatest) + 1n);
  }

  /** Takes the key of a created row into account. */
  note(key: IntegerKey): void {
    this.#greatestNoted = greaterOf(this.#greatestNoted, key);
    if (this.#greatest !== undefined) this.#greatest = greaterOf(this.#greatest, key);
  }

  /** Reads the greatest key of all rows in time slices. */
  async read(): Promise<void> {
    const greatest = (await this.#readAggregate()) ?? (await this.#readRows());
    // Other requests can create rows in the meantime.
    this.#greatest = greaterOf(greaterOf(greatest, this.#greatestNoted), this.#greatest ?? 0);
  }

  /** Like `read`, without giving way to other work. */
  readNow(): void {
    let greatest: IntegerKey = 0;
    for (const row of this.#rows()) greatest = greaterOf(greatest, this.#keyOf(row));
    this.#greatest = greatest;
  }

  /** Returns undefined if the catalog does not allow it. */
  async #readAggregate(): Promise<IntegerKey | undefined> {
    const { catalog } = this.#collection;
    const key = usableMember(catalog, catalog.key!);
    if (key === undefined || !canLearn("order", key, catalog)) return undefined;
    const measures = [{ function: "max", member: catalog.key! }] as const;
    const result = await this.#collection
      .asCollection({ milliseconds: this.#milliseconds })
      .aggregate({}, { measures });
    return result.ok ? integerOf(result.groups[0]?.values[0]) : undefined;
  }

  async #readRows(): Promise<IntegerKey> {
    const milliseconds = this.#milliseconds;
    let greatest: IntegerKey = 0;
    for await (const key of mapInTimeSlices(this.#rows(), (row) => this.#keyOf(row), { milliseconds }))
      greatest = greaterOf(greatest, key);
    return greatest;
  }

  #keyOf(row: object): IntegerKey {
    return integerOf(ownDataProperty(row, this.#property));
  }
}

/** A number if it is a safe integer. */
type IntegerKey = number | bigint;

function greaterOf(a: IntegerKey, b: IntegerKey): IntegerKey {
  return b > a ? b : a;
}

/** Other values count as 0. */
function integerOf(value: unknown): IntegerKey {
  return typeof value === "bigint" || Number.isInteger(value) ? (value as IntegerKey) : 0;
}
