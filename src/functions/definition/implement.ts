import type { FunctionDeclaration, FunctionDefinition } from "./types.ts";

/** Returns the definition of a function: its declaration and its implementation. The role of a pattern gets its functions here. */
export function implement(
  declaration: FunctionDeclaration,
  implementation: Pick<FunctionDefinition, "compile" | "toSql" | "role">,
): FunctionDefinition {
  return { ...declaration, ...implementation } as FunctionDefinition;
}
