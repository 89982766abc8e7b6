import { check, checkSortBy, parseFilter, parseSortBy, type Catalog } from "tamis";
import { createCollection, type MemoryCollection } from "tamis/store";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale, type ChosenLocale } from "../command/locale-option.ts";
import { note } from "../command/report.ts";
import { READ_OPTIONS, STRICT_ROWS } from "../command/read-options.ts";
import { CATALOG_OPTIONS, FORCE, LOCALE } from "../command/shared-options.ts";
import { requireOutputFile } from "../io/output-file.ts";
import type { Row } from "tamis/files";
import { loadFiles } from "../memory/load-files.ts";
import { saveRows } from "../memory/saved-collection.ts";

export const saveCommand: Command = {
  name: "save",
  summary: "Save the rows of files as a collection file, which opens without parsing",
  usage: "save FILE… --output FILE [--force]",
  options: [
    { name: "output", short: "o", value: "FILE", help: "the file to write, such as places.tamis" },
    FORCE,
    ...CATALOG_OPTIONS,
    LOCALE,
    ...READ_OPTIONS,
    STRICT_ROWS,
  ],
  notes: [
    "A collection file contains the rows, their catalog and a column for each member, with checksums. tamis query and tamis shell open it. It is written to a temporary file and renamed, so that an existing file is never left incomplete. It must be a new file, or with --force a regular file other than those that are read. With --locale it also contains the sort order of each member in that language. A collection file pays off for many queries: for 300,000 rows (70 MB of NDJSON), a session of four counts took 0.2 s of CPU time from the collection file and 1.7 s from NDJSON, and a single tamis query took 0.1 s and 0.4 s.",
  ],
  examples: [
    "tamis save examples/data/places.ndjson -o places.tamis > saved.txt",
    `tamis query places.tamis --filter "gt(pop_max,20000000)" --select name,pop_max`,
    `printf ".count gt(pop_max,10000000)\\n" | tamis shell places.tamis`,
  ],
  run: async (scope) => {
    const { args } = scope;
    const output = args.text("output");
    if (output === undefined) throw new UsageError("--output is missing. Name the file to write.");
    if (args.positionals.length === 0) throw new UsageError("tamis save needs a FILE.");
    const locale = chosenLocale(scope);
    const requireTarget = () =>
      requireOutputFile(output, {
        inputs: [...args.positionals, args.text("catalog") ?? "-"],
        stdin: scope.io.stdin,
        force: args.flag(FORCE.name),
        forceOption: "--force",
      });
    await requireTarget();
    const { rows, catalog } = await loadFiles(scope, args.positionals, await chosenCatalog(scope));
    const collection = createCollection(rows, { catalog, ...locale, rows: "plain" });
    buildColumns(collection, catalog, locale);
    // Checks again, because loading the rows takes time.
    await requireTarget();
    note(scope, await saveRows(collection, output, scope));
    return EXIT.ran;
  },
};

/** Queries each member once, because a column is built when it is first used. */
function buildColumns(collection: MemoryCollection<Row>, catalog: Catalog, locale: ChosenLocale): void {
  for (const { name, filterable, sortable } of catalog.members.byName.values()) {
    const { filter } = check(parseFilter(`isNull(${name})`).expression!, catalog);
    if (filterable && filter !== undefined) collection.count({ filter });
    if (!sortable || !("locale" in locale)) continue;
    const { sortBy } = checkSortBy(parseSortBy(name).expression!, catalog);
    if (sortBy !== undefined) collection.page({ sortBy, limit: 1 }, locale);
  }
}
