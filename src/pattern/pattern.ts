import { Automaton } from "./automaton.ts";
import { compileShape, startsWithGap } from "./literal-shapes.ts";
import { MAX_PATTERN_STATES, parseWithStates, type ParsedPattern } from "./parse-pattern.ts";
import { PatternError } from "./pattern-cursor.ts";
import type { PatternTree } from "./pattern-tree.ts";
import { compileProgram } from "./program.ts";
import { requiredLiteralsOfTree } from "./required-literals.ts";
import { ownProperty } from "../values/own-properties.ts";
import { prepareIncludes } from "../values/substring-search.ts";

/*
 * Patterns have RE2 syntax (grammar.md, "Patterns"). They are matched against whole strings in linear time:
 * - No look-around and no back-references.
 * - `.` excludes U+000A, unless `(?s)`.
 * - `^` and `$` are the ends of the string; with `(?m)` also those of lines.
 * - `\d`, `\w`, `\s` and `\b` are ASCII.
 * - `(?i)` folds case by Unicode: `(?i)k` matches the Kelvin sign.
 * There are two matchers with the same results: string searches (literal-shapes.ts) for patterns that they support, and
 * a lazy automaton (automaton.ts) for all.
 */

export interface Pattern {
  readonly source: string;
  /**
   * Number of states, with repetitions unrolled: an upper bound of the work for one character. 1 for patterns that are
   * string searches.
   */
  readonly states: number;
  /**
   * Returns whether the pattern matches the whole string. Takes linear time.
   * @throws PatternWorkError if the match or the running request visits too many states
   */
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
      /**
       * Limit that the pattern exceeds; absent for a syntax error. `states` refers to the limit `patternStates`.
       */
      readonly limit?: "size" | "states";
    };

/** Limits of one pattern. */
export interface PatternLimits {
  /** Maximum length in UTF-16 units. Default 10,000. */
  readonly length?: number;
  /** Maximum number of states. Default 10,000. */
  readonly states?: number;
}

/**
 * Compiles a pattern, or takes it from a cache.
 * @example const result = compilePattern("sales-.*"); if (result.ok) result.pattern.matches("sales-2024"); // true
 */
export function compilePattern(source: string, limits: PatternLimits = {}): PatternResult {
  const length = ownProperty(limits, "length") ?? MAX_PATTERN_LENGTH;
  const states = ownProperty(limits, "states") ?? MAX_PATTERN_STATES;
  if (source.length > length) {
    return { ok: false, reason: `a pattern has at most ${length} characters`, offset: length, limit: "size" };
  }
  const known = cache.get(source);
  if (known !== undefined && known.states <= states) {
    cache.delete(source);
    cache.set(source, known);
    return { ok: true, pattern: known };
  }
  try {
    const pattern = new CompiledPattern(source, parseWithStates(source, states));
    remember(pattern);
    return { ok: true, pattern };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { message: reason, offset, limit } = error;
    return limit === undefined ? { ok: false, reason, offset } : { ok: false, reason, offset, limit };
  }
}

class CompiledPattern implements Pattern {
  readonly source: string;
  readonly states: number;
  readonly matches: (text: string) => boolean;
  /** Returns the approximate memory in bytes, without the source. Grows while strings are matched. */
  bytes: () => number = () => 0;

  constructor(source: string, { tree, states }: ParsedPattern) {
    this.source = source;
    const search = compileShape(tree);
    this.states = search === undefined ? states : 1;
    this.matches = search ?? this.#automaton(tree);
  }

  #automaton(tree: PatternTree): (text: string) => boolean {
    const automaton = new Automaton(compileProgram(tree), this.source);
    // A search for a required literal helps only if the pattern starts with a gap (`.*`). Otherwise the automaton
    // soon stops at a wrong character.
    const required = startsWithGap(tree) ? requiredLiteralsOfTree(tree).inner : "";
    this.bytes = () => automaton.bytes;
    if (required.length <= 1) return (text) => automaton.matches(text);
    const includes = prepareIncludes(required);
    return (text) => includes(text) && automaton.matches(text);
  }
}

/** Maximum length of a pattern in UTF-16 units. A higher limit of an expression has no effect. */
const MAX_PATTERN_LENGTH = 10_000;

/** Cache of compiled patterns by their source, most recently used last. */
const cache = new Map<string, CompiledPattern>();

const MAX_CACHED_PATTERNS = 100;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;

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
