import { requireKind } from "../../../../diagnostics/require-argument.ts";
import type { SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { canceled, throwIfCanceled } from "../../abort.ts";
import { createMutex } from "../shared/mutex.ts";
import { type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { clickhouseError } from "./errors.ts";
import { bindStatement, probedDialect, statementSettings } from "./statements.ts";
import { FORMAT, TabSeparatedReader } from "./tab-separated.ts";

/** Structural type of the members of the driver that the adapter calls, so that tamis does not depend on it. */
export interface ChdbSession {
  queryBindAsync(query: string, values: object, options: { format: string }): Promise<{ text(): string }>;
  queryStreamBind(query: string, values: object, options: { format: string }): ChdbStream;
}

export interface ChdbStream extends AsyncIterable<{ text(): string }> {
  cancel(): void;
}

/**
 * Creates a source over chDB, the engine of ClickHouse in the process. Statements run in another thread, one after the
 * other. A timeout ends the running statement. An aborted signal ends a request at once, but its statement runs on; a
 * stream ends between two blocks of rows.
 *
 * @example
 * import { Session } from "chdb";
 * const source = fromChdb(new Session("./sales"));
 */
export function fromChdb(session: ChdbSession): SqlSource {
  requireKind(session, "session", "a Session of chdb", "queryBindAsync");
  const runExclusive = createMutex();
  // An aborted signal ends the wait of the caller. The next statement waits for the end of the one that runs on.
  const all = (statement: SqlStatement, options: SnapshotOptions) =>
    untilAborted(() => runExclusive(() => run(session, statement, options)), options.signal);
  return {
    dialect: "clickhouse",
    limits: ["snapshot", "cancellation"],
    prepare: () => probedDialect((statement) => all(statement, {})),
    snapshot: async (work, options = {}) => {
      throwIfCanceled(options.signal);
      return work({
        all: (statement) => all(statement, options),
        batches: (statement, size) => batches(session, statement, size, options, runExclusive),
      });
    },
  };
}

async function run(
  session: ChdbSession,
  statement: SqlStatement,
  options: SnapshotOptions,
): Promise<unknown[][]> {
  throwIfCanceled(options.signal);
  const { text, values } = bindStatement(statement);
  try {
    const result = await session.queryBindAsync(withSettings(text, options), values, { format: FORMAT });
    return new TabSeparatedReader().rows(result.text());
  } catch (error) {
    await discardResult(session);
    throw error;
  }
}

function withSettings(text: string, { timeout }: SnapshotOptions): string {
  return `${text}${timeout === undefined ? SETTINGS : settingsClause(timeout)}`;
}

function settingsClause(timeout: number | undefined): string {
  const settings = Object.entries(statementSettings(timeout)).map(
    ([name, value]) => `${name} = ${/^[0-9.]+$/.test(value) ? value : `'${value.replaceAll("\\", "\\\\")}'`}`,
  );
  return ` SETTINGS ${settings.join(", ")}`;
}

const SETTINGS = settingsClause(undefined);

/**
 * Runs a statement whose result is discarded. If a statement fails after its first bytes, chDB 3.4 puts these bytes in front of the
 * next result, whose rows would be read wrongly.
 */
async function discardResult(session: ChdbSession): Promise<void> {
  await session.queryBindAsync("SELECT 1", {}, { format: FORMAT }).catch(() => undefined);
}

async function untilAborted<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  throwIfCanceled(signal);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(canceled(signal));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await (signal === undefined ? run() : Promise.race([run(), aborted]));
  } catch (error) {
    throw clickhouseError(error);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Yields rows of a stream. The session has one stream at a time, so other statements wait until it ends. */
async function* batches(
  session: ChdbSession,
  statement: SqlStatement,
  size: number,
  options: SnapshotOptions,
  runExclusive: ReturnType<typeof createMutex>,
): ReturnType<Session["batches"]> {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const { promise: isMine, resolve: begin } = Promise.withResolvers<undefined>();
  void runExclusive(() => {
    begin(undefined);
    return ended;
  });
  await isMine;
  let stream: ChdbStream | undefined;
  try {
    throwIfCanceled(options.signal);
    const { text, values } = bindStatement(statement);
    stream = session.queryStreamBind(withSettings(text, options), values, { format: FORMAT });
    let batch: unknown[][] = [];
    // Each chunk is a result of its own, with names and types.
    for await (const chunk of stream) {
      throwIfCanceled(options.signal);
      for (const row of new TabSeparatedReader().rows(chunk.text())) {
        batch.push(row);
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    stream?.cancel();
    await discardResult(session);
    throw clickhouseError(error);
  } finally {
    stream?.cancel();
    end(undefined);
  }
}
