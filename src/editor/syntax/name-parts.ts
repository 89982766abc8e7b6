import type { Catalog } from "../../catalog/types.ts";
import type { Span } from "../../diagnostics/span.ts";
import { firstIndexWhere } from "../../values/binary-search.ts";
import { stepsTo } from "./members.ts";
import type { Token } from "./tokens.ts";

/** Returns whether a word is an option of a sort key: a colon is before it. */
export function isOption(tokens: readonly Token[], token: Token): boolean {
  const index = indexOf(tokens, token);
  return index > 0 && tokens.at(index - 1)!.kind === "colon";
}

function indexOf(tokens: readonly Token[], { start }: Token): number {
  return firstIndexWhere(0, tokens.length, (i) => tokens.at(i)!.start >= start);
}

/**
 * Returns the part of a dotted name at an offset. A dot inside of the name of a member does not separate parts.
 *
 * @example partAt(token("owner.city"), 7, catalog) // the span of `city`
 */
export function partAt({ text, start }: Token, offset: number, catalog: Catalog | undefined): Span {
  const at = Math.min(Math.max(offset - start, 0), text.length);
  let from = 0;
  for (const part of partsOf(text, catalog)) {
    const to = from + part.length;
    if (at <= to) return { start: start + from, end: start + to };
    from = to + 1;
  }
  return { start, end: start + text.length };
}

function partsOf(text: string, catalog: Catalog | undefined): readonly string[] {
  const steps = catalog && stepsTo(catalog, text);
  return steps === undefined
    ? text.split(".")
    : steps.map(({ member, property, isKey }) => (isKey ? property : member.name));
}
