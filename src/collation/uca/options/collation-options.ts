/** Independent of the data, so options are checked without loading it. */
import { STRENGTHS, type Strength } from "../../order/strength.ts";

/** UTS #35, Collation Settings. The locale determines the defaults. */
export interface CollationOptions {
  /** Language tag; default `und` (root). Options override its keys, such as `-u-co-…`, `-u-kn` and `-u-kf-…`. */
  readonly locale?: string;
  /** Default: `tertiary`. */
  readonly strength?: Strength;
  /** Compare sequences of digits as numbers: `2` before `10`. */
  readonly numeric?: boolean;
  /** Case that is first if only case differs. `off`: lower case first, on the third level. */
  readonly caseFirst?: "upper" | "lower" | "off";
  /** `shifted`: spaces and punctuation count on the fourth level only. `non-ignorable`: they count like letters. */
  readonly alternate?: "non-ignorable" | "shifted";
  /** Compare case before the third level. With `primary`: letters and case, but no accents. */
  readonly caseLevel?: boolean;
  /** Compare accents from the end of the string, as in Canadian French. */
  readonly backwards?: boolean;
  /** Last group that `shifted` applies to, in this order. */
  readonly maxVariable?: "space" | "punct" | "symbol" | "currency";
  /** Scripts and groups to move to the front, such as `["Grek", "Latn"]`; see reorder.ts. */
  readonly reorder?: readonly string[];
  /** In UTF-16 units; default 1,048,576. */
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

/** @throws RangeError for an unknown option or value */
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
      if (!Array.isArray(value) || !value.every((each) => typeof each === "string"))
        throw new RangeError(`The option '${name}' must be a list of names, such as ['Grek', 'Latn'].`);
    } else if (choice === "count") {
      if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
        throw new RangeError(`The option '${name}' must be an integer >= 0, got ${shown(value)}.`);
    } else if (typeof choice === "string" || !choice.includes(value)) {
      throw new RangeError(
        `The option '${name}' must be one of ${[...choice].join(", ")}, got ${shown(value)}.`,
      );
    }
  }
}

function shown(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
