/** An invalid expression whose diagnostics were printed. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly exitCode = 3;

  constructor() {
    super("");
  }
}
