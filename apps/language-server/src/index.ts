/** The language server of tamis: the language service over LSP. */
export { runLanguageServer, type LanguageServerOptions } from "./server.ts";
export type { Collection, ReadData } from "./catalogs/collection.ts";
