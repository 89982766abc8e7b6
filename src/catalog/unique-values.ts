/*
 * Which properties of a sample of rows could be their key: named like one, and with a different value in every row.
 */

/** Names that say it all, best first. */
const NAMES = ["id", "_id", "uuid", "guid", "key", "fid", "oid", "pk", "rowid", "objectid"];

/** Endings that make a name that of a key: `reportId`, `report_id`, `WIKIDATAID`, `sortKey`. */
const ENDINGS = ["Id", "ID", "_id", "-id", "Key", "KEY", "_key", "-key", "Uuid", "UUID", "_uuid"];

export class UniqueValues {
  /** The values of a property; undefined once it is known to be no key. */
  readonly #values = new Map<string, Set<string | bigint> | undefined>();

  /** Adds a row, of which own data properties are read. */
  add(row: object): void {
    for (const property of Object.keys(row)) {
      if (!isNamedLikeKey(property)) continue;
      if (!this.#values.has(property)) this.#values.set(property, new Set());
      const values = this.#values.get(property);
      if (values === undefined) continue;
      const value = comparable(Object.getOwnPropertyDescriptor(row, property)?.value);
      const [first] = values;
      const fits = value !== undefined && (first === undefined || typeof first === typeof value);
      if (fits && !values.has(value)) values.add(value);
      else this.#values.set(property, undefined);
    }
  }

  /** The properties that have a different value in each of so many rows, best first. */
  candidates(rows: number): string[] {
    return [...this.#values]
      .filter(([, values]) => values?.size === rows)
      .map(([property]) => property)
      .sort((a, b) => rank(a) - rank(b));
  }
}

function isNamedLikeKey(property: string): boolean {
  return NAMES.includes(property.toLowerCase()) || ENDINGS.some((ending) => property.endsWith(ending));
}

function rank(property: string): number {
  const place = NAMES.indexOf(property.toLowerCase());
  return place < 0 ? NAMES.length : place;
}

/** A text, or an integer of either kind as the same value. */
function comparable(value: unknown): string | bigint | undefined {
  if (typeof value === "string" || typeof value === "bigint") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
}
