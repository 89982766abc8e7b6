/** The options of a collation, checked, and what they come to with those of its tailoring. */
import { STRENGTHS, type Strength } from "../strength.ts";
import { makeReorder } from "./reorder.ts";
import type { Root } from "./root.ts";
import type { Reorder, Settings } from "./settings.ts";
import type { CollationTable } from "./table.ts";
import type { Tailoring } from "./tailoring.ts";

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
const CHOICES: Readonly<
  Record<keyof CollationOptions, readonly (string | boolean)[] | "text" | "texts" | "count">
> = {
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
};

/**
 * Refuses options that there are none of, and values that an option does not have.
 *
 * @throws RangeError that lists what there is.
 */
export function checkOptions(options: CollationOptions): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(CHOICES, name)) {
      throw new RangeError(
        `A collation has no option '${name}'. It has: ${Object.keys(CHOICES).join(", ")}.`,
      );
    }
    const choice = CHOICES[name as keyof CollationOptions];
    if (choice === "text") {
      if (typeof value !== "string")
        throw new RangeError(`The option '${name}' is a language tag, such as 'sv'.`);
    } else if (choice === "texts") {
      if (!Array.isArray(value) || !value.every((each) => typeof each === "string"))
        throw new RangeError(`The option '${name}' is a list of names, such as ['Grek', 'Latn'].`);
    } else if (choice === "count") {
      if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
        throw new RangeError(`The option '${name}' is a whole number from 0 up.`);
    } else if (!choice.includes(value as string | boolean)) {
      throw new RangeError(`The option '${name}' is one of: ${choice.join(", ")}.`);
    }
  }
}

/** Where bits of a tailoring's own settings are. */
const SHIFTED = 4;
const CASE_LEVEL = 0x400;
const BACKWARDS = 0x800;

/** What the keys of a language tag say, as options. Values that there are none of count as not given, as `Intl` has it. */
function tagOptions(keywords: Tailoring["keywords"]): CollationOptions {
  const choose = <T extends string | boolean>(
    key: string,
    values: Readonly<Record<string, T>>,
  ): T | undefined => {
    const value = keywords.get(key);
    return value !== undefined && Object.hasOwn(values, value) ? values[value] : undefined;
  };
  const flag = { "": true, true: true, yes: true, false: false, no: false };
  const found = {
    strength: choose<Strength>("ks", {
      level1: "primary",
      level2: "secondary",
      level3: "tertiary",
      level4: "quaternary",
      identic: "identical",
    }),
    numeric: choose("kn", flag),
    caseFirst: choose<"upper" | "lower" | "off">("kf", {
      upper: "upper",
      lower: "lower",
      false: "off",
      no: "off",
    }),
    alternate: choose<"shifted" | "non-ignorable">("ka", { shifted: "shifted", noignore: "non-ignorable" }),
    caseLevel: choose("kc", flag),
    backwards: choose("kb", flag),
    maxVariable: choose<"space" | "punct" | "symbol" | "currency">("kv", {
      space: "space",
      punct: "punct",
      symbol: "symbol",
      currency: "currency",
    }),
    reorder: keywords.get("kr")?.split("-"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Puts together what options, language tag and tailoring say, in this order. */
export function settingsOf(
  given: CollationOptions,
  tailoring: Tailoring,
  root: Root,
  table: CollationTable,
): Settings {
  const options = {
    ...tagOptions(tailoring.keywords),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const [bits, reorder] = tailoring.name === undefined ? [0x2010, undefined] : tailoringHead(table.head);
  const caseBits = (bits >>> 8) & 3;
  const isShifted =
    options.alternate === undefined ? (bits & SHIFTED) !== 0 : options.alternate === "shifted";
  const groups = CHOICES.maxVariable as readonly string[];
  const group = options.maxVariable === undefined ? (bits >>> 4) & 7 : groups.indexOf(options.maxVariable);
  return {
    level:
      options.strength === undefined
        ? Math.min(5, ((bits >>> 12) & 15) + 1)
        : STRENGTHS.indexOf(options.strength) + 1,
    variableTop: isShifted ? root.variableTops[group]! + 1 : 0,
    caseFirst: options.caseFirst ?? (caseBits === 3 ? "upper" : caseBits === 2 ? "lower" : "off"),
    caseLevel: options.caseLevel ?? (bits & CASE_LEVEL) !== 0,
    backwards: options.backwards ?? (bits & BACKWARDS) !== 0,
    numeric: options.numeric ?? (bits & 2) !== 0,
    reorder: options.reorder === undefined ? reorder : makeReorder(root.scripts, options.reorder),
  };
}

function tailoringHead([bits = 0, ...rest]: readonly number[]): [number, Reorder | undefined] {
  if (rest.length === 0) return [bits, undefined];
  return [bits, { leads: Uint8Array.from(rest.slice(0, 256)), ranges: rest.slice(256) }];
}
