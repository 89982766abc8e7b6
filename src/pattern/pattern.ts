import { Automaton } from "./automaton.ts";
import { compileShape, startsWithGap } from "./literal-shapes.ts";
import { attemptPattern, type PatternFailure, type PatternLimits } from "./check-pattern.ts";
import { parseWithStates } from "./parse-pattern.ts";
import type { PatternTree } from "./pattern-tree.ts";
import { compileProgram } from "./program.ts";
import type { ParsedPattern } from "./read-pattern.ts";
import { requiredLiteralsOfTree } from "./required-literals.ts";
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
  readonly matches: (text: string) => boolean;
}

export type PatternResult = { readonly ok: true; readonly pattern: Pattern } | PatternFailure;

/**
 * Compiles a pattern, or takes it from a cache.
 * @example const result = compilePattern("sales-.*"); if (result.ok) result.pattern.matches("sales-2024"); // true
 */
export function compilePattern(source: string, limits: PatternLimits = {}): PatternResult {
  return attemptPattern(source, limits, (states): PatternResult => {
    const cached = cache.get(source);
    if (cached !== undefined && cached.states <= states) {
      cache.delete(source);
      cache.set(source, cached);
      return { ok: true, pattern: cached };
    }
    const pattern = new CompiledPattern(source, parseWithStates(source, states));
    remember(pattern);
    return { ok: true, pattern };
  });
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
    const { prefix, inner } = requiredLiteralsOfTree(tree);
    this.bytes = () => automaton.bytes;
    if (prefix !== "") {
      // Strings that start differently take 0.6 of the time of a match, which fails at the same character.
      const unit = prefix.charCodeAt(0);
      return (text) => text.charCodeAt(0) === unit && automaton.matches(text);
    }
    // A search for a required literal helps only if the pattern starts with a gap (`.*`). Otherwise the automaton
    // soon stops at a wrong character.
    const required = startsWithGap(tree) ? inner : "";
    if (required.length <= 1) return (text) => automaton.matches(text);
    const includes = prepareIncludes(required);
    return (text) => includes(text) && automaton.matches(text);
  }
}

/** Cache of compiled patterns by their source, most recently used last. */
const cache = new Map<string, CompiledPattern>();

const MAX_CACHED_PATTERNS = 100;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;

function remember(pattern: CompiledPattern): void {
  cache.set(pattern.source, pattern);
  let bytes = 0;
  for (const entry of cache.values()) bytes += entry.bytes() + 2 * entry.source.length;
  for (const [source, entry] of cache) {
    if (cache.size <= MAX_CACHED_PATTERNS && bytes <= MAX_CACHE_BYTES) return;
    cache.delete(source);
    bytes -= entry.bytes() + 2 * source.length;
  }
}
