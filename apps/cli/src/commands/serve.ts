import { escapeControls } from "tamis/diagnostics";
import { explorer } from "tamis/explorer";
import { readOnlyResponse } from "tamis/http";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { note } from "../command/report.ts";
import { READ_OPTIONS, STRICT_ROWS } from "../command/read-options.ts";
import { CATALOG_OPTIONS, TABLE } from "../command/shared-options.ts";
import { messageOf, messageWithCause } from "../io/errors.ts";
import { servedLocales } from "../serve/default-locales.ts";
import { allowedHosts } from "../serve/http/allowed-hosts.ts";
import { guarded } from "../serve/http/guard.ts";
import { HEALTH_PATH, withHealth } from "../serve/http/health.ts";
import { LOG_LEVELS, requestLog } from "../serve/http/request-log.ts";
import { CONNECTION_LIMITS, startServer } from "../serve/http/start-server.ts";
import { createMetrics } from "../serve/metrics/metrics.ts";
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_HOST,
  DEFAULT_PORT,
  DEFAULT_TIMEOUT,
  readSettings,
  type ServeSettings,
} from "../serve/serve-settings.ts";
import { ServedSources } from "../serve/served-sources.ts";
import { CollectionNames, pathOfName } from "../serve/sources/collection-names.ts";
import { chosenKeys, KEY } from "../serve/sources/key-option.ts";
import { openSource, openSources } from "../serve/sources/open-sources.ts";
import { PREPARE } from "../serve/sources/prepared-orders.ts";
import type { SourceOptions } from "../serve/sources/source-options.ts";
import type { Listening } from "../serve/threads/messages.ts";
import { portFault, readThreads, THREADS } from "../serve/threads/thread-count.ts";
import { PostedSources } from "../serve/threads/posted-sources.ts";
import { ServeThreads } from "../serve/threads/serve-threads.ts";
import { openShared } from "../serve/threads/shared-source.ts";
import { SharedSources } from "../serve/threads/shared-sources.ts";
import { threadTask, type ThreadTask } from "../serve/threads/thread-task.ts";
import { SourceWatch } from "../serve/watch-sources.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Serve files and databases over HTTP, with a page for browsers",
  usage: "serve SOURCE… [--port N] [--watch]",
  options: [
    { name: "port", short: "p", value: "N", help: `port (default: ${DEFAULT_PORT}); 0 chooses a free one` },
    {
      name: "host",
      value: "ADDRESS",
      help: `address to listen on (default: ${DEFAULT_HOST}, this computer only)`,
    },
    {
      name: "allow-host",
      value: "NAME",
      help: "further host name in requests, such as that of a proxy; can be repeated",
      repeatable: true,
    },
    {
      name: "cors",
      value: "ORIGIN",
      help: "origin of web pages that may use the server, such as https://app.example, or *; can be repeated",
      repeatable: true,
    },
    {
      name: "token",
      value: "TEXT",
      help: "require this token from each request (better: the environment variable TAMIS_TOKEN)",
    },
    { name: "watch", short: "w", help: "load files again when they change, and new files of folders" },
    {
      name: "writable",
      help: "allow changes; the rows of a file are copied to SQLite next to the file, which stays as it is",
    },
    KEY,
    PREPARE,
    {
      name: "paging",
      value: "KIND",
      help: "links between pages: start (default) or cursor",
      choices: ["start", "cursor"],
    },
    {
      name: "cursor-secret",
      value: "TEXT",
      help: "secret that signs cursors, so that they stay valid after a restart (default: random)",
    },
    {
      name: "timeout",
      value: "SECONDS",
      help: `maximum duration of a request (default: ${DEFAULT_TIMEOUT})`,
    },
    {
      name: "max-requests",
      value: "N",
      help: `requests that are answered at the same time (default: ${DEFAULT_CONCURRENCY}); more get 503`,
    },
    THREADS,
    {
      name: "metrics",
      help: "serve metrics for Prometheus at /metrics, which needs the package prom-client",
    },
    { name: "no-timing", help: "leave out the header field Server-Timing" },
    { name: "no-compress", help: "do not compress responses (default: as Accept-Encoding requests)" },
    {
      name: "log",
      value: "LEVEL",
      help: `log on standard error: ${LOG_LEVELS.join(", ")} (default: requests)`,
      choices: LOG_LEVELS,
    },
    { ...TABLE, help: "databases only: the table or view (default: all)" },
    ...CATALOG_OPTIONS,
    {
      name: "locale",
      short: "l",
      value: "TAGS",
      help: "languages for comparing strings; Accept-Language chooses one (default: all common languages)",
    },
    ...READ_OPTIONS,
    STRICT_ROWS,
  ],
  notes: [
    "A SOURCE is a file of rows (NDJSON, JSON, CSV or TSV, also compressed with gzip or zstd), a folder of files, a SQLite, DuckDB or Parquet file, a database address such as postgres://user@host/db, or a file written by tamis save. Each file and each table becomes a collection at its own path, such as /places. Files of a folder that cannot be read, or have no rows, are left out, which a note says. The path / lists the collections, /openapi.json describes them, and /health reports the state of the server.",
    "Browsers receive an explorer of the rows, and at /playground one for example data and files of your own. Other clients receive JSON. Rows of files are kept in memory. Databases are opened read-only, and each request reads the current rows.",
    "The server listens on this computer only, unless --host names another address. It refuses requests that name a foreign host, and those of web pages of other origins, so that a web page cannot read your files through your browser. A token is sent as Authorization: Bearer TOKEN; the page in a browser asks for it.",
    "After the line 'listening on http://HOST:PORT' on standard output, the server answers. Ctrl-C and SIGTERM stop it after the running requests, at the latest after 10 seconds; a second Ctrl-C stops it at once.",
    "With --writable, clients can create, replace, patch and delete rows. The rows of FILE are copied to FILE.tamis-db, a SQLite file, when the server starts for the first time. From then on the server uses the copy. Tables of SQLite and PostgreSQL are changed in place, and need a unique key. If a table has no column tamis_version, versions of its rows are digests.",
    "With --watch, a changed file is loaded next to the old rows, which answer requests until the new rows are complete. A file with more invalid rows than before keeps its old rows, and the log reports it. Files that appear in a folder or disappear from it are served or left out.",
  ],
  examples: [
    "tamis serve examples/data/places.ndjson examples/data/countries.ndjson --port 0",
    "tamis serve examples/data --watch --port 0 --log errors",
  ],
  run: runServe,
};

