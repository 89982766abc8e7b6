import { createServer, type IncomingMessage } from "node:http";
import { nodeHandler } from "tamis/http";
import { HELP, readConfiguration, type Configuration, type CopyCommand } from "./configuration.ts";
import { readKnowledgeBases, type KnowledgeBases } from "./data-quality/knowledge-bases.ts";
import { SAMPLE } from "./data-quality/sample.ts";
import type { AlertSink } from "./detection/alerts/alert.ts";
import { fileSink } from "./detection/alerts/file-sink.ts";
import { webhookSink } from "./detection/alerts/webhook-sink.ts";
import { listen, StartError } from "./listen.ts";
import { createLog } from "./log/log.ts";
import { createPlatform, type Platform, type Sender } from "./platform.ts";
import { memoryStorage, type Storage } from "./storage/storage.ts";
import { TOKEN } from "./tokens/store/paths.ts";
import { DEFAULT_TOKEN_OPTIONS } from "./tokens/store/token-options.ts";

const senderOf = ({ socket }: IncomingMessage): Sender => ({ address: socket.remoteAddress });

/** Milliseconds for which requests can end after the signal to stop. */
const GRACE = 5_000;

/** Milliseconds between two looks at the decision package. */
const WATCH_INTERVAL = 1_000;

/** Milliseconds between two deletions of expired codes and tokens. */
const SWEEP_INTERVAL = 3_600_000;

const result = readConfiguration(process.argv.slice(2));
if (result.kind === "configuration") await start(result.configuration);
else if (result.kind === "help") process.stdout.write(HELP);
else if (result.kind !== "error") await copy(result);
else {
  process.stderr.write(`${result.message}\n\n${HELP}`);
  process.exitCode = 2;
}

async function copy({ kind, file, database }: CopyCommand): Promise<void> {
  const { backUp, restore, BackupError } = await import("./backup/sqlite-backup.ts");
  try {
    await (kind === "backup" ? backUp(database, file) : restore(file, database));
    process.stdout.write(kind === "backup" ? `backed up to ${file}\n` : `restored to ${database}\n`);
  } catch (error) {
    if (!(error instanceof BackupError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

async function start(configuration: Configuration): Promise<void> {
  const { knowledgeBases: file } = configuration;
  let knowledgeBases = SAMPLE;
  if (file !== undefined) {
    try {
      knowledgeBases = await readKnowledgeBases(file);
    } catch (error) {
      process.stderr.write(`--knowledge-bases ${file}: ${(error as Error).message}\n`);
      process.exitCode = 2;
      return;
    }
  }
  try {
    await run(configuration, knowledgeBases);
  } catch (error) {
    process.stderr.write(`The platform cannot start. ${reasonOf(error, configuration)}\n`);
    // Open connections and timers would otherwise keep the process running.
    process.exit(1);
  }
}

/** Names the database of an error, but not its password. */
function reasonOf(error: unknown, { database }: Configuration): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StartError) return message;
  const shown = URL.canParse(database) ? new URL(database).host + new URL(database).pathname : database;
  return `Database ${shown}: ${message}`;
}

async function run(configuration: Configuration, knowledgeBases: KnowledgeBases): Promise<void> {
  const storage = await openStorage(configuration.database);
  const log = createLog(configuration.log);
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 32_768 });
  const { url } = await listen(server, configuration.host, configuration.port);
  const started = createPlatform({
    ...DEFAULT_TOKEN_OPTIONS,
    storage,
    issuer: configuration.baseUrl ?? url,
    sample: true,
    knowledgeBases,
    origins: configuration.origins,
    passwordGrant: configuration.passwordGrant,
    tokenInQuery: configuration.tokenInQuery,
    accessTokenValidity: configuration.accessTokenValidity,
    detection: {
      packageFile: configuration.decisionPackage,
      watchInterval: WATCH_INTERVAL,
      sink: sinkOf(configuration.alerts),
    },
    performance: { libraries: configuration.libraries },
    audit: { days: configuration.auditDays },
    onError: log.error,
    onRequest: log.request,
    // The response is sent first.
    shutDown: () => setImmediate(stop),
  });
  // Requests that arrive before the tables are open wait for them.
  const handler = started.then(({ handle }) => nodeHandler(handle, { identify: senderOf }));
  server.on("request", (request, response) => void handler.then((handle) => handle(request, response)));
  const platform = await started;
  let isStopping = false;
  process.stdout.write(welcome(url, platform));
  const report = (error: unknown) => log.error(error);
  setInterval(() => void platform.tokens.deleteExpired().catch(report), SWEEP_INTERVAL).unref();
  function stop(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    // A database that does not answer must not keep the process.
    setTimeout(() => process.exit(1), 2 * GRACE).unref();
    server.close(() => {
      void platform
        .close()
        .catch(report)
        .then(() => storage.close())
        .catch(report)
        .then(() => process.exit());
    });
    server.closeIdleConnections();
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

function sinkOf(alerts: string | undefined): AlertSink | undefined {
  if (alerts === undefined) return undefined;
  return /^https?:\/\//.test(alerts) ? webhookSink(alerts) : fileSink(alerts);
}

async function openStorage(database: string): Promise<Storage> {
  if (database === ":memory:") return memoryStorage();
  // Each storage loads its driver, so only the chosen one is imported.
  if (/^postgres(?:ql)?:\/\//.test(database))
    return (await import("./storage/postgres-storage.ts")).postgresStorage(database);
  return (await import("./storage/sqlite-storage.ts")).sqliteStorage(database);
}

function welcome(url: string, { firstAccounts }: Platform): string {
  const lines = [`listening on ${url}`];
  if (firstAccounts !== undefined) {
    const { client, user } = firstAccounts;
    const { id, secret } = client;
    lines.push(
      "",
      "The first client and the first user are administrators. The secrets are shown only now:",
      `  client id      ${id}`,
      `  client secret  ${secret}`,
      `  user name      ${user.name}`,
      `  password       ${user.password}`,
      "",
      "Get a token:",
      `  curl -u '${id}:${secret}' -d 'grant_type=client_credentials&scope=VendorAdministrators' ${url}${TOKEN}`,
      "",
      "apps/platform/README.md shows what to do with it.",
    );
  }
  return `${lines.join("\n")}\n`;
}
