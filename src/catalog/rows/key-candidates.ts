import { namesInOrder } from "../../values/json/member-order.ts";
const KEY_NAMES = ["id", "_id", "uuid", "guid", "key", "fid", "oid", "pk", "rowid", "objectid"];

const KEY_NAME_SUFFIXES = ["Id", "ID", "_id", "-id", "Key", "KEY", "_key", "-key", "Uuid", "UUID", "_uuid"];

export class KeyCandidates {
  /** Values of each property that is named like a key. Undefined once the property has repeated or unsuitable values. */
  readonly #values = new Map<string, Set<string | bigint> | undefined>();

  add(row: object): void {
    for (const property of namesInOrder(row)) {
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

  /** Returns the properties with a different value in each of the `rows` rows, the most likely key first. */
  candidates(rows: number): string[] {
    return [...this.#values]
      .filter(([, values]) => values?.size === rows)
      .map(([property]) => property)
      .sort((a, b) => rank(a) - rank(b));
  }
}

function isNamedLikeKey(property: string): boolean {
  return (
    KEY_NAMES.includes(property.toLowerCase()) ||
    KEY_NAME_SUFFIXES.some((ending) => property.endsWith(ending))
  );
}

function rank(property: string): number {
  const index = KEY_NAMES.indexOf(property.toLowerCase());
  return index < 0 ? KEY_NAMES.length : index;
}

/** Converts integers to bigints, so that 1 equals 1n. */
function comparable(value: unknown): string | bigint | undefined {
  if (typeof value === "string" || typeof value === "bigint") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
}
