import { compareCodePoints } from "./code-points.ts";
import type { Comparison } from "./strength.ts";
export interface TextCollator {
  readonly comparison: Comparison;
  readonly locale: string | undefined;
  compare(a: string, b: string): number;
  equals(a: string, b: string): boolean;
  contains(text: string, needle: string): boolean;
  startsWith(text: string, needle: string): boolean;
  endsWith(text: string, needle: string): boolean;
  readonly prepare: Record<"contains" | "startsWith" | "endsWith" | "equals", (needle: string) => (text: string) => boolean>;
}
const cache = new Map<string, TextCollator>();
const SENS = { primary: "base", secondary: "accent", tertiary: "variant", quaternary: "variant", identical: "variant" } as const;
export function getCollator(comparison: Comparison, locale?: string): TextCollator {
  const key = `${comparison} ${locale ?? ""}`;
  let found = cache.get(key);
  if (found === undefined) cache.set(key, (found = make(comparison, locale)));
  return found;
}
function make(comparison: Comparison, locale: string | undefined): TextCollator {
  const exact = comparison === "identical" || comparison === "codePoint";
  const intl = comparison === "codePoint" ? undefined : new Intl.Collator(locale ?? "en-US", { sensitivity: SENS[comparison] });
  const compare = intl === undefined ? compareCodePoints : comparison === "identical"
    ? (a: string, b: string) => a === b ? 0 : intl.compare(a, b) || compareCodePoints(a.normalize("NFD"), b.normalize("NFD")) || compareCodePoints(a, b)
    : (a: string, b: string) => intl.compare(a, b);
  const equals = exact ? (a: string, b: string) => a === b : (a: string, b: string) => compare(a, b) === 0;
  const bounds = (t: string) => [0, ...[...new Intl.Segmenter("en").segment(t)].map((s) => s.index + s.segment.length)];
  const contains = exact ? (t: string, n: string) => t.includes(n) : (t: string, n: string) => { const b = bounds(t); return n === "" || b.some((i) => b.some((j) => j >= i && equals(t.slice(i, j), n))); };
  const startsWith = exact ? (t: string, n: string) => t.startsWith(n) : (t: string, n: string) => n === "" || bounds(t).some((j) => equals(t.slice(0, j), n));
  const endsWith = exact ? (t: string, n: string) => t.endsWith(n) : (t: string, n: string) => n === "" || bounds(t).some((i) => equals(t.slice(i), n));
  return { comparison, locale, compare, equals, contains, startsWith, endsWith, prepare: {
    contains: (n) => (t) => contains(t, n), startsWith: (n) => (t) => startsWith(t, n), endsWith: (n) => (t) => endsWith(t, n), equals: (n) => (t) => equals(t, n) } };
}
