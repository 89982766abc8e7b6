import { PatternWorkError } from "../../../../pattern/pattern-work.ts";
import { StatementError, type StatementFailure } from "../../source.ts";
import type { BoundStatement } from "./connection.ts";
import type { SqliteFileStart } from "./open-file.ts";

/** Messages between a source and the worker thread of its connection. The worker replies to each request, in order. */
export type WorkerRequest =
  | { readonly kind: "prepare"; readonly locales: readonly string[] }
  | OpenRequest
  /** Requests the next batch of the open statement. */
  | { readonly kind: "next" }
  /** Closes the open statement before its last row. */
  | { readonly kind: "stop" }
  /** Ends the snapshot. */
  | { readonly kind: "end" }
  /** Closes the database. */
  | { readonly kind: "close" };

/** Starts a statement and requests its first batch. The first statement starts the snapshot, unless it is the only one. */
export interface OpenRequest {
  readonly kind: "open";
  /** Number that cancels this statement, if the shared memory contains it. */
  readonly id: number;
  readonly statement: BoundStatement;
  /** Number of rows in a batch. */
  readonly size: number;
  /** Timeout of the statement in milliseconds. */
  readonly timeout: number | undefined;
  /** Whether this is the only statement of the snapshot, which then ends with it. */
  readonly isSingle: boolean;
}

/** Rows of the open statement. The last batch can be empty. */
export interface Batch {
  readonly rows: readonly (readonly unknown[])[];
  readonly isLast: boolean;
  /** Milliseconds that the whole statement took; Infinity before its end. */
  readonly duration: number;
}

export type WorkerReply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: SentError };

/** Data that a worker thread starts with. */
export interface WorkerStart extends SqliteFileStart {
  /** One 32-bit integer: the number of the last canceled statement. */
  readonly canceled: SharedArrayBuffer;
}

/** Error in a form that can be sent to another thread, which keeps no classes and no properties of errors. */
export type SentError =
  | {
      readonly kind: "statement";
      readonly failure: StatementFailure;
      readonly message: string;
      readonly cause: unknown;
    }
  | {
      readonly kind: "pattern";
      readonly pattern: string;
      readonly limit: number;
      readonly scope: "match" | "request";
    }
  | { readonly kind: "other"; readonly error: unknown };

export function sentError(error: unknown): SentError {
  if (error instanceof StatementError) {
    const { failure, message, cause } = error;
    return { kind: "statement", failure, message, cause: cause instanceof Error ? cause : String(cause) };
  }
  if (error instanceof PatternWorkError) {
    const { pattern, limit, scope } = error;
    return { kind: "pattern", pattern, limit, scope };
  }
  return { kind: "other", error: error instanceof Error ? error : String(error) };
}

export function receivedError(message: SentError): unknown {
  switch (message.kind) {
    case "statement":
      return new StatementError(message.failure, message.message, message.cause);
    case "pattern":
      return new PatternWorkError(message.pattern, message.scope, message.limit);
    case "other":
      return message.error;
  }
}
