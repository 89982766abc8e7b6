import type { FunctionDeclaration, FunctionDefinition } from "./types.ts";

/** Adds to the declaration of a function how it runs. Roles of patterns also say how strings are prepared for them. */
export function implement(
  declaration: FunctionDeclaration,
  implementation: Pick<FunctionDefinition, "compile" | "toSql" | "role">,
): FunctionDefinition {
  return { ...declaration, ...implementation } as FunctionDefinition;
}
