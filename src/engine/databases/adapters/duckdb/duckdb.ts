import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS, type DatabaseFunction } from "../../../../sql/database-functions/list.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { duckdb } from "../../../../sql/dialects/duckdb/dialect.ts";
import {
  render,
  type SqlParameter,
  type SqlParameterType,
  type SqlStatement,
} from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { duckdbFailure } from "./errors.ts";
import { columnValues, rowsOfColumns, type DuckdbColumns } from "./column-values.ts";
import { oneAtATime } from "../shared/mutex.ts";
import { plainInteger } from "../shared/integers.ts";

/** A connection of `@duckdb/node-api`: what is used of it. */
export interface DuckdbConnection {
  run(sql: string, values?: never[], types?: never[]): Promise<DuckdbResult>;
  stream(sql: string, values?: never[], types?: never[]): Promise<DuckdbResult>;
  registerScalarFunction(definition: never): void;
  interrupt(): void;
}

export interface DuckdbResult {
  fetchChunk(): Promise<DuckdbChunk | null>;
}

export type DuckdbChunk = DuckdbColumns;

/** The module `@duckdb/node-api`: what is used of it. */
export interface DuckdbModule {
  readonly DuckDBScalarFunction: {
    create(definition: never): object;
  };
  readonly BOOLEAN: object;
  readonly BIGINT: object;
  readonly DOUBLE: object;
  readonly VARCHAR: object;
  readonly BLOB: object;
  LIST(type: never): object;
  listValue(items: never[]): unknown;
  blobValue(bytes: Uint8Array): unknown;
}

/**
 * DuckDB through its driver. The functions of ours are registered for the whole instance. Snapshots run one after the
 * other, since a connection has one transaction; for more at once, make a source of each of several connections.
 * A statement is interrupted on timeout and on abort.
 *
 * @param connection it must have no transaction open.
 * @param module the driver itself, whose types and constructors values need.
 * @example
 * import * as driver from "@duckdb/node-api";
 * const instance = await driver.DuckDBInstance.create("sales.duckdb");
 * const source = fromDuckdb(await instance.connect(), driver);
 */
export function fromDuckdb(connection: DuckdbConnection, module: DuckdbModule): SqlSource {
  const queue = oneAtATime();
  const types = parameterTypes(module);
  const start = (statement: SqlStatement, how: "run" | "stream") => {
    const { text } = render(statement, (index) => `$${index + 1}`);
    const values = statement.parameters.map((parameter) => boundValue(parameter, module));
    return connection[how](
      text,
      values as never[],
      statement.parameters.map(({ type }) => types[type]) as never[],
    );
  };
  const command = (text: string) => connection.run(text).catch(rethrow);

  return {
    async prepare({ locales }) {
      await loadCollations("und", ...locales.map(localeWithRules));
      for (const each of DATABASE_FUNCTIONS)
        connection.registerScalarFunction(scalarFunction(each, module) as never);
      const result = await connection.run("SELECT version()").catch(rethrow);
      return duckdb({
        version: String((await rowsOf(result))[0]?.[0]),
        functions: new Set(DATABASE_FUNCTIONS.map(({ name }) => name)),
        features: new Set(),
      });
    },
    snapshot: (work, options = {}) =>
      queue(async () => {
        assertWanted(options);
        await command("BEGIN TRANSACTION READ ONLY");
        try {
          return await work(session(start, () => connection.interrupt(), options));
        } finally {
          await command("ROLLBACK");
        }
      }),
  };
}

type Start = (statement: SqlStatement, how: "run" | "stream") => Promise<DuckdbResult>;

