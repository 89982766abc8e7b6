/** `tamis shell`: one question after the other over rows that are loaded once. */
import { createCollection } from "tamis/store";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, INPUT, LOCALE, STRICT, TEXT, type Command, type Scope } from "../command.ts";
import { TABLE, TIMEOUT, withTable } from "../databases/ask-database.ts";
import { findDatabase } from "../databases/database-address.ts";
import { isOutputFormat, type OutputFormat } from "../io/formats.ts";
import { UsageError } from "../options.ts";
import { findSaved, openSaved } from "../saved-collection.ts";
import { readSelect } from "../select.ts";
import { loadFiles } from "../shell/load-files.ts";
import { memorySource } from "../shell/memory-source.ts";
import { runPrompt } from "../shell/prompt.ts";
import { runScript } from "../shell/script.ts";
import { Session } from "../shell/session.ts";
import { readSelection, SHELL_FORMATS } from "../shell/setting-commands.ts";
import { SHELL_COMMANDS } from "../shell/shell-commands.ts";
import type { Source } from "../shell/source.ts";
import { tableSource } from "../shell/table-source.ts";

/** Rows of a page where someone looks at it. */
const PAGE = 20;

export const shellCommand: Command = {
  name: "shell",
  summary: "Ask one question after the other: rows are loaded once, and pages are turned",
  usage: "shell FILE… | shell DATABASE",
  options: [
    { name: "sortBy", short: "s", value: "S", help: "the order to begin with" },
    { name: "limit", short: "n", value: "N", help: "rows of a page (default: 20 at a prompt, else all)" },
    { name: "select", value: "A,B.C", help: "only these members" },
    TABLE,
    TIMEOUT,
    ...CATALOG_OPTIONS,
    LOCALE,
    INPUT,
    {
      name: "output",
      short: "o",
      value: "FMT",
      help: `${SHELL_FORMATS.join(", ")}; else a table on a terminal, or as the input`,
      choices: SHELL_FORMATS,
    },
    TEXT,
    STRICT,
    { name: "no-history", help: "do not keep what is typed for the next session" },
    COLOR,
  ],
  notes: [
    "At the prompt a line is a filter, a query as servers get it (filter=…&sortBy=…), its URL, or a command: .sort, .next, .facets, .members and more, which .help lists. What changes the page shows it again. Tab completes members, functions, strengths and values; Ctrl-C gives a line or a question up, Ctrl-D leaves. A wrong line comes back mended, for Enter to ask it.",
    "Lines that are piped in are answered one after the other without a prompt, all of their rows, and those that begin with # are skipped. The exit code is that of the first that was wrong.",
    "Files are kept in memory, in columns; without a catalog the types are told from 20,000 rows of all places. What is typed is kept in $XDG_STATE_HOME/tamis/history (else ~/.local/state), for nobody else to read; a line that begins with a space is not.",
  ],
  examples: [
    `printf "gt(pop_max,20000000)\\n.facets featurecla\\n" | tamis shell examples/data/places.ndjson --sortBy pop_max:descending --select name,pop_max`,
    `printf ".count contains(Comments,'Mountain')\\n" | tamis shell examples/data/time-zones.csv`,
  ],
  run: async (scope) => {
    const { positionals } = scope.args;
    if (positionals.length === 0) throw new UsageError("tamis shell needs a FILE or a DATABASE.");
    if (positionals.includes("-"))
      throw new UsageError("Standard input is for the questions: the rows come from files.");
    const select = readSelect(scope.args);
    const database = await findDatabase(positionals);
    if (database !== undefined) {
      return withTable(scope, database, (table) =>
        converse(scope, tableSource(table, database), "ndjson", select),
      );
    }
    const wrong = [TABLE.name, TIMEOUT.name].find((name) => scope.args.text(name) !== undefined);
    if (wrong !== undefined) throw new UsageError(`--${wrong} is for databases, and none is named.`);
    const saved = await findSaved(positionals);
    if (saved !== undefined) {
      const collection = await openSaved(saved, await chosenCatalog(scope), scope);
      const columns = [...collection.catalog.members.byName.values()].map(({ property }) => property);
      return converse(scope, memorySource(collection, columns, positionals), "ndjson", select);
    }
    const loaded = await loadFiles(scope, positionals, await chosenCatalog(scope));
    const { rows, catalog, columns, format } = loaded;
    const collection = createCollection(rows, { catalog, rows: "plain" });
    return converse(scope, memorySource(collection, columns, positionals), format, select);
  },
};

function converse(
  scope: Scope,
  source: Source,
  format: OutputFormat,
  select: readonly string[] | undefined,
): Promise<number> {
  const { io, args } = scope;
  const given = args.text("output");
  const isInteractive = io.stdinIsTTY;
  const session = new Session(scope, SHELL_COMMANDS, {
    source,
    isInteractive,
    limit: args.count("limit") ?? (isInteractive ? PAGE : undefined),
    locale: chosenLocale(scope),
    strict: args.flag("strict"),
    output: given !== undefined && isOutputFormat(given) ? given : io.stdoutIsTTY ? "table" : format,
    sortBy: args.text("sortBy") ?? "",
  });
  if (select !== undefined) session.settings.select = readSelection(session, select);
  return isInteractive ? runPrompt(session) : runScript(session);
}