async function runServe(scope: Scope): Promise<number> {
  const { args } = scope;
  if (args.positionals.length === 0) throw new UsageError("tamis serve needs a SOURCE.");
  const settings = readSettings(scope);
  const task = threadTask();
  const threads = task === undefined ? readThreads(args) : 1;
  if (threads === 1) return serveSources(scope, settings, task);
  const fault = await portFault(settings.host, settings.port);
  if (fault === undefined) return serveInThreads(scope, settings, threads);
  note(scope, `one thread answers all requests: ${fault}.`);
  return serveSources(scope, settings, undefined);
}

async function serveInThreads(scope: Scope, settings: ServeSettings, count: number): Promise<number> {
  const options = await sourceOptions(scope, settings);
  const opened = await openSources(scope.args.positionals, options, openShared);
  const shared = new SharedSources(opened.sources);
  const started = await ServeThreads.start(scope, settings, count, shared.message);
  if (typeof started === "number") return started;
  const { threads, listening } = started;
  shared.onChange = () => threads.replace(shared.message);
  const watch = scope.args.flag("watch") ? new SourceWatch(shared, opened, options, openShared) : undefined;
  const stopped = stopOf(scope);
  await announce(scope, settings, listening, ` with ${count} threads`);
  await stopped;
  watch?.stop();
  await threads.stop();
  return EXIT.ran;
}

async function announce(
  scope: Scope,
  { log }: ServeSettings,
  { url, collections }: Omit<Listening, "kind">,
  threads: string,
): Promise<void> {
  await scope.out.write(`listening on ${url}${threads}\n`);
  await scope.out.end();
  if (log !== "none") noteCollections(scope, url, collections);
}

