/**
 * Options of collations and their checks. Needs no collation data, so options can be checked before the data are
 * loaded.
 */
import { STRENGTHS, type Strength } from "../../order/strength.ts";

/** Options of a collation (UTS #35, Collation Settings). The locale determines the defaults. */
export interface CollationOptions {
  /**
   * Language tag; default `und` (root). Other options override keys of the tag, such as `-u-co-…`, `-u-kn` and
   * `-u-kf-…`.
   */
  readonly locale?: string;
  /** Last level that is compared. Default: `tertiary` in most locales. */
  readonly strength?: Strength;
  /** If true, sequences of digits are compared as numbers: `2` is before `10`. */
  readonly numeric?: boolean;
  /**
   * The case that is first if strings differ only by case. `off`: case is compared as part of the third level, lower
   * case first.
   */
  readonly caseFirst?: "upper" | "lower" | "off";
  /**
   * `shifted`: spaces and punctuation are compared only on the fourth level. `non-ignorable`: they are compared like
   * letters.
   */
  readonly alternate?: "non-ignorable" | "shifted";
  /**
   * If true, case is compared before the third level. With strength `primary`, letters and case are compared, but not
   * accents.
   */
  readonly caseLevel?: boolean;
  /** If true, accents are compared from the end of the string, as in Canadian French. */
  readonly backwards?: boolean;
  /** `shifted` applies to the groups from `space` up to this one, in the order of this type. */
  readonly maxVariable?: "space" | "punct" | "symbol" | "currency";
  /** Scripts and groups to move to the front, such as `["Grek", "Latn"]`; see reorder.ts. */
  readonly reorder?: readonly string[];
  /**
   * Maximum length of a string, in UTF-16 units. Longer strings throw. Default: no maximum, so that one long value does
   * not fail the comparison of a whole table. Time and memory are linear in the length.
   */
  readonly maxLength?: number;
}

export const OPTION_VALUES = {
  locale: "string",
  strength: STRENGTHS,
  numeric: [true, false],
  caseFirst: ["upper", "lower", "off"],
  alternate: ["non-ignorable", "shifted"],
  caseLevel: [true, false],
  backwards: [true, false],
  maxVariable: ["space", "punct", "symbol", "currency"],
  reorder: "strings",
  maxLength: "count",
} as const satisfies Readonly<
  Record<keyof CollationOptions, readonly (string | boolean)[] | "string" | "strings" | "count">
>;

/**
 * Checks the names and values of the options.
 * @throws RangeError for an unknown option or value
 */
export function checkOptions(options: CollationOptions): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(OPTION_VALUES, name)) {
      throw new RangeError(
        `Unknown collation option '${name}'. The options are: ${Object.keys(OPTION_VALUES).join(", ")}.`,
      );
    }
    const choice: readonly unknown[] | string = OPTION_VALUES[name as keyof CollationOptions];
    if (choice === "string") {
      if (typeof value !== "string")
        throw new RangeError(`The option '${name}' must be a language tag, such as 'sv'.`);
    } else if (choice === "strings") {
      if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
        throw new RangeError(`The option '${name}' must be a list of names, such as ['Grek', 'Latn'].`);
    } else if (choice === "count") {
      if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
        throw new RangeError(`The option '${name}' must be an integer >= 0, got ${showValue(value)}.`);
    } else if (typeof choice === "string" || !choice.includes(value)) {
      throw new RangeError(
        `The option '${name}' must be one of ${[...choice].join(", ")}, got ${showValue(value)}.`,
      );
    }
  }
}

function showValue(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
