/** `tamis save`: puts the rows of files with their columns in one file, which opens quickly. */
import { createCollection } from "tamis/store";
import { check, checkSortBy, parseFilter, parseSortBy, type Catalog } from "tamis";
import type { MemoryCollection } from "tamis/store";
import { chosenCatalog, chosenLocale, type ChosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, EXIT, INPUT, LOCALE, TEXT, type Command } from "../command.ts";
import type { Row } from "../io/row-reader.ts";
import { UsageError } from "../options.ts";
import { note } from "../report.ts";
import { saveRows } from "../saved-collection.ts";
import { loadFiles } from "../shell/load-files.ts";

export const saveCommand: Command = {
  name: "save",
  summary: "Save the rows of files with their columns, so that sessions over them start quickly",
  usage: "save FILE… --output FILE",
  options: [
    { name: "output", short: "o", value: "FILE", help: "the file to write, such as places.tamis" },
    ...CATALOG_OPTIONS,
    LOCALE,
    INPUT,
    TEXT,
  ],
  notes: [
    "The file has the rows, their catalog, and a column of each member, with checksums; tamis query and tamis shell open it. It is written under another name and renamed, so that at any time it is whole. With --locale the orders of all members in that language are in it as well. It pays where much is asked: over 300,000 rows (57 MB) a session of four counts took 0.7 s of processor time from the saved file and 1.7 s from the NDJSON; for a single tamis query the two are alike, and the NDJSON takes half the memory.",
  ],
  examples: [
    "tamis save examples/data/places.ndjson -o places.tamis > saved.txt",
    `tamis query places.tamis --filter "gt(pop_max,20000000)" --select name,pop_max`,
    `printf ".count gt(pop_max,10000000)\\n" | tamis shell places.tamis`,
  ],
  run: async (scope) => {
    const { args } = scope;
    const output = args.text("output");
    if (output === undefined) throw new UsageError("--output is missing: where shall the rows be saved?");
    if (args.positionals.length === 0) throw new UsageError("tamis save needs a FILE.");
    const locale = chosenLocale(scope);
    const { rows, catalog } = await loadFiles(scope, args.positionals, await chosenCatalog(scope));
    const collection = createCollection(rows, { catalog, ...locale, rows: "plain" });
    makeColumns(collection, catalog, locale);
    note(scope, await saveRows(collection, output, scope));
    return EXIT.ran;
  },
};

/** A column is made when it is first asked, so each is asked something. */
function makeColumns(collection: MemoryCollection<Row>, catalog: Catalog, locale: ChosenLocale): void {
  for (const { name, filterable, sortable } of catalog.members.byName.values()) {
    const { filter } = check(parseFilter(`isNull(${name})`).expression!, catalog);
    if (filterable && filter !== undefined) collection.count({ filter });
    if (!sortable || !("locale" in locale)) continue;
    const { sortBy } = checkSortBy(parseSortBy(name).expression!, catalog);
    if (sortBy !== undefined) collection.page({ sortBy, limit: 1 }, locale);
  }
}