async function sourceOptions(
  scope: Scope,
  { cursorKey, timeout, isWritable }: ServeSettings,
  task?: ThreadTask,
): Promise<SourceOptions> {
  return {
    scope,
    names: new CollectionNames(),
    catalog: await chosenCatalog(scope),
    keys: chosenKeys(scope.args),
    cursorKey: task?.cursorKey ?? cursorKey,
    timeout,
    locales: servedLocales(scope.args),
    threads: task?.threads,
    isWritable,
  };
}

/** @param task set in one of several threads */
async function serveSources(
  scope: Scope,
  settings: ServeSettings,
  task: ThreadTask | undefined,
): Promise<number> {
  const { args, io } = scope;
  const options = await sourceOptions(scope, settings, task);
  const { timeout, locales } = options;
  const metrics = args.flag("metrics") ? await createMetrics(task) : undefined;
  const log = requestLog(io, settings.log);
  const posted = task && new PostedSources(task.number, options);
  const opened =
    posted === undefined
      ? await openSources(args.positionals, options, openSource)
      : { sources: await posted.open(task!.sources), folders: [], failed: new Map<string, string>() };
  const pages = explorer();
  const served = new ServedSources(opened.sources, {
    locales,
    paging: settings.paging,
    html: pages,
    openapi: true,
    serverTiming: !args.flag("no-timing"),
    limits: { timeout, concurrency: task?.concurrency ?? settings.concurrency },
    onError: (error, { traceId }) => note(scope, `internal error ${traceId}: ${messageWithCause(error)}`),
  });
  const handle = withHealth(served.handle, () => (posted ?? served).status);
  try {
    const server = await startServer(
      guarded(metrics === undefined ? handle : metrics.wrap(handle), {
        hosts: allowedHosts(settings.host, args.texts("allow-host")),
        origins: settings.origins,
        token: settings.token,
        isPublic: (path) => path === HEALTH_PATH || pages?.isPublic(path) === true,
        answerWithoutToken: (request) => {
          const content = pages?.contentWithoutToken(request);
          return content && readOnlyResponse(request, content);
        },
      }),
      {
        host: settings.host,
        port: task?.port ?? settings.port,
        isShared: task !== undefined,
        limits: { maximumConnections: task?.connections ?? CONNECTION_LIMITS.maximumConnections },
        compress: !args.flag("no-compress"),
        onRequest: metrics?.onRequest,
        onAnswer: (answer) => {
          metrics?.onAnswer(answer);
          log(answer);
        },
        onError: (error) => note(scope, `internal error: ${messageOf(error)}`),
      },
    );
    const isWatching = args.flag("watch") && task === undefined;
    const watch = isWatching ? new SourceWatch(served, opened, options, openSource) : undefined;
    task?.onSources((message) => posted!.replace(served, message));
    const { url, port } = server;
    const collections = served.sources.flatMap((source) =>
      source.collections.map(({ name, rows }) => ({ name, rows })),
    );
    const stopped = task === undefined ? stopOf(scope) : new Promise<void>(task.onStop);
    if (task === undefined) await announce(scope, settings, { url, port, collections }, "");
    else task.reportListening({ url, port, collections });
    await stopped;
    watch?.stop();
    await server.stop();
  } finally {
    await served.close();
  }
  return EXIT.ran;
}

/** Resolves when the user or the system ends the server. */
function stopOf({ io, signal }: Scope): Promise<void> {
  return new Promise((resolve) => {
    if (io.onStop !== undefined) return io.onStop(resolve);
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const SHOWN_COLLECTIONS = 20;

function noteCollections(scope: Scope, url: string, collections: Listening["collections"]): void {
  for (const { name, rows } of collections.slice(0, SHOWN_COLLECTIONS)) {
    const count = rows === undefined ? "" : ` (${rows.toLocaleString("en-US")} rows)`;
    note(scope, `${url}${escapeControls(pathOfName(name))}${count}`);
  }
  if (collections.length > SHOWN_COLLECTIONS)
    note(scope, `… and ${collections.length - SHOWN_COLLECTIONS} more`);
}
