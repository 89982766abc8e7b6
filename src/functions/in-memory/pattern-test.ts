import { compilePattern } from "../../pattern/pattern.ts";
import type { Operand } from "../definition/types.ts";

/** Compiles a constant pattern argument. Undefined if it is not a valid pattern: the result is then unknown. */
export function patternTest(operand: Operand): ((text: string) => boolean) | undefined {
  const source = patternText(operand);
  return source === undefined ? undefined : wholeMatchTest(source);
}

/** Compiles a pattern into a test of whole strings. Undefined if the pattern is invalid. */
export function wholeMatchTest(source: string): ((text: string) => boolean) | undefined {
  const result = compilePattern(source);
  if (!result.ok) return undefined;
  const { pattern } = result;
  return (text) => pattern.matches(text);
}

/** The pattern of a constant argument. Undefined if the argument is not a string. */
export function patternText({ constant }: Pick<Operand, "constant">): string | undefined {
  const source = constant?.value;
  return typeof source === "string" ? source : undefined;
}
