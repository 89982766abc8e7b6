import type { ISerializedGast } from "chevrotain";
import { makeChevrotainGrammar } from "../sources/chevrotain-grammar.ts";

/** A production of the grammar, in the terms of both EBNF and syntax diagrams. */
export type Production =
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Production[] }
  | { readonly kind: "option" | "repetition"; readonly part: Production };

export interface GrammarRule {
  readonly name: string;
  readonly production: Production;
}

/** Notation of the lexer's tokens. A name refers to a token rule of grammar.md. */
const TOKENS: Readonly<Record<string, string>> = {
  Name: "name",
  Callee: "segment",
  Comma: '","',
  LeftParenthesis: '"("',
  RightParenthesis: '")"',
  Colon: '":"',
  String: "string",
  Numeral: "numeral",
  Strength: "strength",
};

/** Returns the rules of the parser without its error productions, in the order in which they are explained. */
export function grammarRules(): readonly GrammarRule[] {
  const parser = makeChevrotainGrammar({ mistakes: false });
  const rules = parser.getSerializedGastProductions() as (ISerializedGast & { name: string })[];
  const order = ["filter", "expression", "call", "argumentList", "sortBy", "sortKey"];
  if (rules.length !== order.length) throw new Error(`The order of the rules lacks one of ${rules.length}.`);
  return order.map((name) => {
    const rule = rules.find((each) => each.name === name)!;
    return { name, production: sequence(rule.definition!) };
  });
}

function sequence(definition: readonly ISerializedGast[]): Production {
  const parts = definition.map(convert);
  return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
}

function convert(node: ISerializedGast): Production {
  const { type, definition = [] } = node;
  const { name = "", terminalLabel } = node as { name?: string; terminalLabel?: string };
  switch (type) {
    case "Terminal": {
      const text = terminalLabel ?? TOKENS[name];
      if (text === undefined) throw new Error(`No notation for the token ${name}.`);
      return { kind: "token", text };
    }
    case "NonTerminal":
      return { kind: "rule", name };
    case "Option":
      return { kind: "option", part: sequence(definition) };
    case "Repetition":
      return { kind: "repetition", part: sequence(definition) };
    case "Alternation":
      return { kind: "choice", parts: definition.map(convert) };
    case "Alternative":
      return sequence(definition);
    default:
      throw new Error(`No notation for ${type}.`);
  }
}

/** Returns the rules in EBNF (ISO/IEC 14977). */
export function grammarEbnf(): string {
  const rules = grammarRules();
  const width = Math.max(...rules.map(({ name }) => name.length));
  const lines = rules.map(({ name, production }) => `${name.padEnd(width)} = ${ebnf(production, false)} ;`);
  return ["```text", ...lines, "```"].join("\n");
}

function ebnf(production: Production, isPart: boolean): string {
  switch (production.kind) {
    case "token":
      return production.text;
    case "rule":
      return production.name;
    case "option":
      return `[ ${ebnf(production.part, false)} ]`;
    case "repetition":
      return `{ ${ebnf(production.part, false)} }`;
    case "sequence":
      return production.parts.map((part) => ebnf(part, true)).join(" , ");
    case "choice": {
      const text = production.parts.map((part) => ebnf(part, false)).join(" | ");
      return isPart ? `( ${text} )` : text;
    }
  }
}
