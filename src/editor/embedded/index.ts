/** Finds filters and sorts inside other texts: URLs, request files, JSON, YAML, TypeScript, shell commands, Markdown. */
export { findEmbedded, languageOfFile } from "./find-embedded.ts";
export { openEmbedded } from "./embedded-document.ts";
export { MAXIMUM_EXPRESSIONS, MAXIMUM_TEXT, type Embedded, type EmbeddedOptions } from "./source.ts";
