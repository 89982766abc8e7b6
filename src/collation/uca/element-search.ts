/**
 * Searches strings by their collation elements. A match starts and ends at a boundary: an end of the string, or a
 * grapheme boundary that no contraction, prefix context or number crosses.
 * Collation elements are well-formed (UTS #10, WF2), so two strings are equal at a strength exactly if their elements
 * without ignored weights are equal. The search for this sequence of numbers is linear.
 * At `identical`, code points are compared. Graphemes are those of the JavaScript engine.
 */
import { GRAPHEME_JOINER } from "../order/stream-safe.ts";
import { codePointSearch } from "../search/code-point-search.ts";
import { failureTable } from "../../values/failure-table.ts";
import { graphemeStarts } from "../search/graphemes.ts";
import { Elements } from "./elements/elements.ts";
import type { Engine } from "./engine.ts";
import { tertiaryMask, type Settings } from "./options/settings.ts";
import { IS_DIGIT } from "./tables/collation-table.ts";
import { MERGE_SEPARATOR } from "./tables/weights.ts";

/** Position of a match: `start` inclusive and `end` exclusive, in UTF-16 units. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Tests strings for one search string. All tests return true if the search string is empty or has no weights at the
 * strength.
 */
export interface PreparedSearch {
  contains(text: string): boolean;
  startsWith(text: string): boolean;
  endsWith(text: string): boolean;
  /** Returns the first match; if several start there, the shortest. */
  search(text: string): MatchRange | undefined;
}

interface WeightSequence {
  /** Two numbers per element: the primary weight, and the lower half (see elements.ts). */
  readonly weights: readonly number[];
  /** One number per element: start offset of the segment if the element is the segment's first, else -1. */
  readonly begins: readonly number[];
  /** One number per element: end offset of the segment if the element is the segment's last, else -1. */
  readonly ends: readonly number[];
}

export function makeElementSearch(engine: Engine): (searchString: string) => PreparedSearch {
  if (engine.settings.level === 5) return exactSearch;
  const sequenceOf = makeWeightSequences(engine);
  return (searchString) => {
    const { weights: sought } = sequenceOf(searchString);
    const failures = failureTable(sought);
    const size = sought.length / 2;
    const matchesAt = ({ weights, begins, ends }: WeightSequence, first: number): boolean => {
      if (first < 0 || begins[first] === -1 || begins[first] === undefined || ends[first + size - 1] === -1)
        return false;
      for (let i = 0; i < sought.length; i++) if (weights[2 * first + i] !== sought[i]) return false;
      return true;
    };
    const find = (text: string): MatchRange | undefined => {
      if (size === 0) return { start: 0, end: 0 };
      const { weights, begins, ends } = sequenceOf(text);
      let matched = 0;
      for (let i = 0; i < weights.length; i++) {
        while (matched > 0 && (matched === sought.length || sought[matched] !== weights[i]))
          matched = failures[matched - 1]!;
        if (sought[matched] === weights[i]) matched++;
        if (matched !== sought.length || i % 2 === 0) continue;
        const last = (i - 1) / 2;
        const start = begins[last - size + 1]!;
        if (start !== -1 && ends[last] !== -1) return { start, end: ends[last]! };
      }
      return undefined;
    };
    return {
      contains: (text) => find(text) !== undefined,
      startsWith: (text) => size === 0 || matchesAt(sequenceOf(text), 0),
      endsWith(text) {
        if (size === 0) return true;
        const sequence = sequenceOf(text);
        return matchesAt(sequence, sequence.begins.length - size);
      },
      search: find,
    };
  };
}

function exactSearch(searchString: string): PreparedSearch {
  const tests = codePointSearch(searchString);
  return {
    ...tests,
    search(text) {
      const start = tests.indexIn(text);
      return start < 0 ? undefined : { start, end: start + searchString.length };
    },
  };
}

