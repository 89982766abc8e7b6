/** Reads SQL, OData, RSQL, JavaScript, JSON and URLs for the language service: the option `foreignSyntax`. */
export { FOREIGN_SYNTAX as foreignSyntax } from "../../parser/foreign/lazy-foreign-syntax.ts";
export type { ForeignSyntax } from "../../parser/foreign/broken-text.ts";
