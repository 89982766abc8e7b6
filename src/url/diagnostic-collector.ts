import { asError, MAXIMUM_DIAGNOSTICS, type Diagnostic } from "../diagnostics/diagnostic.ts";

/** Collects the diagnostics of a query string. Warnings never displace errors. */
export class DiagnosticCollector {
  readonly #errors: Diagnostic[] = [];
  readonly #others: Diagnostic[] = [];
  readonly #strict: boolean;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  get isFull(): boolean {
    return this.#errors.length >= MAXIMUM_DIAGNOSTICS;
  }

  add(...found: readonly Diagnostic[]): void {
    for (const each of found) {
      const list = each.severity === "error" ? this.#errors : this.#others;
      if (list.length < MAXIMUM_DIAGNOSTICS) list.push(each);
    }
  }

  /** Adds a lenient correction: a warning in lenient mode, an error in strict mode. */
  addCorrection(found: Diagnostic): void {
    this.add(this.#strict ? asError(found) : found);
  }

  /** Returns the diagnostics in the order of the query string. If they exceed the limit, warnings are dropped first. */
  finish(): readonly Diagnostic[] {
    const kept = [...this.#errors, ...this.#others].slice(0, MAXIMUM_DIAGNOSTICS);
    return kept.sort((a, b) => a.span.start - b.span.start);
  }
}
