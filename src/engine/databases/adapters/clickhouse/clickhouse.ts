import { requireKind } from "../../../../diagnostics/require-argument.ts";
import type { SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { canceled, throwIfCanceled } from "../../abort.ts";
import { StatementError, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { clickhouseError } from "./errors.ts";
import { bindStatement, probedDialect, statementSettings } from "./statements.ts";
import { FORMAT, TabSeparatedReader } from "./tab-separated.ts";

/** Structural type of the members of the driver that the adapter calls, so that tamis does not depend on it. */
export interface ClickhouseClient {
  query(request: {
    query: string;
    format: typeof FORMAT;
    query_params: Record<string, unknown>;
    clickhouse_settings: Record<string, string>;
    abort_signal: AbortSignal;
    query_id: string;
  }): Promise<ClickhouseResult>;
  command(request: { query: string; query_params: Record<string, unknown> }): Promise<unknown>;
}

export interface ClickhouseResult {
  text(): Promise<string>;
  stream(): AsyncIterable<readonly { readonly text: string }[]>;
  close(): void;
}

/**
 * Creates a source over a server or cluster of ClickHouse. Each statement is a request of its own, so that several
 * statements of one request can see different rows. A timeout or an aborted signal ends the request, and `KILL QUERY` ends
 * its statement on the server.
 *
 * @example
 * import { createClient } from "@clickhouse/client";
 * const source = fromClickhouse(createClient({ url: "https://user:password@host:8443/sales" }));
 */
export function fromClickhouse(client: ClickhouseClient): SqlSource {
  requireKind(client, "client", "a client of @clickhouse/client", "query");
  const all = (statement: SqlStatement, options: SnapshotOptions) =>
    perform(client, statement, options, async (result) => new TabSeparatedReader().rows(await result.text()));
  return {
    dialect: "clickhouse",
    limits: ["snapshot"],
    prepare: () => probedDialect((statement) => all(statement, {})),
    snapshot: async (work, options = {}) => {
      throwIfCanceled(options.signal);
      return work({
        all: (statement) => all(statement, options),
        batches: (statement, size) => batches(client, statement, size, options),
      });
    },
  };
}

/** A statement that a signal or a timeout can end. */
class RunningStatement {
  readonly id = `tamis-${crypto.randomUUID()}`;
  readonly #request = new AbortController();
  readonly #client: ClickhouseClient;
  readonly #options: SnapshotOptions;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped: StatementError | undefined;
  readonly #abort = () => this.#stop(canceled(this.#options.signal));

  constructor(client: ClickhouseClient, options: SnapshotOptions) {
    throwIfCanceled(options.signal);
    this.#client = client;
    this.#options = options;
    const { timeout, signal } = options;
    signal?.addEventListener("abort", this.#abort, { once: true });
    const expire = () => this.#stop(new StatementError("timeout", "The statement exceeded its timeout."));
    this.#timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  }

  start(statement: SqlStatement, buffered: boolean): Promise<ClickhouseResult> {
    const { text, values } = bindStatement(statement);
    return this.#client.query({
      query: text,
      format: FORMAT,
      query_params: values,
      clickhouse_settings: {
        ...statementSettings(this.#options.timeout),
        // A buffered result reports its error as the status of the response, not after its first rows.
        ...(buffered ? { wait_end_of_query: "1" } : {}),
        cancel_http_readonly_queries_on_client_close: "1",
      },
      abort_signal: this.#request.signal,
      query_id: this.id,
    });
  }

  /** Returns the error of a failed statement. */
  failure(error: unknown): unknown {
    if (this.#stopped !== undefined) return this.#stopped;
    return clickhouseError(error);
  }

  throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#abort);
  }

  #stop(why: StatementError): void {
    this.#stopped ??= why;
    this.#request.abort();
    // `KILL QUERY` needs a right that the user may lack. The server then ends the statement because its request is closed.
    void this.#client
      .command({ query: "KILL QUERY WHERE query_id = {id:String} ASYNC", query_params: { id: this.id } })
      .catch(() => undefined);
  }
}

async function perform<T>(
  client: ClickhouseClient,
  statement: SqlStatement,
  options: SnapshotOptions,
  read: (result: ClickhouseResult) => Promise<T>,
): Promise<T> {
  const execution = new RunningStatement(client, options);
  try {
    return await read(await execution.start(statement, true));
  } catch (error) {
    throw execution.failure(error);
  } finally {
    execution.end();
  }
}

async function* batches(
  client: ClickhouseClient,
  statement: SqlStatement,
  size: number,
  options: SnapshotOptions,
): AsyncGenerator<unknown[][], void> {
  const execution = new RunningStatement(client, options);
  let result: ClickhouseResult | undefined;
  try {
    result = await execution.start(statement, false);
    const reader = new TabSeparatedReader();
    let batch: unknown[][] = [];
    for await (const lines of result.stream()) {
      execution.throwIfStopped();
      for (const { text } of lines) {
        const row = reader.row(text);
        if (row !== undefined) batch.push(row);
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    }
    execution.throwIfStopped();
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw execution.failure(error);
  } finally {
    execution.end();
    result?.close();
  }
}
