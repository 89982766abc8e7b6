import { randomBytes } from "node:crypto";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { note } from "../command/report.ts";
import { READ_OPTIONS, STRICT_ROWS } from "../command/read-options.ts";
import { CATALOG_OPTIONS, TABLE } from "../command/shared-options.ts";
import { messageWithCause } from "../io/errors.ts";
import { readLines } from "../mcp/protocol/read-lines.ts";
import { McpSession } from "../mcp/protocol/session.ts";
import { toolsOf } from "../mcp/tools/tools.ts";
import { servedLocales } from "../serve/default-locales.ts";
import { ServedSources } from "../serve/served-sources.ts";
import { CollectionNames } from "../serve/sources/collection-names.ts";
import { chosenKeys, KEY } from "../serve/sources/key-option.ts";
import { openSource, openSources } from "../serve/sources/open-sources.ts";

/** Maximum milliseconds of a query. */
const TIMEOUT = 10_000;

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Offer files and databases to language models as read-only tools",
  usage: "mcp SOURCE…",
  options: [
    KEY,
    { ...TABLE, help: "databases only: the table or view (default: all)" },
    ...CATALOG_OPTIONS,
    {
      name: "locale",
      short: "l",
      value: "TAGS",
      help: "languages for comparing strings, from which a query can choose one (default: all common languages)",
    },
    ...READ_OPTIONS,
    STRICT_ROWS,
  ],
  notes: [
    "Speaks the Model Context Protocol on standard input and standard output: a client starts the command and calls its tools. A SOURCE is a file, a folder or a database, as for tamis serve. Nothing is changed.",
    "The tools are list_collections, describe_collection, check_filter, query_collection and group_collection. An invalid filter is answered with its problems and the corrected expression, so that a model can repeat the call.",
    "The command ends when its standard input ends.",
  ],
  examples: [`echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | tamis mcp examples/data/places.ndjson`],
  run: runMcp,
};

const INSTRUCTIONS =
  "Collections of rows that can be filtered, sorted and grouped. Call list_collections, then describe_collection for the members and the filter language, then query_collection for rows, or group_collection for counts, sums, averages, minima and maxima. If a call returns a corrected expression, use it.";

async function runMcp(scope: Scope): Promise<number> {
  const { args, io, out, signal } = scope;
  if (args.positionals.length === 0) throw new UsageError("tamis mcp needs a SOURCE.");
  if (io.stdinIsTTY) note(scope, "Waiting for messages of the Model Context Protocol on standard input.");
  const locales = servedLocales(args);
  const { sources } = await openSources(
    args.positionals,
    {
      scope,
      names: new CollectionNames(),
      catalog: await chosenCatalog(scope),
      keys: chosenKeys(args),
      cursorKey: randomBytes(32),
      timeout: TIMEOUT,
      locales,
    },
    openSource,
  );
  const onError = (error: unknown) => note(scope, `internal error: ${messageWithCause(error)}`);
  const served = new ServedSources(sources, {
    locales,
    paging: "start",
    limits: { timeout: TIMEOUT, search: Number.MAX_SAFE_INTEGER },
    onError,
  });
  try {
    let lastWrite = Promise.resolve();
    const session = new McpSession({
      tools: toolsOf({
        collections: sources.flatMap(({ collections }) => collections),
        handle: served.handle,
      }),
      instructions: INSTRUCTIONS,
      // One after the other, so that each line is complete.
      send: (line) =>
        (lastWrite = lastWrite.then(async () => {
          await out.write(`${line}\n`, "json");
          await out.end();
        })),
      onError,
    });
    const onAbort = () => {
      session.cancelAll();
      io.stdin.destroy();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      for await (const line of readLines(io.stdin)) session.receive(line);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await session.finish();
  } finally {
    await served.close();
  }
  return EXIT.ran;
}
