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
  const read = (source: string) => kind.read(source, options);
  const result = read(text);
  if (result.expression !== undefined) return result;
  const limits = resolveLimits(ownProperty(options, "limits"));
  const catalog = ownProperty(options, "catalog");
  const withForeign = (source: string, parsed: ParseResult<T>): ParseResult<T> => {
    if (parsed.expression !== undefined || parsed.partial === undefined) return parsed;
    const foreign = kind.readForeign?.({
      text: source,
      found: parsed.diagnostics,
      limits,
      catalog,
      parse: read,
    });
    if (foreign === undefined) return parsed;
    const { diagnostic, tree } = foreign;
    const partial = tree === undefined ? parsed.partial : kind.partialOf(parsed.partial, tree);
    return { ...parsed, partial, diagnostics: [diagnostic] };
  };
  const readWhole = (source: string, parsed = read(source)) =>
    parsed.expression === undefined ? withForeign(source, withWorkingFixes(source, parsed, read)) : parsed;
  const fullResult = readWhole(text, result);
  const spaced = readSpacedNames(
    text,
    ownProperty(options, "catalog"),
    (source) => readWhole(source).diagnostics,
  );
  if (spaced !== undefined) return { ...fullResult, diagnostics: [spaced] };
  // A fixed text is parsed like the given one, including the reading as another language: the fix may uncover such syntax.
  return withWorkingFixes(text, fullResult, (source) => withForeign(source, read(source)));
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
  const parts = new ConditionParts(text, result.diagnostics, (source) => parse(source).diagnostics);
  const diagnostics = workingFixes(result.diagnostics, (fix, problem) => parts.try(fix, problem, canRead));
  return { ...result, diagnostics };
}
