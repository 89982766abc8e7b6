import { compilePattern } from "../../pattern/pattern.ts";
import type { Operand } from "../definition/types.ts";

/**
 * The test that a pattern argument stands for. The checker has already said what is wrong with a pattern; one that
 * reaches this place unchecked and is wrong is unknown for every row.
 */
export function patternTest(operand: Operand): ((text: string) => boolean) | undefined {
  const source = patternText(operand);
  if (source === undefined) return undefined;
  const result = compilePattern(source);
  if (!result.ok) return undefined;
  const { pattern } = result;
  return (text) => pattern.matches(text);
}

/** The pattern that an argument is, undefined if it is none. */
export function patternText({ constant }: Pick<Operand, "constant">): string | undefined {
  const source = constant?.value;
  return typeof source === "string" ? source : undefined;
}
