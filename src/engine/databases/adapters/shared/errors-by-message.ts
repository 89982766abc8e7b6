import { StatementError, type StatementFailure } from "../../source.ts";

/**
 * Rule for driver errors: a pattern that the driver's message matches, the kind of failure, and the message of the
 * `StatementError`.
 */
export type MessageRule = readonly [message: RegExp, failure: StatementFailure, text: string];

/**
 * Returns a function that converts a driver's error to a `StatementError` by its message. The function returns values
 * that match no rule unchanged.
 */
export function errorsByMessage(
  rules: readonly MessageRule[],
  fallback: string,
): (error: unknown) => unknown {
  return (error) => {
    if (!(error instanceof Error) || error instanceof StatementError) return error;
    const [, failure, text] = rules.find(([message]) => message.test(error.message)) ?? [];
    return new StatementError(failure ?? "other", text ?? fallback, error);
  };
}
