/**
 * Search by collation elements. A text contains a needle if some stretch of it between two boundaries equals the needle at
 * the strength. A place is a boundary if it is an end of the text, or a grapheme boundary that no contraction, no
 * look-back and no number goes across: where U+034F, which has no weight, can be put in without any change at the third level.
 *
 * Elements are well formed (UTS #10, WF2): marks weigh more on the second level than letters do, so two texts tie at a
 * strength exactly if their elements, without what the strength ignores, are the same one by one. That makes search the
 * search for one row of numbers in another, which is linear; a match must begin and end where a piece does.
 *
 * At `identical` the very code points are searched for. Graphemes are those of the JavaScript engine.
 */
import type { Engine } from "./engine.ts";
import { Elements } from "./elements/elements.ts";
import { tertiaryMask, type Settings } from "./options/settings.ts";
import { IS_DIGIT } from "./tables/collation-table.ts";

/** A stretch of a text in UTF-16 units, half open. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/** The tests for one needle. */
export interface PreparedSearch {
  contains(text: string): boolean;
  startsWith(text: string): boolean;
  endsWith(text: string): boolean;
  /** The first stretch that equals the needle, and of those that begin there the shortest. */
  search(text: string): MatchRange | undefined;
}

/** What is left of a text: a row of weights, and for each whether a piece begins and where one ends. */
interface WeightSequence {
  readonly weights: readonly number[];
  /** For each element: where its piece begins in the text if it is the piece's first, else -1. */
  readonly begins: readonly number[];
  /** For each element: where its piece ends if it is the piece's last, else -1. */
  readonly ends: readonly number[];
}

/** Makes the search of a collation: a function that prepares a needle. */
export function makeElementSearch(engine: Engine): (needle: string) => PreparedSearch {
  if (engine.settings.level === 5) return exactNeedle;
  const rowOf = makeWeightSequences(engine);
  return (needle) => {
    const { weights: wanted } = rowOf(needle);
    const steps = failureSteps(wanted);
    const size = wanted.length / 2;
    const matchesAt = ({ weights, begins, ends }: WeightSequence, first: number): boolean => {
      if (first < 0 || begins[first] === -1 || begins[first] === undefined || ends[first + size - 1] === -1)
        return false;
      for (let i = 0; i < wanted.length; i++) if (weights[2 * first + i] !== wanted[i]) return false;
      return true;
    };
    const find = (text: string): MatchRange | undefined => {
      if (size === 0) return { start: 0, end: 0 };
      const { weights, begins, ends } = rowOf(text);
      let matched = 0;
      for (let i = 0; i < weights.length; i++) {
        while (matched > 0 && (matched === wanted.length || wanted[matched] !== weights[i]))
          matched = steps[matched - 1]!;
        if (wanted[matched] === weights[i]) matched++;
        if (matched !== wanted.length || i % 2 === 0) continue;
        const last = (i - 1) / 2;
        const start = begins[last - size + 1]!;
        if (start !== -1 && ends[last] !== -1) return { start, end: ends[last]! };
      }
      return undefined;
    };
    return {
      contains: (text) => find(text) !== undefined,
      startsWith: (text) => size === 0 || matchesAt(rowOf(text), 0),
      endsWith(text) {
        if (size === 0) return true;
        const row = rowOf(text);
        return matchesAt(row, row.begins.length - size);
      },
      search: find,
    };
  };
}

function exactNeedle(needle: string): PreparedSearch {
  return {
    contains: (text) => text.includes(needle),
    startsWith: (text) => text.startsWith(needle),
    endsWith: (text) => text.endsWith(needle),
    search(text) {
      const start = text.indexOf(needle);
      return start < 0 ? undefined : { start, end: start + needle.length };
    },
  };
}

/** For each beginning of the row, how long its longest end is that is a beginning too (Knuth, Morris and Pratt). */
function failureSteps(row: readonly number[]): Int32Array {
  const steps = new Int32Array(row.length);
  for (let i = 1, matched = 0; i < row.length; i++) {
    while (matched > 0 && row[matched] !== row[i]) matched = steps[matched - 1]!;
    if (row[matched] === row[i]) matched++;
    steps[i] = matched;
  }
  return steps;
}

