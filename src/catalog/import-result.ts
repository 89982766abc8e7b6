import { MAXIMUM_PROBLEMS } from "./limits.ts";
import { readCatalog, type CatalogProblem } from "./read-catalog.ts";
import type { Catalog } from "./types.ts";

/** What became of a description that was written for something else. */
export interface CatalogImport {
  /** Undefined if there are problems. */
  readonly catalog: Catalog | undefined;
  /** Why there is no catalog. Pointers lead into the document that was given. */
  readonly problems: readonly CatalogProblem[];
  /** What could not be taken over, or was taken in one of several ways. The catalog is right without it. */
  readonly notes: readonly CatalogProblem[];
}

/** Problems and notes as they come up. */
export class ImportReport {
  readonly problems: CatalogProblem[] = [];
  readonly notes: CatalogProblem[] = [];

  problem(pointer: string, message: string): void {
    if (this.problems.length < MAXIMUM_PROBLEMS) this.problems.push({ pointer, message });
  }

  note(pointer: string, message: string): void {
    if (this.notes.length < MAXIMUM_PROBLEMS) this.notes.push({ pointer, message });
  }

  /** The result: a catalog if nothing is wrong, neither with the description nor with what was made of it. */
  finish(definition: object | undefined): CatalogImport {
    const { problems, notes } = this;
    if (definition === undefined || problems.length > 0) return { catalog: undefined, problems, notes };
    const read = readCatalog(definition);
    return { catalog: read.catalog, problems: read.problems, notes };
  }
}
