import { Automaton } from "./automaton.ts";
import { compileShape, startsWithGap } from "./literal-shapes.ts";
import { parsePattern } from "./parse-pattern.ts";
import { PatternError } from "./pattern-cursor.ts";
import type { PatternTree } from "./pattern-tree.ts";
import { compileProgram } from "./program.ts";
import { re2js } from "./re2js.ts";
import { requiredLiteralsOfTree } from "./required-literals.ts";

/*
 * Patterns have RE2 syntax (grammar.md, "Patterns"). They are matched against whole strings in linear time:
 * - No look-around and no back-references.
 * - `.` excludes U+000A, unless `(?s)`.
 * - `^` and `$` are the ends of the string; with `(?m)` also those of lines.
 * - `\d`, `\w`, `\s` and `\b` are ASCII.
 * - `(?i)` folds case by Unicode: `(?i)k` matches the Kelvin sign.
 * There are three matchers with the same results: string searches (literal-shapes.ts), a lazy automaton
 * (automaton.ts) and the RE2 engine. A pattern uses the first one that supports it.
 */

export interface Pattern {
  readonly source: string;
  /** Returns whether the pattern matches the whole string. Never throws. Takes linear time. */
  matches(text: string): boolean;
}

export type PatternResult =
  | { readonly ok: true; readonly pattern: Pattern }
  | {
      readonly ok: false;
      /** Reason why the pattern is refused, as a clause without a final period. */
      readonly reason: string;
      /** Offset of the problem in the pattern, in UTF-16 units. */
      readonly offset: number;
      /** True if the pattern is refused because it exceeds a limit. */
      readonly tooLarge?: boolean;
    };

/** Default maximum length of a pattern, in UTF-16 units. */
const DEFAULT_LIMIT = 1_000;

/**
 * Compiles a pattern, or takes it from a cache.
 * @param limit maximum length of the pattern, in UTF-16 units
 * @example const result = compilePattern("sales-.*"); if (result.ok) result.pattern.matches("sales-2024"); // true
 */
export function compilePattern(source: string, limit: number = DEFAULT_LIMIT): PatternResult {
  if (source.length > limit) {
    return { ok: false, reason: `a pattern has at most ${limit} characters`, offset: limit, tooLarge: true };
  }
  const known = cache.get(source);
  if (known !== undefined) {
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
  /** Returns the approximate memory in bytes, without the source. Grows while strings are matched. */
  bytes: () => number = () => 0;

  constructor(source: string, tree: PatternTree) {
    this.source = source;
    this.matches = compileShape(tree) ?? (hasForeignPart(tree) ? this.#engine() : this.#automaton(tree));
  }

  #automaton(tree: PatternTree): (text: string) => boolean {
    const automaton = new Automaton(compileProgram(tree));
    // A search for a required literal helps only if the pattern starts with a gap (`.*`). Otherwise the automaton
    // soon stops at a wrong character.
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

/** Cache of compiled patterns by their source, most recently used last. */
const cache = new Map<string, CompiledPattern>();

const MAX_CACHED_PATTERNS = 100;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Upper bound of the memory that the RE2 engine uses for the states of a pattern. */
const ENGINE_BYTES = 8 * 1024 * 1024;

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