function makeWeightSequences(engine: Engine): (text: string) => WeightSequence {
  const { settings, root, table } = engine;
  const { variableTop } = settings;
  const elements = new Elements(table, root.properties, settings.numeric ? root.numericLead : 0);
  const cut = makeSegmenter(engine);
  const mask = lowerMask(settings);
  return (text) => {
    const weights: number[] = [];
    const begins: number[] = [];
    const ends: number[] = [];
    let isAfterVariable = false;
    cut(text, (start, end) => {
      elements.fill(text.slice(start, end));
      const first = begins.length;
      for (let i = 0; i < elements.size; i++) {
        const primary = elements.primaries[i]!;
        let lower = elements.lowers[i]! & mask;
        if (variableTop !== 0) {
          if (primary !== 0) isAfterVariable = primary < variableTop && primary > 0x02000000;
          if (isAfterVariable) {
            if (primary === 0 || settings.level < 4) continue;
            // No element has this below its primary weight.
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

/** Which bits below the primary weight count at a strength. */
function lowerMask(settings: Settings): number {
  const { level, caseLevel } = settings;
  const cases = caseLevel ? 0xc000 : 0;
  if (level === 1) return cases;
  if (level === 2) return 0xffff0000 | cases;
  return 0xffff0000 | tertiaryMask(settings) | cases | (level >= 4 ? 0xc0 : 0);
}

/**
 * Cuts a text at its boundaries. A place is one at once if what follows it neither goes on contractions nor looks back;
 * else the elements of what is around it are compared with and without U+034F.
 */
function makeSegmenter(engine: Engine): (text: string, piece: (start: number, end: number) => void) => void {
  const { properties, numericLead } = engine.root;
  const { table } = engine;
  const { numeric } = engine.settings;
  const [whole, left] = [0, 1].map(() => new Elements(table, properties, numeric ? numericLead : 0)) as [
    Elements,
    Elements,
  ];

  const mayJoin = (text: string, at: number): boolean => {
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
  const splits = (before: string, after: string): boolean => {
    whole.fill(before + after);
    left.fill(before + JOINER + after);
    if (left.size !== whole.size) return false;
    for (let i = 0; i < whole.size; i++) {
      if (
        whole.primaries[i] !== left.primaries[i] ||
        ((whole.lowers[i]! ^ left.lowers[i]!) & 0xffff3f3f) !== 0
      )
        return false;
    }
    return true;
  };

  return (text, piece) => {
    let start = 0;
    // The graphemes since the last boundary, the nearest of them where there are many.
    const recent: number[] = [0];
    const starts = graphemeStarts(text);
    for (let at = starts(0); at < text.length; at = starts(at)) {
      if (!mayJoin(text, at)) {
        piece(start, at);
        start = at;
        recent.length = 0;
      } else {
        let end = at;
        for (let i = 0; i < AHEAD && end < text.length; i++) end = starts(end);
        if (splits(text.slice(recent[0], at), text.slice(at, end))) {
          piece(start, at);
          start = at;
          recent.length = 0;
        }
        if (recent.length === REACH) recent.shift();
      }
      recent.push(at);
    }
    if (text.length > 0) piece(start, text.length);
  };
}

const JOINER = "\u034f";
/** How many graphemes around a place are looked at; the longest contraction has four. Numbers may be longer. */
const REACH = 8;
const AHEAD = 4;

/** For a grapheme's start the start of the next one, or the text's length. */
function graphemeStarts(text: string): (at: number) => number {
  if (!UNSURE.test(text)) return (at) => at + 1;
  const next = new Int32Array(text.length + 1).fill(text.length);
  let before = 0;
  for (const { index } of (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(
    text,
  )) {
    if (index > 0) next[before] = index;
    before = index;
  }
  return (at) => next[at] ?? text.length;
}

let segmenter: Intl.Segmenter | undefined;

/** Anything but letters and signs that are a grapheme each, whatever stands next to them (UAX #29). */
const UNSURE =
  /\r\n|[^\0-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u1fff\u2010-\u2027\u20a0-\u20bf\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;
