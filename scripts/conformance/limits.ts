import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import type { Case, CaseFile, CaseText } from "./case.ts";

/** Texts at each limit and just beyond it, as parts with their number of repetitions. */

const { text, depth, nodes, arguments: most, sortKeys, string, pattern, patternStates } = DEFAULT_LIMITS;

export function limitsFile(): CaseFile {
  const within = (id: string, expression: CaseText, kept: boolean, isConstant = false): Case => ({
    id: `limits/${id}/within`,
    kind: "filter",
    expression,
    rows: [{ a: 1 }],
    expect: {
      rows: kept ? [0] : [],
      unknown: [],
      ...(isConstant && {
        warnings: [{ code: "constant-expression", start: 0, end: lengthOf(expression) }],
      }),
    },
  });
  const beyond = (
    id: string,
    expression: CaseText,
    code: Extract<Case["expect"], { error: unknown }>["error"]["code"],
    start: number,
    end: number,
  ): Case => ({
    id: `limits/${id}/beyond`,
    kind: "filter",
    expression,
    expect: { error: { code, start, end } },
  });
  // eq(a,1 has 3 nodes; each further ,1 adds one.
  const orderOf = (count: number): CaseText => [
    ["k,", count - 1],
    ["k", 1],
  ];
  // Offset of the last `true` in the second call of or. The first call has the maximum number of arguments.
  const lastNode =
    "and(or(true".length +
    ",true".length * (most - 1) +
    "),or(true".length +
    ",true".length * (nodes - most - 4) +
    1;
  return {
    about: "The default limits: texts at each limit and just beyond it.",
    cases: [
      within(
        "text",
        [
          ["true", 1],
          [" ", text - 4],
        ],
        true,
      ),
      beyond(
        "text",
        [
          ["true", 1],
          [" ", text - 3],
        ],
        "text-too-long",
        text,
        text + 1,
      ),
      within(
        "depth",
        [
          ["not(", depth],
          ["true", 1],
          [")", depth],
        ],
        depth % 2 === 0,
      ),
      beyond(
        "depth",
        [
          ["not(", depth + 1],
          ["true", 1],
          [")", depth + 1],
        ],
        "too-deep",
        4 * depth + 3,
        4 * depth + 4,
      ),
      beyond("depth of bare parentheses", [["(", depth + 1]], "too-deep", depth, depth + 1),
      beyond("depth, never closed", [["f(", 100_000 / 4]], "too-deep", 2 * depth + 1, 2 * depth + 2),
      within(
        "arguments",
        [
          ["in(a", 1],
          [",1", most - 1],
          [")", 1],
        ],
        true,
      ),
      beyond(
        "arguments",
        [
          ["in(a", 1],
          [",1", most],
          [")", 1],
        ],
        "too-many-arguments",
        4 + 2 * most - 1,
        4 + 2 * most,
      ),
      within(
        "nodes",
        [
          ["and(true,or(false", 1],
          [",true", most - 1],
          ["),or(false", 1],
          [",true", nodes - most - 6],
          ["))", 1],
        ],
        true,
      ),
      beyond(
        "nodes",
        [
          ["and(or(true", 1],
          [",true", most - 1],
          ["),or(true", 1],
          [",true", nodes - most - 3],
          ["))", 1],
        ],
        "too-many-nodes",
        lastNode,
        lastNode + 4,
      ),
      within(
        "string",
        [
          ["ne('", 1],
          ["x", string],
          ["','y')", 1],
        ],
        true,
        true,
      ),
      beyond(
        "string",
        [
          ["ne('", 1],
          ["x", string + 1],
          ["','y')", 1],
        ],
        "string-too-long",
        3,
        3 + string + 3,
      ),
      within(
        "pattern",
        [
          ["match('y','", 1],
          ["x", pattern],
          ["')", 1],
        ],
        false,
        true,
      ),
      beyond(
        "pattern",
        [
          ["match('y','", 1],
          ["x", pattern + 1],
          ["')", 1],
        ],
        "pattern-too-long",
        11 + pattern,
        12 + pattern,
      ),
      beyond(
        "pattern that repeats repetitions",
        "match('y','((a{100}){100}){100}')",
        "pattern-too-long",
        20,
        21,
      ),
      beyond("pattern that repeats too often", "match('y','a{1001}')", "pattern-too-long", 12, 13),
      // `.{0,n}` has 2n states, and `[ab]` has one.
      within(
        "states of a pattern",
        `match('y','[ab]..{0,900}.{0,${(patternStates - 1802) / 2}}')`,
        false,
        true,
      ),
      beyond(
        "states of a pattern",
        `match('y','[ab]..{0,900}.{0,${(patternStates - 1800) / 2}}')`,
        "pattern-too-expensive",
        10,
        33,
      ),
      beyond("states of a repetition", "match('y','[ab](?:.?.a?){0,900}')", "pattern-too-expensive", 24, 25),
      within(
        "states of patterns for each string",
        `matchAny('[ab]{${patternStates / 5}}'${",'y'".repeat(20)})`,
        false,
        true,
      ),
      beyond(
        "states of patterns for each string",
        `matchAny('[ab]{${patternStates / 5}}'${",'y'".repeat(21)})`,
        "pattern-too-expensive",
        9,
        20,
      ),
      {
        id: "limits/sort keys/within",
        kind: "sortBy",
        expression: orderOf(sortKeys),
        rows: [{ k: 2 }, { k: 1 }],
        expect: { order: [1, 0] },
      },
      {
        id: "limits/sort keys/beyond",
        kind: "sortBy",
        expression: orderOf(sortKeys + 1),
        expect: { error: { code: "too-many-sort-keys", start: 2 * sortKeys, end: 2 * sortKeys + 1 } },
      },
      {
        id: "limits/set lower",
        kind: "filter",
        expression: "not(not(true))",
        limits: { depth: 1 },
        expect: { error: { code: "too-deep", start: 7, end: 8 } },
      },
      {
        id: "limits/set higher",
        kind: "filter",
        expression: [
          ["not(", 200],
          ["true", 1],
          [")", 200],
        ],
        limits: { depth: 200 },
        rows: [{}],
        expect: { rows: [0], unknown: [] },
      },
      {
        id: "limits/number of a million digits",
        kind: "filter",
        expression: [["1", 60_000]],
        expect: { error: { code: "number-overflow", start: 0, end: 60_000 } },
      },
    ],
  };
}

function lengthOf(text: CaseText): number {
  if (typeof text === "string") return text.length;
  return text.reduce((sum, [part, count]) => sum + part.length * count, 0);
}
