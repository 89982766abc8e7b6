import type { Expression, SortBy } from "../ast/nodes.ts";
import { requireObject, requireText } from "../diagnostics/require-argument.ts";
import { resolveLimits } from "../diagnostics/limits.ts";
import { workingFixes } from "../diagnostics/working-fixes.ts";
import { ConditionParts } from "./condition-parts.ts";
import type { BrokenText, ForeignReading, ForeignSyntax } from "./foreign/broken-text.ts";
import { readSpacedNames } from "./foreign/spaced-names.ts";
import { readFilter, readSortBy, type ParseOptions, type ParseResult } from "./read.ts";
import { ownProperty } from "../values/own-properties.ts";

/** Parses the text of a filter, and tries the fixes of its mistakes. */
export function parseFilterText(
  text: string,
  options: ParseOptions,
  foreign: ForeignSyntax | undefined,
): ParseResult<Expression> {
  return parseText(text, options, {
    read: readFilter,
    readForeign: foreign?.readFilter,
    partialOf: (partial, tree) => ({ ...partial, expressions: [tree] }),
  });
}

/** Like `parseFilterText`, for a sort. */
export function parseSortByText(
  text: string,
  options: ParseOptions,
  foreign: ForeignSyntax | undefined,
): ParseResult<SortBy> {
  return parseText(text, options, {
    read: readSortBy,
    readForeign: foreign?.readSortBy,
    partialOf: (partial, { keys }) => ({ ...partial, keys }),
  });
}

type PartialOf<T extends Expression | SortBy> = NonNullable<ParseResult<T>["partial"]>;

/** The differences between filters and sorts. */
interface TextKind<T extends Expression | SortBy> {
  readonly read: (text: string, options: ParseOptions) => ParseResult<T>;
  /** Undefined if texts of other languages are not read. */
  readonly readForeign: ((broken: BrokenText) => ForeignReading<T> | undefined) | undefined;
  /** Returns the partial tree of a text in another language, which was translated to `tree`. */
  readonly partialOf: (partial: PartialOf<T>, tree: T) => PartialOf<T>;
}

function parseText<T extends Expression | SortBy>(
  text: string,
  options: ParseOptions,
  kind: TextKind<T>,
): ParseResult<T> {
  requireText(text, "text");
  requireObject(options, "options");
  const read = (each: string) => kind.read(each, options);
  const result = read(text);
  if (result.expression !== undefined) return result;
  const limits = resolveLimits(ownProperty(options, "limits"));
  const catalog = ownProperty(options, "catalog");
  const withForeign = (each: string, own: ParseResult<T>): ParseResult<T> => {
    if (own.expression !== undefined || own.partial === undefined) return own;
    const foreign = kind.readForeign?.({ text: each, found: own.diagnostics, limits, catalog, parse: read });
    if (foreign === undefined) return own;
    const { diagnostic: found, tree } = foreign;
    const partial = tree === undefined ? own.partial : kind.partialOf(own.partial, tree);
    return { ...own, partial, diagnostics: [found] };
  };
  const readWhole = (each: string, own = read(each)) =>
    own.expression === undefined ? withForeign(each, withWorkingFixes(each, own, read)) : own;
  const whole = readWhole(text, result);
  const spaced = readSpacedNames(
    text,
    ownProperty(options, "catalog"),
    (each) => readWhole(each).diagnostics,
  );
  if (spaced !== undefined) return { ...whole, diagnostics: [spaced] };
  // A fixed text is parsed like the given one, including the reading as another language: the fix may uncover such syntax.
  return withWorkingFixes(text, whole, (each) => withForeign(each, read(each)));
}

/**
 * Maximum number of characters that are parsed again to try the fixes of one text. It bounds the time for hostile texts to
 * that of a few texts of the maximum length. Fixes beyond it are not offered.
 */
const maxRetriedCharacters = 262_144;

/** Removes the fixes that leave their mistake or make another one. Each fix is tried on its own. */
function withWorkingFixes<T extends Expression | SortBy>(
  text: string,
  result: ParseResult<T>,
  parse: (text: string) => ParseResult<T>,
): ParseResult<T> {
  let characters = 0;
  const canRead = (more: number) => (characters += more) <= maxRetriedCharacters;
  const parts = new ConditionParts(text, result.diagnostics, (each) => parse(each).diagnostics);
  const diagnostics = workingFixes(result.diagnostics, (fix, found) => parts.try(fix, found, canRead));
  return { ...result, diagnostics };
}
