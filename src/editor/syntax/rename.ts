import { isDottedName } from "../../ast/spelling.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { isOption, partAt } from "./name-parts.ts";
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
    .filter((token) => isMemberName(tokens, token) && beginsWith(token.text, beginning))
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
