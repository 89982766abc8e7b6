import { requireKind } from "../../../../diagnostics/require-argument.ts";
import { DATABASE_FUNCTIONS, type DatabaseFunction } from "../../../../sql/database-functions/list.ts";
import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { duckdb } from "../../../../sql/dialects/duckdb/dialect.ts";
import {
  render,
  type SqlParameter,
  type SqlParameterType,
  type SqlStatement,
} from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { duckdbError } from "./errors.ts";
import type { DuckdbConnection, DuckdbResult } from "./connection.ts";
import { rejectShadowedFunctions } from "./shadowing.ts";
import { duckdbTableView } from "./view.ts";
import { columnValues, rowsOfColumns, type DuckdbColumns } from "./column-values.ts";
import { StatementWatch } from "../shared/statement-watch.ts";
import { withErrors } from "../shared/with-errors.ts";
import { createMutex } from "../shared/mutex.ts";
import { narrowBigint } from "../shared/integers.ts";
import { throwIfCanceled } from "../../abort.ts";
import { hasOwn } from "../../../../values/own-properties.ts";

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
 * Creates a source over DuckDB. The adapter registers the `tamis_*` functions for the whole instance. Snapshots run one
 * after the other, because a connection has one transaction. For concurrent snapshots, create a source for each of
 * several connections. A timeout or an abort interrupts the running statement.
 *
 * Results do not depend on the settings of the connection (`default_collation`, `default_order`, `Calendar`, …), which
 * the adapter never changes. `prepare` rejects a connection with macros that replace functions of DuckDB.
 *
 * @param connection must not have an open transaction.
 * @param module the driver itself; values need its types and constructors.
 * @example
 * import * as driver from "@duckdb/node-api";
 * const instance = await driver.DuckDBInstance.create("sales.duckdb");
 * const source = fromDuckdb(await instance.connect(), driver);
 */
export function fromDuckdb(connection: DuckdbConnection, module: DuckdbModule): SqlSource {
  requireKind(module, "module", "the module of @duckdb/node-api", "DuckDBScalarFunction");
  const runExclusive = createMutex();
  const watch = new StatementWatch();
  const types = parameterTypes(module);
  const start = (statement: SqlStatement, mode: "run" | "stream") => {
    const { text } = render(statement, (index) => `$${index + 1}`);
    const values = statement.parameters.map((parameter) => boundValue(parameter, module));
    return connection[mode](
      text,
      values as never[],
      statement.parameters.map(({ type }) => types[type]) as never[],
    );
  };
  const command = (text: string) => withErrors(connection.run(text), duckdbError);

  return {
    dialect: "duckdb",
    async prepare({ locales }) {
      await loadLocales(locales);
      for (const definition of DATABASE_FUNCTIONS)
        connection.registerScalarFunction(scalarFunction(definition, module, watch) as never);
      const run = async (text: string) => rowsOf(await command(text));
      await rejectShadowedFunctions(run);
      return duckdb({
        version: String((await run("SELECT version()"))[0]?.[0]),
        functions: new Set(DATABASE_FUNCTIONS.map(({ name }) => name)),
        features: new Set(),
      });
    },
    viewOf: async (table) => {
      const name = `tamis ${table.join(".")}`;
      await duckdbTableView(connection, name, table);
      return [name];
    },
    snapshot: (work, options = {}) =>
      runExclusive(async () => {
        throwIfCanceled(options.signal);
        watch.begin();
        const isSingle = options.isSingle === true;
        if (!isSingle) await command("BEGIN TRANSACTION READ ONLY");
        try {
          return await work(session(start, { watch, interrupt: () => connection.interrupt() }, options));
        } finally {
          if (!isSingle) await command("ROLLBACK");
        }
      }),
  };
}

type Start = (statement: SqlStatement, mode: "run" | "stream") => Promise<DuckdbResult>;

interface Connection {
  readonly watch: StatementWatch;
  readonly interrupt: () => void;
}

function session(start: Start, connection: Connection, options: SnapshotOptions): Session {
  return {
    all: (statement) => interruptible(async () => rowsOf(await start(statement, "run")), connection, options),
    async *batches(statement, size) {
      let batch: unknown[][] = [];
      const result = await interruptible(() => start(statement, "stream"), connection, options);
      for (;;) {
        const chunk = await interruptible(() => result.fetchChunk(), connection, options);
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

/**
 * Delay between two interrupts of one statement, in milliseconds. A statement that has just started may ignore the
 * first interrupt.
 */
const INTERRUPT_INTERVAL = 20;

async function interruptible<T>(
  step: () => Promise<T>,
  { watch, interrupt }: Connection,
  { timeout, signal }: SnapshotOptions,
): Promise<T> {
  throwIfCanceled(signal);
  let stopped: "timeout" | "canceled" | undefined;
  let repetition: ReturnType<typeof setInterval> | undefined;
  const stop = (why: "timeout" | "canceled") => {
    if (stopped !== undefined) return;
    stopped = why;
    interrupt();
    repetition = setInterval(interrupt, INTERRUPT_INTERVAL);
  };
  const abort = () => stop("canceled");
  const timer = timeout === undefined ? undefined : setTimeout(() => stop("timeout"), timeout);
  signal?.addEventListener("abort", abort, { once: true });
  // A timer cannot fire while a function occupies the thread. Functions therefore check the deadline too.
  watch.until = timeout === undefined ? Infinity : performance.now() + timeout;
  try {
    return await step();
  } catch (error) {
    if (stopped === undefined) throw watch.exceededLimit(error) ?? duckdbError(error);
    throw new StatementError(stopped, STOPPED[stopped], error);
  } finally {
    watch.until = Infinity;
    clearTimeout(timer);
    clearInterval(repetition);
    signal?.removeEventListener("abort", abort);
  }
}

const STOPPED = {
  timeout: "The statement exceeded its timeout.",
  canceled: "The statement was canceled.",
} as const;

async function rowsOf(result: DuckdbResult): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return rows;
    for (const row of rowsOfColumns(chunk)) rows.push(row.map(plainValue));
  }
}

function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return narrowBigint(value);
  if (typeof value === "object" && value !== null && hasOwn(value, "bytes"))
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

/**
 * Wraps a JavaScript function as a DuckDB scalar function over columns. It returns null for a null argument. An
 * exception fails the statement.
 */
function scalarFunction(
  { name, parameters, result, run }: DatabaseFunction,
  module: DuckdbModule,
  watch: StatementWatch,
): object {
  const wrap = (value: unknown) => (value instanceof Uint8Array ? module.blobValue(value) : value);
  const definition = {
    name,
    returnType: { text: module.VARCHAR, boolean: module.BOOLEAN, bytes: module.BLOB }[result],
    parameterTypes: parameters.map((type) => (type === "number" ? module.DOUBLE : module.VARCHAR)),
    mainFunction: (_info: unknown, input: DuckdbColumns, output: Output) => {
      const columns = parameters.map((_, index) => columnValues(input, index));
      for (let row = 0; row < input.rowCount; row++) {
        const args = columns.map((column) => column[row]);
        const call = () => (run as (...args: unknown[]) => unknown)(...args);
        const value = args.includes(null) ? null : watch.call(call);
        output.setItem(row, wrap(value));
      }
      output.flush();
    },
  };
  return module.DuckDBScalarFunction.create(definition as never);
}
