import { check } from "../../src/checker/check.ts";
import { createParseCache } from "../../src/parser/cache.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { randomNumbers } from "../harness.ts";
import { rowCatalog } from "../row-catalog.ts";

export const PARSED = "tamis: parseFilter";
export const CHECKED = "tamis: parse and check with a catalog";
export const REPEATED = "tamis: a text parsed before (cache)";

const cache = createParseCache();

/** Parsers. They return undefined if a text is not valid. */
export const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  [PARSED]: (text) => parseFilter(text).expression,
  [CHECKED]: (text) => check(parseFilter(text).expression!, rowCatalog).filter,
  [REPEATED]: (text) => cache.parseFilter(text).expression,
};

export const SIZES = ["160 B", "2.1 KB"] as const;
export type Size = (typeof SIZES)[number];

/** Number of texts of each size. Several, so that no parser is optimized for a single text. */
export const VARIANTS = 64;

/** Returns the filters of a size, the same ones in every run. */
export function filterTexts(size: Size): string[] {
  const next = randomNumbers(SIZES.indexOf(size) + 2);
  return Array.from({ length: VARIANTS }, () =>
    flat(
      size === "160 B"
        ? filterText(next)
        : `or(${Array.from({ length: 13 }, () => filterText(next)).join()})`,
    ),
  );
}

function filterText(next: () => number): string {
  const text = (length: number) =>
    `'${Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(next() * 26)]!).join("")}'`;
  return (
    `and(eq(name,${text(20)}),gt(size,${1_000_000 + Math.floor(next() * 9_000_000)}),` +
    `or(startsWith(createdBy,${text(4)}),in(state,${text(7)},${text(6)},${text(9)})),ne(description,${text(17)}))`
  );
}

/** Flattens a concatenated string (rope). Reading a rope costs up to 1.4 times as much. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
