import type { Expression, SortBy } from "../../ast/nodes.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Limits } from "../../diagnostics/limits.ts";

/** Explanation of a text of another language, in place of its syntax errors. */
export interface ForeignReading<T extends Expression | SortBy> {
  /** One diagnostic. Its fix is the text in this language, if there is one. */
  readonly diagnostic: Diagnostic;
  /** The translated tree with spans in the text, for checking names. Undefined if its nodes are in another order than in the text. */
  readonly tree: T | undefined;
}

/** Parts of a parse that decide whether a text is foreign. */
export interface BrokenText {
  readonly text: string;
  /** The errors and warnings that the parser of this language reports. */
  readonly found: readonly Diagnostic[];
  readonly limits: Limits;
  /** Gives the types of the members to translations that depend on them. */
  readonly catalog: Catalog | undefined;
  readonly parse: (text: string) => { readonly expression: unknown };
}

/** Reads texts of other languages, such as SQL. It is not part of the parser, because only texts with errors need it. */
export interface ForeignSyntax {
  readonly readFilter: (broken: BrokenText) => ForeignReading<Expression> | undefined;
  readonly readSortBy: (broken: BrokenText) => ForeignReading<SortBy> | undefined;
}
