import { requireText } from "../../diagnostics/require-argument.ts";
import { prepareEngine } from "./keyed-collation.ts";
import type { Engine } from "./engine.ts";
import { Elements } from "./elements/elements.ts";
import type { CollationOptions } from "./options/collation-options.ts";

/** All levels in the order in which they are compared. */
export const LEVELS = ["primary", "secondary", "case", "tertiary", "quaternary", "identical"] as const;
export type LevelName = (typeof LEVELS)[number];

export interface ExplainedLevel {
  readonly level: LevelName;
  /** Bytes of this level in the sort key of the left string, in hexadecimal. */
  readonly left: string;
  readonly right: string;
  /** Order of the two strings by this level alone: negative, 0 or positive. */
  readonly order: number;
}

export interface OrderExplanation {
  /** Order of the left and the right string: negative, 0 or positive. */
  readonly order: number;
  /** First level that differs; undefined if the strings are equal. */
  readonly decidedBy: LevelName | undefined;
  readonly levels: readonly ExplainedLevel[];
  /** Collation elements of each string, in hexadecimal: `[primary.secondary.tertiary]`. */
  readonly elements: readonly [left: readonly string[], right: readonly string[]];
}

/**
 * Explains the order of two strings level by level, up to the collation's strength.
 * @throws RangeError or Error, as `createCollation` does
 * @example explainOrder({ locale: "sv" }, "zebra", "ärlig").decidedBy // "primary"
 */
export function explainOrder(options: CollationOptions, left: string, right: string): OrderExplanation {
  requireText(left, "left");
  requireText(right, "right");
  const { engine } = prepareEngine(options);
  const difference = engine.difference(left, right);
  const names = LEVELS.filter((name) => usesLevel(engine, name));
  const [leftLevels, rightLevels] = [left, right].map((text) => levelsOf(engine.key(text).copy())) as [
    string[],
    string[],
  ];
  const levels = names.map((level, i) => {
    // The identical level has two parts: the code points of the NFD, and those of the string if other strings have
    // the same NFD.
    const [a, b] = [leftLevels, rightLevels].map((weights) =>
      level === "identical" ? weights.slice(i).join(" 01 ") : (weights[i] ?? ""),
    ) as [string, string];
    return { level, left: a, right: b, order: a === b ? 0 : a < b ? -1 : 1 };
  });
  return {
    order: Math.sign(difference),
    decidedBy: difference === 0 ? undefined : DECIDING_LEVELS[Math.abs(difference)],
    levels,
    elements: [elementsOf(engine, left), elementsOf(engine, right)],
  };
}

/** Name of the deciding level. Index: absolute value of `Engine.difference`. */
const DECIDING_LEVELS: readonly (LevelName | undefined)[] = [
  undefined,
  "primary",
  "secondary",
  "tertiary",
  "quaternary",
  "case",
  "identical",
];

function usesLevel({ settings }: Engine, name: LevelName): boolean {
  switch (name) {
    case "primary":
      return true;
    case "secondary":
      return settings.level >= 2;
    case "case":
      return settings.caseLevel;
    case "tertiary":
      return settings.level >= 3;
    case "quaternary":
      return settings.level >= 4;
    case "identical":
      return settings.level === 5;
  }
}

/** Splits a sort key into its levels, each as hexadecimal bytes. */
function levelsOf(key: Uint8Array): string[] {
  const levels: string[][] = [[]];
  for (const byte of key) {
    if (byte === 1) levels.push([]);
    else levels.at(-1)!.push(byte.toString(16).padStart(2, "0"));
  }
  return levels.map((bytes) => bytes.join(" "));
}

function elementsOf({ table, root, settings }: Engine, text: string): string[] {
  const elements = new Elements(table, root.properties, settings.numeric ? root.numericLead : 0);
  elements.fill(text);
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  return Array.from(
    { length: elements.size },
    (_, i) =>
      `[${hex(elements.primaries[i]!, 8)}.${hex(elements.lowers[i]! >>> 16, 4)}.${hex(elements.lowers[i]! & 0xffff, 4)}]`,
  );
}
