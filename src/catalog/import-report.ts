import { MAXIMUM_PROBLEMS } from "./limits.ts";
import { readCatalog, type CatalogProblem } from "./read-catalog.ts";
import type { Catalog } from "./types.ts";

/** A catalog that was read from a schema or from rows. */
export interface CatalogImport {
  readonly catalog: Catalog | undefined;
  /** Problems of the imported document. Their JSON Pointers refer to it. */
  readonly problems: readonly CatalogProblem[];
  /** Parts of the document that were left out or needed an interpretation. */
  readonly notes: readonly CatalogProblem[];
}

export class ImportReport {
  readonly problems: CatalogProblem[] = [];
  readonly notes: CatalogProblem[] = [];

  problem(pointer: string, message: string): void {
    if (this.problems.length < MAXIMUM_PROBLEMS) this.problems.push({ pointer, message });
  }

  note(pointer: string, message: string): void {
    if (this.notes.length < MAXIMUM_PROBLEMS) this.notes.push({ pointer, message });
  }

  finish(definition: object | undefined): CatalogImport {
    const { problems, notes } = this;
    if (definition === undefined || problems.length > 0) return { catalog: undefined, problems, notes };
    const result = readCatalog(definition);
    return { catalog: result.catalog, problems: result.problems, notes };
  }
}