function session(start: Start, interrupt: () => void, options: SnapshotOptions): Session {
  return {
    all: (statement) => watched(async () => rowsOf(await start(statement, "run")), interrupt, options),
    async *batches(statement, size) {
      let batch: unknown[][] = [];
      const result = await watched(() => start(statement, "stream"), interrupt, options);
      for (;;) {
        const chunk = await watched(() => result.fetchChunk(), interrupt, options);
        if (chunk === null || chunk.rowCount === 0) break;
        for (const row of rowsOfColumns(chunk)) {
          batch.push(row.map(plainValue));
          if (batch.length < size) continue;
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
  };
}

/** How often a statement is told to stop, in milliseconds: one that has only begun may not hear it the first time. */
const INSISTENCE = 20;

/** Runs a step of a statement, and interrupts it when its time is over or nobody wants it any more. */
async function watched<T>(
  step: () => Promise<T>,
  interrupt: () => void,
  { timeout, signal }: SnapshotOptions,
): Promise<T> {
  assertWanted({ signal });
  let stopped: "timeout" | "canceled" | undefined;
  let insisting: ReturnType<typeof setInterval> | undefined;
  const stop = (why: "timeout" | "canceled") => {
    if (stopped !== undefined) return;
    stopped = why;
    interrupt();
    insisting = setInterval(interrupt, INSISTENCE);
  };
  const abort = () => stop("canceled");
  const timer = timeout === undefined ? undefined : setTimeout(() => stop("timeout"), timeout);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await step();
  } catch (error) {
    if (stopped === undefined) return rethrow(error);
    throw new StatementError(stopped, STOPPED[stopped], error);
  } finally {
    clearTimeout(timer);
    clearInterval(insisting);
    signal?.removeEventListener("abort", abort);
  }
}

const STOPPED = {
  timeout: "The statement took longer than it may.",
  canceled: "The statement was canceled.",
} as const;

function assertWanted({ signal }: SnapshotOptions): void {
  if (signal?.aborted === true) throw new StatementError("canceled", STOPPED.canceled, signal.reason);
}

function rethrow(error: unknown): never {
  throw duckdbFailure(error);
}

async function rowsOf(result: DuckdbResult): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return rows;
    for (const row of rowsOfColumns(chunk)) rows.push(row.map(plainValue));
  }
}

/** Whole numbers and bytes without the driver's wrapping. */
function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return plainInteger(value);
  if (typeof value === "object" && value !== null && "bytes" in value)
    return new Uint8Array(value.bytes as Uint8Array);
  return value;
}

function parameterTypes(module: DuckdbModule): Readonly<Record<SqlParameterType, object>> {
  const { BOOLEAN, BIGINT, DOUBLE, VARCHAR, BLOB } = module;
  return {
    boolean: BOOLEAN,
    integer: BIGINT,
    number: DOUBLE,
    text: VARCHAR,
    // The statement casts them.
    date: VARCHAR,
    time: VARCHAR,
    dateTime: VARCHAR,
    bytes: BLOB,
    texts: module.LIST(VARCHAR as never),
    integers: module.LIST(BIGINT as never),
    numbers: module.LIST(DOUBLE as never),
  };
}

function boundValue({ type, value }: SqlParameter, module: DuckdbModule): unknown {
  switch (type) {
    case "integer":
      return BigInt(value as number | bigint);
    case "bytes":
      return module.blobValue(value as Uint8Array);
    case "integers":
      return module.listValue((value as readonly (number | bigint)[]).map(BigInt) as never[]);
    case "texts":
    case "numbers":
      return module.listValue([...(value as readonly unknown[])] as never[]);
    default:
      return value;
  }
}

interface Output {
  setItem(index: number, value: unknown): void;
  flush(): void;
}

/** A function over columns of values; null for null. What it throws is an error of the statement. */
function scalarFunction({ name, parameters, result, run }: DatabaseFunction, module: DuckdbModule): object {
  const wrap = (value: unknown) => (value instanceof Uint8Array ? module.blobValue(value) : value);
  const definition = {
    name,
    returnType: { text: module.VARCHAR, boolean: module.BOOLEAN, bytes: module.BLOB }[result],
    parameterTypes: parameters.map((type) => (type === "number" ? module.DOUBLE : module.VARCHAR)),
    mainFunction: (_info: unknown, input: DuckdbChunk, output: Output) => {
      const columns = parameters.map((_, index) => columnValues(input, index));
      for (let row = 0; row < input.rowCount; row++) {
        const args = columns.map((column) => column[row]);
        const value = args.includes(null) ? null : (run as (...args: unknown[]) => unknown)(...args);
        output.setItem(row, wrap(value));
      }
      output.flush();
    },
  };
  return module.DuckDBScalarFunction.create(definition as never);
}
