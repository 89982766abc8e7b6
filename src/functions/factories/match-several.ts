import { requiredLiterals } from "../../pattern/required-literals.ts";
import { UNKNOWN_CONDITION, type SqlScalar } from "../definition/port.ts";
import type { FunctionDefinition } from "../definition/types.ts";
import { ALWAYS_UNKNOWN, kleeneAnd, kleeneOr } from "../in-memory/conditions.ts";
import { patternTest, patternText } from "../in-memory/pattern-test.ts";
import { compileStringTest } from "../in-memory/string-form.ts";
import { sqlConjunction, sqlDisjunction } from "../in-sql/logic.ts";
import { stringTestToSql } from "../in-sql/string-form.ts";

export type MatchSeveralParts = Pick<FunctionDefinition, "name" | "summary" | "nulls" | "examples"> & {
  /** `and`: all strings must match. `or`: one string must match. */
  readonly join: "and" | "or";
};

/** Defines a function that matches several strings with one pattern: grammar.md, "Patterns". */
export function defineMatchFunction({ join, ...parts }: MatchSeveralParts): FunctionDefinition {
  const [inMemory, inSql] = join === "and" ? [kleeneAnd, sqlConjunction] : [kleeneOr, sqlDisjunction];
  return {
    ...parts,
    group: "pattern",
    signatures: [
      {
        parameters: [
          { name: "regex", type: "pattern" },
          { name: "e1", type: "text" },
        ],
        rest: { name: "e", type: "text" },
      },
    ],
    result: "boolean",
    strength: false,
    role: { kind: "pattern", patternIndex: 0, requiredLiterals },
    someElement: true,
    compile: ({ operands: [pattern, ...values] }) => {
      const test = patternTest(pattern!);
      if (test === undefined) return ALWAYS_UNKNOWN;
      return inMemory(values.map((value) => compileStringTest(value, test)));
    },
    toSql: ({ operands: [pattern, ...values], port }) => {
      const source = patternText(pattern!);
      if (source === undefined) return UNKNOWN_CONDITION;
      const matches = (text: SqlScalar) => port.matches(text, source);
      return inSql(
        values.map((value) => stringTestToSql(value, port, matches)),
        port,
      );
    },
  };
}
