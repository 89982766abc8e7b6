import {
  EmbeddedActionsParser,
  LLkLookaheadStrategy,
  type ILookaheadStrategy,
  type IProduction,
  type IProductionWithOccurrence,
  type LookaheadProductionType,
  type Rule,
  type TokenType,
  Alternation,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionWithSeparator,
  RepetitionMandatoryWithSeparator,
  Terminal,
} from "chevrotain";
import { makeGrammar, type Grammar } from "../../src/parser/grammar.ts";
import type { RuleEngineClass } from "../../src/parser/rules/rule-engine.ts";
import { hasMember } from "../../src/values/own-properties.ts";

/** The rules with Chevrotain as their engine: it analyzes and validates them, and records them for diagrams and grammars. */
export interface ChevrotainGrammar extends Grammar {
  readonly errors: readonly unknown[];
  readonly definitionErrors: readonly unknown[];
  readonly gastProductionsCache: Readonly<Record<string, Rule>>;
  readonly shortRuleNameToFull: readonly string[];
  /** Results of the analysis by index of the rule and key of the decision, with holes. */
  readonly lookAheadFuncsCache: readonly (readonly Decide[])[];
  getSerializedGastProductions(): unknown[];
}

export interface ChevrotainOptions {
  /** Adds the error productions. Default true. */
  readonly mistakes?: boolean;
  /** Lets Chevrotain validate the rules, which takes time. Default false. */
  readonly validate?: boolean;
}

export function makeChevrotainGrammar({
  mistakes = true,
  validate = false,
}: ChevrotainOptions = {}): ChevrotainGrammar {
  class ChevrotainEngine extends EmbeddedActionsParser {
    constructor(types: TokenType[]) {
      super(types, {
        maxLookahead: 1,
        recoveryEnabled: false,
        skipValidations: !validate,
        lookaheadStrategy: new OneTokenLookahead({ maxLookahead: 1 }),
      });
    }
  }
  // Its methods are protected, and take more forms of arguments.
  const grammar = makeGrammar(ChevrotainEngine as unknown as RuleEngineClass, mistakes);
  (grammar as unknown as { performSelfAnalysis(): void }).performSelfAnalysis();
  return grammar as unknown as ChevrotainGrammar;
}

/** Types of the tokens that can begin each alternative of an `OR`, by their indices. */
export interface Alternatives {
  readonly alternatives: readonly (readonly number[])[];
  /** Index of the alternative that reads no token, for all other tokens. Undefined if there is none. */
  readonly empty: number | undefined;
}

/** Types of the tokens that can begin an optional or repeated part, by their indices. */
export type Beginning = readonly number[];

interface Lookahead {
  LA(distance: number): { readonly tokenTypeIdx: number };
}

/** Method of the parser that returns the index of an alternative, or whether a part begins. */
export type Decide = (this: Lookahead) => number | boolean | undefined;

/** Part of the grammar that has an index of its own in its rule, such as `MANY1`. */
type Indexed = IProductionWithOccurrence & { readonly definition: readonly IProduction[] };

/** Chevrotain's lookahead by one token, also where an alternative is empty. */
class OneTokenLookahead extends LLkLookaheadStrategy implements ILookaheadStrategy {
  readonly #first = new FirstTokens();

  override buildLookaheadForAlternation({ prodOccurrence, rule }: { prodOccurrence: number; rule: Rule }) {
    const firsts = findIndexed(rule, Alternation, prodOccurrence).definition.map((part) =>
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
    const { tokens } = this.#first.ofSequence(
      findIndexed(rule, OPTIONAL_PARTS[prodType], prodOccurrence).definition,
    );
    return begins([...tokens]) as () => boolean;
  }
}

const OPTIONAL_PARTS: Readonly<Record<LookaheadProductionType, new (...options: never[]) => IProduction>> = {
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionWithSeparator,
  RepetitionMandatoryWithSeparator,
  Alternation,
};

/** Decisions that {@link choose} and {@link begins} have made. */
const made = new WeakMap<Decide, Alternatives | Beginning>();

export function decisionOf(decide: Decide): Alternatives | Beginning {
  return made.get(decide)!;
}

function choose(choice: Alternatives): Decide {
  const decide: Decide = function () {
    const type = this.LA(1).tokenTypeIdx;
    const found = choice.alternatives.findIndex((types) => types.includes(type));
    return found < 0 ? choice.empty : found;
  };
  made.set(decide, choice);
  return decide;
}

function begins(tokens: Beginning): Decide {
  const decide: Decide = function () {
    return tokens.includes(this.LA(1).tokenTypeIdx);
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
function findIndexed(rule: Rule, type: new (...options: never[]) => IProduction, index: number): Indexed {
  const pending: IProduction[] = [...rule.definition];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part instanceof type && (part as Indexed).idx === index) return part as Indexed;
    // A call of another rule has a definition too, but its parts have indices of their own.
    if (hasMember(part, "definition") && !(part instanceof NonTerminal))
      pending.push(...(part as Indexed).definition);
  }
  throw new TypeError(`The rule ${rule.name} has no ${type.name} ${index}.`);
}
