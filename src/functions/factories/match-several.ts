import { requiredLiterals } from "../../pattern/required-literals.ts";
import { UNKNOWN_CONDITION, type SqlScalar } from "../definition/port.ts";
import { implement } from "../definition/implement.ts";
import type { FunctionDeclaration, FunctionDefinition } from "../definition/types.ts";
import { ALWAYS_UNKNOWN, kleeneAnd, kleeneOr } from "../in-memory/conditions.ts";
import { patternTest, patternText } from "../in-memory/pattern-test.ts";
import { compileStringTest } from "../in-memory/string-form.ts";
import { sqlConjunction, sqlDisjunction } from "../in-sql/logic.ts";
import { stringTestToSql } from "../in-sql/string-form.ts";

export type MatchSeveralParts = Pick<FunctionDeclaration, "name" | "summary" | "nulls" | "examples">;

/** Declares a function that matches several strings with one pattern: grammar.md, "Patterns". */
export function declareMatch(parts: MatchSeveralParts): FunctionDeclaration {
  return {
    ...parts,
    group: "pattern",
    signatures: [
      {
        parameters: [
          { name: "pattern", type: "pattern" },
          { name: "member", type: "text" },
        ],
        rest: { name: "members", type: "text" },
      },
    ],
    result: "boolean",
    strength: false,
    role: { kind: "pattern", patternIndex: 0 },
    someElement: true,
  };
}

/** @param join `and`: all strings must match. `or`: one string must match. */
export function implementMatch(declaration: FunctionDeclaration, join: "and" | "or"): FunctionDefinition {
  const [inMemory, inSql] = join === "and" ? [kleeneAnd, sqlConjunction] : [kleeneOr, sqlDisjunction];
  return implement(declaration, {
    role: { kind: "pattern", patternIndex: 0, requiredLiterals },
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
  });
}
