/** The options of a collation and their values. Apart from what they come to, so that checking them loads no data. */
import { STRENGTHS, type Strength } from "../../order/strength.ts";

/** What a collation is to do. All that is not given is as the locale has it. */
export interface CollationOptions {
  /** A language tag, `und` (root) if none is given. `-u-co-…`, `-u-kn` and `-u-kf-…` count, unless options say else. */
  readonly locale?: string;
  /** How fine differences count. `tertiary` if it is not given. */
  readonly strength?: Strength;
  /** Whether runs of digits order as numbers: `2` before `10`. */
  readonly numeric?: boolean;
  /** Whether capitals come first, or small letters, where only case differs; `off` for the locale-free rule. */
  readonly caseFirst?: "upper" | "lower" | "off";
  /** `shifted`: spaces and punctuation count at quaternary alone. `non-ignorable`: as any character. */
  readonly alternate?: "non-ignorable" | "shifted";
  /** Whether case counts before the third level. With `primary`: letters and case, no accents. */
  readonly caseLevel?: boolean;
  /** Whether accents are compared from the end of a text, as Canadian French does. */
  readonly backwards?: boolean;
  /** What counts as variable with `shifted`: spaces, also punctuation, also symbols, also currency signs. */
  readonly maxVariable?: "space" | "punct" | "symbol" | "currency";
  /** Scripts and groups to put in front, such as `["Grek", "Latn"]`; see reorder.ts. */
  readonly reorder?: readonly string[];
  /** The longest text in UTF-16 units that is taken; 1,048,576 if not given. */
  readonly maxLength?: number;
}

/** The values of each option, and the one list of options. */
export const OPTION_VALUES = {
  locale: "text",
  strength: STRENGTHS,
  numeric: [true, false],
  caseFirst: ["upper", "lower", "off"],
  alternate: ["non-ignorable", "shifted"],
  caseLevel: [true, false],
  backwards: [true, false],
  maxVariable: ["space", "punct", "symbol", "currency"],
  reorder: "texts",
  maxLength: "count",
} as const satisfies Readonly<
  Record<keyof CollationOptions, readonly (string | boolean)[] | "text" | "texts" | "count">
>;

/**
 * Refuses options that there are none of, and values that an option does not have.
 *
 * @throws RangeError that lists what there is.
 */
export function checkOptions(options: CollationOptions): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(OPTION_VALUES, name)) {
      throw new RangeError(
        `A collation has no option '${name}'. It has: ${Object.keys(OPTION_VALUES).join(", ")}.`,
      );
    }
    const choice: readonly unknown[] | string = OPTION_VALUES[name as keyof CollationOptions];
    if (choice === "text") {
      if (typeof value !== "string")
        throw new RangeError(`The option '${name}' is a language tag, such as 'sv'.`);
    } else if (choice === "texts") {
      if (!Array.isArray(value) || !value.every((each) => typeof each === "string"))
        throw new RangeError(`The option '${name}' is a list of names, such as ['Grek', 'Latn'].`);
    } else if (choice === "count") {
      if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
        throw new RangeError(`The option '${name}' is a whole number from 0 up.`);
    } else if (typeof choice === "string" || !choice.includes(value)) {
      throw new RangeError(`The option '${name}' is one of: ${[...choice].join(", ")}.`);
    }
  }
}
