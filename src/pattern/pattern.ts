import { Automaton } from "./automaton.ts";
import { PatternError } from "./pattern-cursor.ts";
import { parsePattern } from "./parse-pattern.ts";
import { compileProgram } from "./program.ts";
import { re2js } from "./re2js.ts";
import { compileShape, startsWithGap } from "./literal-shapes.ts";
import { requiredLiteralsOfTree } from "./required-literals.ts";
import type { PatternTree } from "./pattern-tree.ts";

/*
 * Patterns in RE2 syntax, matched against whole texts in time linear in the text, whatever the pattern. There is no
 * look-around and no back-reference. As RE2 has it: `.` takes any code point but a newline (U+000A alone) unless
 * `(?s)` is on; `^` and `$` are the ends of the text unless `(?m)` makes them those of lines; `\d`, `\w`, `\s` and
 * `\b` are of ASCII; `(?i)` folds case by Unicode, so that `(?i)k` takes the Kelvin sign. Rule: grammar.md, "Patterns".
 *
 * A pattern is run by the first of these that can: searches for its texts (shapes.ts), an automaton of our own
 * (automaton.ts), the RE2 engine. All three give the same answers.
 */

export interface Pattern {
  readonly source: string;
  /** Whether the whole text matches. Never throws; takes time linear in the text. */
  matches(text: string): boolean;
}

export type PatternResult =
  | { readonly ok: true; readonly pattern: Pattern }
  | {
      readonly ok: false;
      /** In plain words, without a full stop. */
      readonly reason: string;
      /** Where in the pattern, in UTF-16 code units. */
      readonly offset: number;
      /** True if the pattern may be right but is larger than a limit. */
      readonly tooLarge?: boolean;
    };

/** UTF-16 code units of a pattern, where nothing else is set. */
const DEFAULT_LIMIT = 1_000;

/**
 * Compiles a pattern. Patterns in use are remembered, so that the same text is not compiled twice.
 *
 * @param limit the most UTF-16 code units that the pattern may have
 * @example
 * const result = compilePattern("sales-.*");
 * if (result.ok) result.pattern.matches("sales-2024"); // true
 */
export function compilePattern(source: string, limit: number = DEFAULT_LIMIT): PatternResult {
  if (source.length > limit) {
    return { ok: false, reason: `a pattern has at most ${limit} characters`, offset: limit, tooLarge: true };
  }
  const known = cache.get(source);
  if (known !== undefined) {
    // The order of the map is that of the last use.
    cache.delete(source);
    cache.set(source, known);
    return { ok: true, pattern: known };
  }
  try {
    const pattern = new CompiledPattern(source, parsePattern(source));
    remember(pattern);
    return { ok: true, pattern };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { message: reason, offset, tooLarge } = error;
    return tooLarge ? { ok: false, reason, offset, tooLarge } : { ok: false, reason, offset };
  }
}

class CompiledPattern implements Pattern {
  readonly source: string;
  readonly matches: (text: string) => boolean;
  /** Memory beside the source, roughly, in bytes: it grows while texts are matched. */
  bytes: () => number = () => 0;

  constructor(source: string, tree: PatternTree) {
    this.source = source;
    this.matches = compileShape(tree) ?? (hasForeignPart(tree) ? this.#engine() : this.#automaton(tree));
  }

  #automaton(tree: PatternTree): (text: string) => boolean {
    const automaton = new Automaton(compileProgram(tree));
    // Without a leading gap, the automaton stops at the first wrong character anyway.
    const required = startsWithGap(tree) ? requiredLiteralsOfTree(tree).inner : "";
    let engine: ((text: string) => boolean) | undefined;
    this.bytes = () => automaton.bytes;
    return (text) => {
      if (required.length > 1 && !text.includes(required)) return false;
      if (engine !== undefined) return engine(text);
      return automaton.matches(text) ?? (engine = this.#engine())(text);
    };
  }

  #engine(): (text: string) => boolean {
    const compiled = re2js().RE2JS.compile(this.source);
    this.bytes = () => ENGINE_BYTES;
    return (text) => compiled.matches(text);
  }
}

function hasForeignPart(tree: PatternTree): boolean {
  switch (tree.kind) {
    case "foreign":
      return true;
    case "set":
    case "assertion":
      return false;
    case "repeat":
      return hasForeignPart(tree.child);
    case "concat":
    case "alternate":
      return tree.children.some(hasForeignPart);
  }
}

/** Patterns by source, the one that was used last at the end. */
const cache = new Map<string, CompiledPattern>();

const MAX_CACHED_PATTERNS = 100;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** What the RE2 engine allows its own states to take. */
const ENGINE_BYTES = 8 * 1024 * 1024;

/** Keeps a pattern, and drops those that were not used for longest while there are too many or they are too large. */
function remember(pattern: CompiledPattern): void {
  cache.set(pattern.source, pattern);
  let bytes = 0;
  for (const known of cache.values()) bytes += known.bytes() + 2 * known.source.length;
  for (const [source, known] of cache) {
    if (cache.size <= MAX_CACHED_PATTERNS && bytes <= MAX_CACHE_BYTES) return;
    cache.delete(source);
    bytes -= known.bytes() + 2 * source.length;
  }
}
