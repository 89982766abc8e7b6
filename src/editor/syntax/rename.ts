import { isDottedName } from "../../ast/spelling.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { firstIndexWhere } from "../../values/binary-search.ts";
import { stepsTo } from "./members.ts";
import { tokenAt, type Token } from "./tokens.ts";

/** Returns the part of a name that an edit at the offset replaces; undefined outside of names of members. */
export function renameRangeAt(
  tokens: readonly Token[],
  offset: number,
  catalog: Catalog | undefined,
): Span | undefined {
  const token = tokenAt(tokens, offset);
  return token !== undefined && isMemberName(tokens, token) ? partAt(token, offset, catalog) : undefined;
}

/** The part of a name that is renamed. */
export interface RenameTarget {
  /** The name up to the end of the part. */
  readonly beginning: string;
  /** Span of the part in the name. */
  readonly part: Span;
}

export function renameTargetAt(
  tokens: readonly Token[],
  offset: number,
  catalog: Catalog | undefined,
): RenameTarget | undefined {
  const token = tokenAt(tokens, offset);
  if (token === undefined || !isMemberName(tokens, token)) return undefined;
  const { start, end } = partAt(token, offset, catalog);
  const part = { start: start - token.start, end: end - token.start };
  return { beginning: token.text.slice(0, part.end), part };
}

export function renameEdits(
  tokens: readonly Token[],
  { beginning, part }: RenameTarget,
  name: string,
): readonly TextEdit[] {
  return tokens
    .filter((each) => isMemberName(tokens, each) && beginsWith(each.text, beginning))
    .map(({ start }) => ({ span: { start: start + part.start, end: start + part.end }, text: name }));
}

/** Returns why a name cannot be renamed. Undefined if it can. */
export function renameProblem(target: RenameTarget | undefined, name: string): string | undefined {
  if (target === undefined) return "There is no name of a member here.";
  if (name === "") return "Write the new name of the member.";
  return isDottedName(name) ? undefined : `${show(name)} cannot be the name of a member.`;
}

function beginsWith(name: string, beginning: string): boolean {
  return name === beginning || name.startsWith(`${beginning}.`);
}

function isMemberName(tokens: readonly Token[], token: Token): boolean {
  return token.kind === "name" && token.text !== "true" && token.text !== "false" && !isOption(tokens, token);
}

/** Whether a word is an option of a sort key, because a colon is before it. */
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
