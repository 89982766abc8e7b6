import { catalogFromRows } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import { createCollection } from "tamis/store";
import type { Collection } from "tamis-language-server";
import { formatProblems } from "../command/catalog-option.ts";
import { cellStyleOf } from "../command/read-options.ts";
import type { Scope } from "../command/command.ts";
import { findDatabase } from "../databases/database-address.ts";
import { withTable } from "../databases/open-table.ts";
import { cellReader, type Row } from "tamis/files";
import { InputError } from "../io/errors.ts";
import { collectionName } from "../rows/collection-name.ts";
import { openRows } from "../rows/row-stream.ts";
import { frequentValues } from "../shell/completion/frequent-values.ts";

/** Rows from which types are inferred, and whose values complete strings. */
const MAX_ROWS = 20_000;

/** Infers the catalog of the first rows of a data file, or of the table of a database. Nothing is printed. */
export async function readData(path: string, scope: Scope): Promise<Collection> {
  const silent = { ...scope, io: { ...scope.io, stderr: { write: () => true }, stderrIsTTY: false } };
  const database = findDatabase([path]);
  if (database !== undefined)
    return withTable(silent, database, ({ catalog }) => Promise.resolve({ name: catalog.name, catalog }));
  const rows = await firstRows(path, { ...silent, failures: { skippedRows: 0 } });
  if (rows.length === 0) throw new InputError("It has no rows.");
  const name = collectionName(path);
  const readString = cellReader(cellStyleOf(scope.args));
  const { catalog, problems } = catalogFromRows(rows, { name, sample: rows.length, readString });
  if (catalog === undefined)
    throw new InputError(
      `No catalog can be inferred from ${escapeControls(path)}:\n${formatProblems(problems)}`,
    );
  const collection = createCollection(rows, { catalog, rows: "plain" });
  return {
    name,
    catalog,
    values: ({ member, prefix, part }) =>
      part === "key"
        ? []
        : frequentValues(member, prefix, catalog, (memberPath, filter, limit) =>
            collection.facets(memberPath, { filter }, { limit }),
          ),
  };
}

async function firstRows(path: string, scope: Scope): Promise<readonly Row[]> {
  const stream = await openRows(scope, [path], { rename: false });
  const rows: Row[] = [];
  for await (const batch of stream.batches()) {
    for (const row of batch) rows.push(row);
    if (rows.length >= MAX_ROWS) break;
  }
  return rows;
}
