/** The part of ESLint's types that the rule uses, so that ESLint is no dependency. */
export interface Fixer<F> {
  replaceTextRange(range: [number, number], text: string): F;
}

export interface EslintPosition {
  readonly line: number;
  readonly column: number;
}

export interface Report<F> {
  readonly loc: { readonly start: EslintPosition; readonly end: EslintPosition };
  readonly message: string;
  readonly suggest: { desc: string; fix(fixer: Fixer<F>): F[] }[];
}

export interface RuleContext<F> {
  /** Path of the file. */
  readonly filename: string;
  /** The content of the file. `text` and `getLocFromIndex` are absent for files that are not text. */
  readonly sourceCode: {
    readonly ast: unknown;
    readonly text?: string;
    getLocFromIndex?(index: number): EslintPosition;
  };
  report(problem: Report<F>): void;
}

export interface ExpressionsRule {
  readonly meta: {
    readonly type: "problem";
    readonly docs: { readonly description: string };
    readonly hasSuggestions: true;
    readonly schema: [];
  };
  create<F>(context: RuleContext<F>): { Program(): void };
}

export interface EslintPlugin {
  readonly meta: { readonly name: string };
  readonly rules: { readonly expressions: ExpressionsRule };
}
