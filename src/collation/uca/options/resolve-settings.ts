import { STRENGTHS, type Strength } from "../../order/strength.ts";
import type { CollationTable } from "../tables/collation-table.ts";
import type { Root } from "../tables/root.ts";
import type { Tailoring } from "../tables/tailoring.ts";
import { OPTION_VALUES, type CollationOptions } from "./collation-options.ts";
import { makeReorder } from "./reorder.ts";
import type { Reorder, Settings } from "./settings.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/** Bits of the packed settings of a tailoring, as in ICU. */
const SHIFTED = 4;
const CASE_LEVEL = 0x400;
const BACKWARDS = 0x800;

/** Converts keys of a language tag (`-u-ks-level1`) to options. Unknown values are ignored, as in `Intl`. */
function tagOptions(keywords: Tailoring["keywords"]): CollationOptions {
  const choose = <T extends string | boolean>(
    key: string,
    values: Readonly<Record<string, T>>,
  ): T | undefined => {
    const value = keywords.get(key);
    return value !== undefined && Object.hasOwn(values, value) ? values[value] : undefined;
  };
  const flag = { "": true, true: true, yes: true, false: false, no: false };
  const settings = {
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
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * Returns the settings of a collation. Options take precedence over keys of the language tag, these over the
 * tailoring.
 */
export function settingsOf(
  input: CollationOptions,
  tailoring: Tailoring,
  root: Root,
  table: CollationTable,
): Settings {
  const options = ownProperties({
    ...tagOptions(tailoring.keywords),
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  });
  const [bits, reorder] = tailoring.name === undefined ? [0x2010, undefined] : tailoringHead(table.head);
  const caseBits = (bits >>> 8) & 3;
  const isShifted =
    options.alternate === undefined ? (bits & SHIFTED) !== 0 : options.alternate === "shifted";
  const groups: readonly string[] = OPTION_VALUES.maxVariable;
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
