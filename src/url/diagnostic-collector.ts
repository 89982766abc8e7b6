import { asError, MAXIMUM_DIAGNOSTICS, type Diagnostic } from "../diagnostics/diagnostic.ts";

/** Collects the diagnostics of a query string. Warnings never displace errors. */
export class DiagnosticCollector {
  readonly #errors: Diagnostic[] = [];
  readonly #nonErrors: Diagnostic[] = [];
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

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const list = diagnostic.severity === "error" ? this.#errors : this.#nonErrors;
      if (list.length < MAXIMUM_DIAGNOSTICS) list.push(diagnostic);
    }
  }

  /** Adds a lenient correction: a warning in lenient mode, an error in strict mode. */
  addCorrection(diagnostic: Diagnostic): void {
    this.add(this.#strict ? asError(diagnostic) : diagnostic);
  }

  /** Returns the diagnostics in the order of the query string. If they exceed the limit, warnings are dropped first. */
  finish(): readonly Diagnostic[] {
    const reported = [...this.#errors, ...this.#nonErrors].slice(0, MAXIMUM_DIAGNOSTICS);
    return reported.sort((a, b) => a.span.start - b.span.start);
  }
}
