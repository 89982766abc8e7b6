import type { CompiledPackage, CompiledRule, DecisionPackage, Rule } from "../package/decision-package.ts";

/** How one rule treated a message. */
export interface RuleResult {
  readonly rule: Rule;
  readonly fired: boolean;
  readonly milliseconds: number;
}

/** Evaluates the rules of a package on a row. */
export interface RuleRuntime {
  readonly isReady: () => boolean;
  /** @throws an error if a rule cannot be evaluated */
  readonly evaluate: (
    compiled: CompiledPackage,
    classification: string | undefined,
    row: object,
  ) => readonly RuleResult[];
}

/** @param clock returns milliseconds of a clock that never goes back */
export function ruleRuntime(clock: () => number): RuleRuntime {
  return {
    isReady: () => true,
    evaluate: ({ rules }, classification, row) =>
      rules
        .filter((rule) => isFor(rule, classification))
        .map(({ rule, holds }) => {
          const start = clock();
          const fired = holds(row);
          return { rule, fired, milliseconds: clock() - start };
        }),
  };
}

function isFor({ rule: { classifications } }: CompiledRule, classification: string | undefined): boolean {
  return (
    classifications === undefined ||
    (classification !== undefined && classifications.includes(classification))
  );
}

/** Returns the strictest outcome of the rules that fired. If no rule fired, the mildest outcome of the package. */
export function outcomeOf({ outcomes }: DecisionPackage, results: readonly RuleResult[]): string {
  const ranks = results.flatMap(({ rule: { outcome }, fired }) =>
    fired && outcome !== undefined ? [outcomes.indexOf(outcome)] : [],
  );
  return outcomes[Math.max(0, ...ranks)]!;
}
