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
import { findDatabase } from "../databases/database-address.ts";
import { withTable } from "../databases/open-table.ts";
import { formatLike, isOutputFormat, type OutputFormat } from "../formats/formats.ts";
import { loadFiles, loadRows } from "../memory/load-files.ts";
import { findSavedCollection } from "../memory/find-saved-collection.ts";
import { memoryAsCollection } from "../memory/memory-collection.ts";
import { describeDamage, openSavedCollection, reportingDamage } from "../memory/saved-collection.ts";
import type { OpenTable } from "../query/query-collection.ts";
import { readSelect } from "../query/select-option.ts";
import { RetypedTable } from "../retyping/retyped-table.ts";
import { readRetyping } from "../retyping/retyping.ts";
import { SHELL_COMMANDS } from "../shell/commands/list.ts";
import { readSelection, SHELL_FORMATS } from "../shell/commands/settings.ts";
import { runPrompt } from "../shell/prompt.ts";
import { runScript } from "../shell/script.ts";
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
      const retyping = await readRetyping(scope, "a database", database.shown);
      const work = async (table: OpenTable, scope: Scope) => {
        const source =
          retyping === undefined
            ? tableSource(table, database)
            : await retypedSource(
                scope,
                new RetypedTable(table, retyping, { name: database.shown, isDatabase: true }),
              );
        return runSession(scope, source, "ndjson", select);
      };
      // At a prompt, Ctrl-C cancels a statement and must not end the session.
      const threads = scope.io.stdinIsTTY ? true : undefined;
      return withTable(scope, database, work, { threads, retyped: retyping?.types });
    }
    rejectDatabaseOptions(scope.args);
    const saved = findSavedCollection(positionals);
    if (saved !== undefined) {
      const retyping = await readRetyping(scope, "a collection file", saved);
      const catalog = await chosenCatalog(scope);
      const collection = await openSavedCollection(saved, catalog, scope, { onDemand: true });
      if (retyping !== undefined) {
        const table = {
          collection: memoryAsCollection(collection),
          catalog: collection.catalog,
          blocks: false,
        };
        const retyped = new RetypedTable(table, retyping, { name: saved, isDatabase: false });
        const source = await reportingDamage(saved, () => retypedSource(scope, retyped));
        return runSession({ ...scope, takesTypes: true }, source, "ndjson", select);
      }
      const columns = [...collection.catalog.members.byName.values()].map(({ property }) => property);
      const source: ShellSource = {
        ...memorySource(collection, columns, positionals),
        describeError: (error) => describeDamage(saved, error),
      };
      return runSession({ ...scope, takesTypes: true }, source, "ndjson", select);
    }
    const chosen = await chosenCatalog(scope);
    const loaded = await loadFiles(scope, positionals, chosen);
    const { rows, catalog, columns, format } = loaded;
    const collection = createCollection(rows, { catalog, rows: "plain" });
    const source = memorySource(collection, columns, positionals);
    const like = formatLike(format);
    return runSession({ ...scope, takesTypes: chosen === undefined }, source, like, select);
  },
};

/** Loads the converted rows, so that all queries of the session use their types. */
async function retypedSource(scope: Scope, table: RetypedTable): Promise<ShellSource> {
  const { name } = table.file;
  const loaded = await loadRows(scope, await table.open(scope, false), [name], table.catalog);
  const collection = createCollection(loaded.rows, { catalog: loaded.catalog, rows: "plain" });
  return {
    ...memorySource(collection, table.columns, table.file.isDatabase ? [] : [name]),
    explainingCatalog: async (filter, scope, signal) =>
      (await table.explainingCatalog(filter, scope, signal)) ?? loaded.catalog,
  };
}

function runSession(
  scope: Scope,
  source: ShellSource,
  format: OutputFormat,
  select: readonly string[] | undefined,
): Promise<number> {
  const { io, args } = scope;
  const chosenFormat = args.text("output");
  const isInteractive = io.stdinIsTTY;
  const session = new ShellSession(scope, SHELL_COMMANDS, {
    source,
    isInteractive,
    limit: args.count("limit") ?? (isInteractive ? PAGE_SIZE : undefined),
    locale: chosenLocale(scope),
    strict: args.flag("strict"),
    output:
      chosenFormat !== undefined && isOutputFormat(chosenFormat)
        ? chosenFormat
        : io.stdoutIsTTY
          ? "table"
          : format,
    sortBy: args.text("sortBy") ?? "",
  });
  if (select !== undefined) session.settings.select = readSelection(session, select);
  return isInteractive ? runPrompt(session) : runScript(session);
}
