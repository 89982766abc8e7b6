import { createCollection } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { chosenLocale } from "../command/locale-option.ts";
import {
  CSV_SAFE,
  LIMIT,
  outputOption,
  rejectDatabaseOptions,
  ROW_SOURCE_OPTIONS,
  SELECT,
  SORT_BY,
} from "../command/shared-options.ts";
import { rejectReadOptions } from "../command/read-options.ts";
import { findDatabase } from "../databases/database-address.ts";
import { withTable } from "../databases/open-table.ts";
import { isOutputFormat, type OutputFormat } from "../formats/formats.ts";
import { loadFiles } from "../memory/load-files.ts";
import { findSavedCollection } from "../memory/find-saved-collection.ts";
import { describeDamage, openSavedCollection } from "../memory/saved-collection.ts";
import { readSelect } from "../query/select-option.ts";
import { SHELL_COMMANDS } from "../shell/commands/list.ts";
import { runPrompt } from "../shell/prompt.ts";
import { runScript } from "../shell/script.ts";
import { readSelection, SHELL_FORMATS } from "../shell/session/change-settings.ts";
import { ShellSession } from "../shell/session/session.ts";
import { memorySource } from "../shell/sources/memory-source.ts";
import type { ShellSource } from "../shell/sources/source.ts";
import { tableSource } from "../shell/sources/table-source.ts";

const PAGE_SIZE = 20;

export const shellCommand: Command = {
  name: "shell",
  summary: "Query rows interactively: load them once, then filter, sort and page",
  usage: "shell FILE… | shell DATABASE",
  options: [
    { ...SORT_BY, help: "initial sort order" },
    { ...LIMIT, help: `rows per page (default: ${PAGE_SIZE} at a prompt, else all rows)` },
    SELECT,
    outputOption(SHELL_FORMATS),
    CSV_SAFE,
    ...ROW_SOURCE_OPTIONS,
    { name: "no-history", help: "do not save typed lines for the next session" },
  ],
  notes: [
    "At the prompt, type a filter, a query string (filter=…&sortBy=…), a URL with a query, or a command such as .sort, .next, .facets or .members; .help lists all commands. Settings that change the page show it again. Tab completes members, functions, strengths and values. Ctrl-C cancels a line or a running query, Ctrl-D leaves. After an invalid line, the prompt proposes the line with all fixes applied: press Enter to run it.",
    "Lines from a pipe run one after the other without a prompt and print all their rows. Lines that begin with # are skipped. The exit code is that of the first line that failed.",
    "The rows of files are kept in memory. A collection file written by tamis save answers at once: its rows and columns are read when a query first needs them. Without a catalog, types are inferred from 20,000 rows distributed over all rows. Typed lines are saved in $XDG_STATE_HOME/tamis/history (default: ~/.local/state/tamis/history), readable only by you; lines that begin with a space or contain a password are not saved.",
  ],
  examples: [
    `printf "gt(pop_max,20000000)\\n.facets featurecla\\n" | tamis shell examples/data/places.ndjson --sortBy pop_max:descending --select name,pop_max`,
    `printf ".count contains(Comments,'Mountain')\\n" | tamis shell examples/data/time-zones.csv`,
  ],
  run: async (scope) => {
    const { positionals } = scope.args;
    if (positionals.length === 0) throw new UsageError("tamis shell needs a FILE or a DATABASE.");
    if (positionals.includes("-"))
      throw new UsageError(
        "tamis shell reads queries from standard input, so the rows must come from files.",
      );
    const select = readSelect(scope.args);
    const database = findDatabase(positionals);
    if (database !== undefined) {
      rejectReadOptions(scope.args, "a database");
      // At a prompt, Ctrl-C cancels a statement and must not end the session.
      return withTable(
        scope,
        database,
        (table, scope) => runSession(scope, tableSource(table, database), "ndjson", select),
        { threads: scope.io.stdinIsTTY ? true : undefined },
      );
    }
    rejectDatabaseOptions(scope.args);
    const saved = findSavedCollection(positionals);
    if (saved !== undefined) {
      rejectReadOptions(scope.args, "a collection file");
      const catalog = await chosenCatalog(scope);
      const collection = await openSavedCollection(saved, catalog, scope, { onDemand: true });
      const columns = [...collection.catalog.members.byName.values()].map(({ property }) => property);
      const source: ShellSource = {
        ...memorySource(collection, columns, positionals),
        describeError: (error) => describeDamage(saved, error),
      };
      return runSession({ ...scope, retyping: "export" }, source, "ndjson", select);
    }
    const given = await chosenCatalog(scope);
    const loaded = await loadFiles(scope, positionals, given);
    const { rows, catalog, columns, format } = loaded;
    const collection = createCollection(rows, { catalog, rows: "plain" });
    const retyping = given === undefined ? { retyping: "option" as const } : {};
    const source = memorySource(collection, columns, positionals);
    return runSession({ ...scope, ...retyping }, source, format, select);
  },
};

function runSession(
  scope: Scope,
  source: ShellSource,
  format: OutputFormat,
  select: readonly string[] | undefined,
): Promise<number> {
  const { io, args } = scope;
  const given = args.text("output");
  const isInteractive = io.stdinIsTTY;
  const session = new ShellSession(scope, SHELL_COMMANDS, {
    source,
    isInteractive,
    limit: args.count("limit") ?? (isInteractive ? PAGE_SIZE : undefined),
    locale: chosenLocale(scope),
    strict: args.flag("strict"),
    output: given !== undefined && isOutputFormat(given) ? given : io.stdoutIsTTY ? "table" : format,
    sortBy: args.text("sortBy") ?? "",
  });
  if (select !== undefined) session.settings.select = readSelection(session, select);
  return isInteractive ? runPrompt(session) : runScript(session);
}
