import { asError, MAXIMUM_DIAGNOSTICS, type Diagnostic } from "../diagnostics/diagnostic.ts";

/**
 * What is wrong with a query string, gathered over all its parameters. However many warnings come first, an error is
 * never lost among them: a query with an error is no query.
 */
export class Findings {
  readonly #errors: Diagnostic[] = [];
  readonly #others: Diagnostic[] = [];
  readonly #strict: boolean;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  get failed(): boolean {
    return this.#errors.length > 0;
  }

  /** Whether further errors would not be shown: what only finds errors need not be run. */
  get full(): boolean {
    return this.#errors.length >= MAXIMUM_DIAGNOSTICS;
  }

  add(...found: readonly Diagnostic[]): void {
    for (const each of found) {
      const list = each.severity === "error" ? this.#errors : this.#others;
      if (list.length < MAXIMUM_DIAGNOSTICS) list.push(each);
    }
  }

  /** A reading that lenient mode makes and warns of; strict mode refuses it. */
  addReading(found: Diagnostic): void {
    this.add(this.#strict ? asError(found) : found);
  }

  /** In the order of the string; errors before others where there are too many. */
  finish(): readonly Diagnostic[] {
    const kept = [...this.#errors, ...this.#others].slice(0, MAXIMUM_DIAGNOSTICS);
    return kept.sort((a, b) => a.span.start - b.span.start);
  }
}