function makeWeightSequences(engine: Engine): (text: string) => WeightSequence {
  const { settings, root, table } = engine;
  const { variableTop } = settings;
  const elements = new Elements(table, root.properties, settings.numeric ? root.numericLead : 0);
  const eachSegment = makeSegmenter(engine);
  const mask = lowerMask(settings);
  return (text) => {
    const weights: number[] = [];
    const begins: number[] = [];
    const ends: number[] = [];
    let isAfterVariable = false;
    eachSegment(text, (start, end) => {
      elements.fill(text.slice(start, end));
      const first = begins.length;
      for (let i = 0; i < elements.size; i++) {
        const primary = elements.primaries[i]!;
        let lower = elements.lowers[i]! & mask;
        if (variableTop !== 0) {
          if (primary !== 0) isAfterVariable = primary < variableTop && primary > MERGE_SEPARATOR;
          if (isAfterVariable) {
            if (primary === 0 || settings.level < 4) continue;
            // Lower half for variable elements. No other element has this value.
            lower = 1;
          }
        }
        if (
          primary === 0 &&
          (settings.level === 1 || lower === 0 || (settings.level === 2 && lower >>> 16 === 0))
        )
          continue;
        weights.push(primary, lower);
        begins.push(-1);
        ends.push(-1);
      }
      if (begins.length > first) {
        begins[first] = start;
        ends[ends.length - 1] = end;
      }
    });
    return { weights, begins, ends };
  };
}

function lowerMask(settings: Settings): number {
  const { level, caseLevel } = settings;
  const cases = caseLevel ? 0xc000 : 0;
  if (level === 1) return cases;
  if (level === 2) return 0xffff0000 | cases;
  return 0xffff0000 | tertiaryMask(settings) | cases | (level >= 4 ? 0xc0 : 0);
}

/**
 * Splits strings into segments at the boundaries. A grapheme that cannot continue a contraction, context or number
 * starts a segment. Before other graphemes, U+034F is inserted: if the elements stay the same, there is a boundary.
 */
function makeSegmenter(engine: Engine): (text: string, visit: (start: number, end: number) => void) => void {
  const { properties, numericLead } = engine.root;
  const { table } = engine;
  const { numeric } = engine.settings;
  const [together, apart] = [0, 1].map(() => new Elements(table, properties, numeric ? numericLead : 0)) as [
    Elements,
    Elements,
  ];

  const mayContinue = (text: string, at: number): boolean => {
    let c = text.codePointAt(at)!;
    if (properties.pages[c >>> 8]![c & 255] !== 0) {
      const decomposed = properties.decompositions.get(c);
      if (decomposed === undefined || properties.pages[decomposed[0]! >>> 8]![decomposed[0]! & 255] !== 0)
        return true;
      c = decomposed[0]!;
    }
    return (
      table.joining.has(c) ||
      (table.jamoInContext && ((c >= 0xac00 && c <= 0xd7a3) || (c >= 0x1100 && c <= 0x11ff))) ||
      (numeric && (table.pages[c >>> 8]![c & 255]! & 0xff) === IS_DIGIT)
    );
  };
  const isBoundary = (before: string, after: string): boolean => {
    together.fill(before + after);
    apart.fill(before + GRAPHEME_JOINER + after);
    if (apart.size !== together.size) return false;
    for (let i = 0; i < together.size; i++) {
      if (
        together.primaries[i] !== apart.primaries[i] ||
        ((together.lowers[i]! ^ apart.lowers[i]!) & 0xffff3f3f) !== 0
      )
        return false;
    }
    return true;
  };

  return (text, visit) => {
    let start = 0;
    let firstGrapheme = 0;
    const startOf = graphemeStarts(text);
    for (let grapheme = 1, at = startOf(1); at < text.length; at = startOf(++grapheme)) {
      if (mayContinue(text, at)) {
        const from = startOf(Math.max(firstGrapheme, grapheme - REACH));
        if (!isBoundary(text.slice(from, at), text.slice(at, startOf(grapheme + AHEAD)))) continue;
      }
      visit(start, at);
      start = at;
      firstGrapheme = grapheme;
    }
    if (text.length > 0) visit(start, text.length);
  };
}

/**
 * Number of graphemes before (`REACH`) and after (`AHEAD`) an offset that can affect whether it is a boundary. The
 * longest contraction has four.
 */
const REACH = 8;
const AHEAD = 4;
