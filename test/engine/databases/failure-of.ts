import { StatementError, type StatementFailure } from "../../../src/engine/databases/source.ts";

/** Returns the kind of failure that work ends with. @throws Error if it succeeds, or fails with another error */
export async function failureOf(work: Promise<unknown>): Promise<StatementFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StatementError)) throw new Error("no StatementError", { cause: error });
  return error.failure;
}
