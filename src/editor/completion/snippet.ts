import { isOptional } from "../../functions/definition/signature-text.ts";
import type { FunctionDeclaration } from "../../functions/definition/types.ts";

/**
 * Returns a call with a placeholder for each required argument of the first signature, in the syntax of LSP snippets.
 *
 * @example snippetOf(substr) // "substr(${1:member},${2:start})"
 */
export function snippetOf({ name, signatures }: FunctionDeclaration): string {
  const required = signatures.at(0)?.parameters.filter((parameter) => !isOptional(parameter)) ?? [];
  const holes = required.map((parameter, i) => `\${${i + 1}:${parameter.name}}`);
  return `${escapeSnippet(name)}(${holes.join(",")})`;
}

/** Escapes the characters with a meaning in LSP snippets. */
function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
