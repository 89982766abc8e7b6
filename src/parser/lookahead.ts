import type {
  ILookaheadStrategy,
  IProduction,
  IProductionWithOccurrence,
  LookaheadProductionType,
  Rule,
} from "chevrotain";
import { chevrotain } from "../lexer/chevrotain.ts";
import { hasMember } from "../values/own-properties.ts";

/** Types of the tokens that can begin each alternative of an `OR`, by their indices. */
export interface Choice {
  readonly alternatives: readonly (readonly number[])[];
  /** Index of the alternative for all other tokens, which can be empty. */
  readonly empty: number | undefined;
}

/** Types of the tokens that can begin an optional or repeated part, by their indices. */
export type Beginning = readonly number[];

export interface Lookahead {
  LA_FAST(distance: number): { readonly tokenTypeIdx: number };
}

/** Method of the parser that returns the index of an alternative, or whether a part begins. */
export type Decide = (this: Lookahead) => number | boolean | undefined;

/** Part of the grammar that has an index of its own in its rule, such as `MANY1`. */
type Indexed = IProductionWithOccurrence & { readonly definition: readonly IProduction[] };

/**
 * Chevrotain's lookahead by one token, with one table for all alternatives of an `OR`, even if one is empty.
 * Chevrotain itself compares token by token then, and a whole parse takes 1.1 times as long. It also determines the
 * paths of several tokens, which takes half of the time to make the parser.
 */
export function oneTokenLookahead(): ILookaheadStrategy {
  const { LLkLookaheadStrategy } = chevrotain();

  class OneTokenLookahead extends LLkLookaheadStrategy {
    readonly #first = new FirstTokens();

    override buildLookaheadForAlternation({ prodOccurrence, rule }: { prodOccurrence: number; rule: Rule }) {
      const firsts = findIndexed(rule, "Alternation", prodOccurrence).definition.map((part) =>
        this.#first.of(part),
      );
      const empty = firsts.findIndex(({ isOptional }) => isOptional);
      return choose({
        alternatives: firsts.map(({ tokens }) => [...tokens]),
        empty: empty < 0 ? undefined : empty,
      }) as () => number | undefined;
    }

    override buildLookaheadForOptional({
      prodOccurrence,
      prodType,
      rule,
    }: {
      prodOccurrence: number;
      prodType: LookaheadProductionType;
      rule: Rule;
    }) {
      const { tokens } = this.#first.ofSequence(findIndexed(rule, prodType, prodOccurrence).definition);
      return begins([...tokens]) as () => boolean;
    }
  }

  return new OneTokenLookahead({ maxLookahead: 1 });
}

/** Decisions that {@link choose} and {@link begins} have made, for the generator of `decisions.ts`. */
const made = new WeakMap<Decide, Choice | Beginning>();

export function decisionOf(decide: Decide): Choice | Beginning {
  return made.get(decide)!;
}

/** The first alternative wins if a token can begin several. */
export function choose(choice: Choice): Decide {
  const { alternatives, empty } = choice;
  const found = new Map<number, number>();
  for (const [index, tokens] of alternatives.entries())
    for (const token of tokens) if (!found.has(token)) found.set(token, index);
  // The table has no holes, so that no element comes from a polluted prototype.
  const table = Array.from({ length: Math.max(0, ...found.keys()) + 1 }, (_, type) => found.get(type));
  const decide: Decide = function () {
    const type = this.LA_FAST(1).tokenTypeIdx;
    return (type < table.length ? table[type] : undefined) ?? empty;
  };
  made.set(decide, choice);
  return decide;
}

export function begins(tokens: Beginning): Decide {
  const table = new Uint8Array(Math.max(0, ...tokens) + 1);
  for (const token of tokens) table[token] = 1;
  const decide: Decide = function () {
    return table[this.LA_FAST(1).tokenTypeIdx] === 1;
  };
  made.set(decide, tokens);
  return decide;
}

interface First {
  /** Indices of the types of tokens that can begin the part. */
  readonly tokens: ReadonlySet<number>;
  /** Whether the part can be empty. */
  readonly isOptional: boolean;
}

class FirstTokens {
  readonly #ofRules = new Map<Rule, First>();

  of(part: IProduction): First {
    const { NonTerminal, Option, Repetition, RepetitionWithSeparator, Terminal, Alternation } = chevrotain();
    if (part instanceof Terminal)
      return { tokens: new Set([part.terminalType.tokenTypeIdx!]), isOptional: false };
    if (part instanceof NonTerminal) return this.#ofRule(part.referencedRule);
    const { definition } = part as Indexed;
    if (part instanceof Alternation) return unionOf(definition.map((each) => this.of(each)));
    const first = this.ofSequence(definition);
    const canBeLeftOut =
      part instanceof Option || part instanceof Repetition || part instanceof RepetitionWithSeparator;
    return canBeLeftOut ? { ...first, isOptional: true } : first;
  }

  ofSequence(parts: readonly IProduction[]): First {
    const found: First[] = [];
    for (const part of parts) {
      const first = this.of(part);
      found.push(first);
      if (!first.isOptional) return { ...unionOf(found), isOptional: false };
    }
    return { ...unionOf(found), isOptional: true };
  }

  #ofRule(rule: Rule): First {
    const known = this.#ofRules.get(rule);
    if (known !== undefined) return known;
    const first = this.ofSequence(rule.definition);
    this.#ofRules.set(rule, first);
    return first;
  }
}

function unionOf(parts: readonly First[]): First {
  return {
    tokens: new Set(parts.flatMap(({ tokens }) => [...tokens])),
    isOptional: parts.some(({ isOptional }) => isOptional),
  };
}

/** @throws TypeError if the rule has no such part, which is an error of the grammar */
function findIndexed(rule: Rule, type: LookaheadProductionType, index: number): Indexed {
  const class_ = chevrotain()[type];
  const pending: IProduction[] = [...rule.definition];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part instanceof class_ && (part as Indexed).idx === index) return part;
    // A call of another rule has a definition too, but its parts have indices of their own.
    if (hasMember(part, "definition") && !(part instanceof chevrotain().NonTerminal))
      pending.push(...(part as Indexed).definition);
  }
  throw new TypeError(`The rule ${rule.name} has no ${type} ${index}.`);
}
