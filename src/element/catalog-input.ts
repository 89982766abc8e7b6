import { readCatalog, type CatalogProblem, type CatalogResult } from "../catalog/read-catalog.ts";
import { isCatalog } from "../catalog/require-catalog.ts";

const NONE: readonly CatalogProblem[] = [];

/** Reads a catalog made by `defineCatalog`, or its definition. Never throws. */
export function readCatalogInput(input: unknown): CatalogResult {
  if (input === undefined || input === null) return { catalog: undefined, problems: NONE };
  return isCatalog(input) ? { catalog: input, problems: NONE } : readCatalog(input);
}

/** Reads the definition of a catalog from JSON. Never throws. */
export function readCatalogJson(json: string): CatalogResult {
  try {
    return readCatalog(JSON.parse(json));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "unreadable";
    return { catalog: undefined, problems: [{ pointer: "", message: `Not JSON: ${reason}.` }] };
  }
}
