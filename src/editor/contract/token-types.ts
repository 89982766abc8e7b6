import type { SemanticTokenType } from "./types.ts";

/** Token types of LSP, which the themes of VS Code and Monaco know. Some kinds of words share one. */
export const STANDARD_TOKEN_TYPES: Readonly<Record<SemanticTokenType, string>> = {
  member: "variable",
  function: "function",
  string: "string",
  number: "number",
  date: "number",
  boolean: "keyword",
  strength: "keyword",
  option: "keyword",
  parameter: "property",
};
