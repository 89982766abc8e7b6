import { formatJson, type ScalarDefinition } from "tamis/catalog";
import { show } from "tamis/diagnostics";

type Kind = "boolean" | "number" | "string" | "other";

/** Share of the values that must have one type, so that measures leave out the others. As for inferred catalogs. */
const MAJORITY_SHARE = 0.9;

/** Counts the types of a member's values in rows of files, where each row can have another type. */
export class MemberValues {
  readonly #counts: Record<Kind, number> = { boolean: 0, number: 0, string: 0, other: 0 };
  readonly #examples = new Map<Kind, string>();
  #hasFractions = false;
  /** True if some row has the member, even if its value is null. */
  isKnown = false;

  /** @param row number of the row in its file */
  add(value: unknown, row: number): void {
    if (value === undefined) return;
    this.isKnown = true;
    if (value === null) return;
    const kind = kindOf(value);
    if (this.#counts[kind]++ === 0) this.#examples.set(kind, `${printedValue(value)} in row ${row}`);
    // Numbers beyond 2^53 that are not bigints were written with an exponent or a fraction.
    if (kind === "number" && typeof value === "number" && !Number.isSafeInteger(value))
      this.#hasFractions = true;
  }

  /** Types of the values, the most frequent first. */
  get kinds(): readonly Kind[] {
    const { other, ...counts } = this.#counts;
    return (Object.entries({ ...counts, other }) as [Kind, number][])
      .filter(([, count]) => count > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([kind]) => kind);
  }

  get size(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count);
  }

  get hasMajority(): boolean {
    const [first] = this.kinds;
    return first === undefined || this.#counts[first] >= this.size * MAJORITY_SHARE;
  }

  /** Number of values of another type than the most frequent one. */
  get minority(): number {
    const [first] = this.kinds;
    return first === undefined ? 0 : this.size - this.#counts[first];
  }

  /** Type of the most frequent values. Dates and times are strings. Undefined without values, and for lists and objects. */
  get type(): ScalarDefinition["type"] | undefined {
    const [first] = this.kinds;
    if (first === "number") return this.#hasFractions ? "number" : "integer";
    return first === "other" ? undefined : first;
  }

  /** @example example("string") // "'twelve' in row 57" */
  example(kind: Kind): string {
    return this.#examples.get(kind)!;
  }
}

function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
    case "string":
      return "string";
    default:
      return "other";
  }
}

function printedValue(value: unknown): string {
  const text = typeof value === "string" ? `'${value}'` : formatJson(value);
  return show(text);
}
