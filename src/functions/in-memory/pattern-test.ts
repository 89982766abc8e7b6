import { compilePattern } from "../../pattern/pattern.ts";
import type { Operand } from "../definition/types.ts";

/** Undefined if the pattern is not constant or not valid: the result is then unknown. */
export function patternTest(operand: Operand): ((text: string) => boolean) | undefined {
  const source = patternText(operand);
  return source === undefined ? undefined : wholeMatchTest(source);
}

/** Undefined if the pattern is invalid. */
export function wholeMatchTest(source: string): ((text: string) => boolean) | undefined {
  const result = compilePattern(source);
  if (!result.ok) return undefined;
  const { pattern } = result;
  return (text) => pattern.matches(text);
}

/** Undefined if the argument is not a string. */
export function patternText({ constant }: Pick<Operand, "constant">): string | undefined {
  const source = constant?.value;
  return typeof source === "string" ? source : undefined;
}
