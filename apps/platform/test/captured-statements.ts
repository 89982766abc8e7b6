import { Worker } from "node:worker_threads";
import pg from "pg";
import { vi } from "vitest";

/** A statement that the platform sent to its database. */
export interface CapturedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records the statements that read rows, until `stop`. */
export interface Capture {
  readonly statements: CapturedStatement[];
  readonly stop: () => void;
}

const READS = /^(?:DECLARE \S+ NO SCROLL CURSOR FOR )?(?=SELECT )/;

/** Captures what the threads that read a SQLite file receive. */
export function captureSqlite(): Capture {
  const statements: CapturedStatement[] = [];
  const original = Object.getOwnPropertyDescriptor(Worker.prototype, "postMessage")!.value as (
    this: Worker,
    message: unknown,
  ) => void;
  const spy = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (
    this: Worker,
    message: unknown,
  ) {
    const { kind, statement } = message as { kind?: string; statement?: CapturedStatement };
    if (kind === "open") statements.push(statement!);
    original.call(this, message);
  });
  return { statements, stop: () => spy.mockRestore() };
}

/** Captures what the clients of PostgreSQL send. */
export function capturePostgres(): Capture {
  const statements: CapturedStatement[] = [];
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, "query")!.value as (
    ...args: unknown[]
  ) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const query = args[0] as string | (Omit<CapturedStatement, "values"> & Partial<CapturedStatement>);
    if (typeof query === "object" && READS.test(query.text) && query.text.includes('"platform_'))
      statements.push({ text: query.text.replace(READS, ""), values: query.values ?? [] });
    return original.apply(this, args);
  });
  return { statements, stop: () => spy.mockRestore() };
}
