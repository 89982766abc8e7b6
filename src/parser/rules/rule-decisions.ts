import type { Tokens } from "../../lexer/tokens.ts";

/** Decides between the alternatives of a rule by the next token. */
export interface Choice {
  /** Index of the alternative for each type of token, by the index of the type. */
  readonly table: readonly (number | undefined)[];
  /** Index of the alternative that reads no token, for all other tokens. Undefined if there is none. */
  readonly empty: number | undefined;
}

/**
 * Decisions of one rule. Each list has an entry for each part of its kind, by the index of the part. In an array of bytes, 1 marks
 * the types of tokens that begin an optional or repeated part.
 */
export interface RuleDecisions {
  readonly choices: (Choice | undefined)[];
  readonly options: (Uint8Array | undefined)[];
  readonly repetitions: (Uint8Array | undefined)[];
  readonly repetitionsOfOne: (Uint8Array | undefined)[];
}

/** Decisions by the name of the rule. */
export type Decisions = ReadonlyMap<string, RuleDecisions>;

/** Number of parts of one kind in a rule: keys of decisions are this number times the kind, plus the index of the part. */
const PARTS = 256;
const KINDS = ["choices", "options", "repetitions", "repetitionsOfOne"] as const;

/** Indices of parts have one digit. */
const INDICES = 10;

/** Reads the decisions in `decisions.ts`. */
export function readDecisions(lines: string, tokens: Tokens): Decisions {
  const decisions = new Map<string, RuleDecisions>();
  for (const line of lines.trim().split("\n")) {
    const [rule, key, ...words] = line.split(" ");
    let ofRule = decisions.get(rule!);
    if (ofRule === undefined) decisions.set(rule!, (ofRule = noDecisions()));
    const index = Number(key) % PARTS;
    const kind = KINDS[Math.floor(Number(key) / PARTS) - 1]!;
    if (kind === "choices") ofRule.choices[index] = readChoice(words, tokens);
    else ofRule[kind][index] = readBeginning(words, tokens);
  }
  return decisions;
}

/** Returns lists without holes, because a hole would be read from a polluted Array.prototype. */
function noDecisions(): RuleDecisions {
  const none = () => Array.from({ length: INDICES }, () => undefined);
  return { choices: none(), options: none(), repetitions: none(), repetitionsOfOne: none() };
}

function typeOf(word: string, tokens: Tokens): number {
  return tokens[word as keyof Tokens].tokenTypeIdx!;
}

/** Reads a decision between alternatives. If a token can begin several of them, the first one is chosen. */
function readChoice(words: readonly string[], tokens: Tokens): Choice {
  const first = new Map<number, number>();
  let alternative = 0;
  let empty: number | undefined;
  for (const word of words) {
    if (word === "|") alternative++;
    else if (word === "-") empty ??= alternative;
    else if (!first.has(typeOf(word, tokens))) first.set(typeOf(word, tokens), alternative);
  }
  const table = Array.from({ length: Math.max(0, ...first.keys()) + 1 }, (_, type) => first.get(type));
  return { table, empty };
}

function readBeginning(words: readonly string[], tokens: Tokens): Uint8Array {
  const types = words.map((word) => typeOf(word, tokens));
  const marked = new Uint8Array(Math.max(0, ...types) + 1);
  for (const type of types) marked[type] = 1;
  return marked;
}
