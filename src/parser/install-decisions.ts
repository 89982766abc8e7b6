import { chevrotain } from "../lexer/chevrotain.ts";
import type { Tokens } from "../lexer/tokens.ts";
import { ANALYZED_VERSION, DECISIONS } from "./decisions.ts";
import { begins, choose, type Decide } from "./lookahead.ts";

/** Members of Chevrotain's parser that its self-analysis sets. They are not part of its interface. */
interface AnalyzedParser {
  selfAnalysisDone: boolean;
  readonly fullRuleNameToShort: Readonly<Record<string, number>>;
  setLaFuncCache(rule: number, key: number, decide: Decide): void;
}

/**
 * Equivalent to `parser.performSelfAnalysis()` for the grammar with error productions, which never reports errors. The
 * analysis runs all rules to record them, which takes 8 ms of about 70 ms that the program needs to check a filter.
 * @returns false if the installed version of Chevrotain is not the analyzed one
 */
export function installDecisions(parser: object, tokens: Tokens): boolean {
  if (chevrotain().VERSION !== ANALYZED_VERSION) return false;
  const analyzed = parser as AnalyzedParser;
  for (const line of DECISIONS.trim().split("\n")) {
    const [rule, key, ...words] = line.split(" ");
    const alternatives: number[][] = [[]];
    let empty: number | undefined;
    for (const word of words) {
      if (word === "|") alternatives.push([]);
      else if (word === "-") empty = alternatives.length - 1;
      else alternatives.at(-1)!.push(tokens[word as keyof Tokens].tokenTypeIdx!);
    }
    const decide = alternatives.length === 1 ? begins(alternatives[0]!) : choose({ alternatives, empty });
    analyzed.setLaFuncCache(analyzed.fullRuleNameToShort[rule!]!, Number(key), decide);
  }
  analyzed.selfAnalysisDone = true;
  return true;
}
