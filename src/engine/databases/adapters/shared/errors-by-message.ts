import { StatementError, type StatementFailure } from "../../source.ts";

/** A pattern of the driver's messages, the failure that it means, and the message of the `StatementError`. */
export type MessageRule = readonly [message: RegExp, failure: StatementFailure, text: string];

/**
 * Returns a function that converts a driver's error to a `StatementError` by its message. Other values are returned
 * unchanged.
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
