import { parseFilter, parseSortBy, type Catalog } from "tamis";
import { catalogFromRows } from "tamis/catalog";
import type { Scope } from "../command/command.ts";
import { cellStyleOf } from "../command/read-options.ts";
import { FILTER, SORT_BY } from "../command/shared-options.ts";
import { cellReader } from "tamis/files";
import { openRows } from "../rows/row-stream.ts";

/**
 * Reads the first rows of the files if a filter or an order has a syntax error whose fix depends on the names or the types of
 * the members. Returns
 * undefined for other filters, for standard input, which can be read only once, and for files that cannot be read.
 */
export async function catalogForFixes(scope: Scope): Promise<Catalog | undefined> {
  const { args, io } = scope;
  const files = args.positionals;
  if (files.length === 0 || files.includes("-")) return undefined;
  const sortBy = args.text(SORT_BY.name);
  const isBroken = args.texts(FILTER.name).some(needsTypes) || (sortBy !== undefined && hasSpaces(sortBy));
  if (!isBroken) return undefined;
  const silent = { ...io, stderr: { write: () => true }, stderrIsTTY: false };
  try {
    const stream = await openRows({ ...scope, io: silent, failures: { skippedRows: 0 } }, files, {
      // Names with spaces are found by their original names.
      rename: false,
    });
    try {
      const readString = cellReader(cellStyleOf(args));
      return catalogFromRows(stream.sample, { name: "rows", readString }).catalog;
    } finally {
      await stream.close();
    }
  } catch {
    // The query reports why the files cannot be read.
    return undefined;
  }
}

function needsTypes(filter: string): boolean {
  const { expression, diagnostics } = parseFilter(filter, { mode: "lenient" });
  return (
    expression === undefined &&
    diagnostics.some(({ code, fixes }) => fixes.length !== 1 || CODES_OF_TYPES.has(code))
  );
}

/**
 * Codes whose fix depends on the columns: a number with leading zeros and a date in another form can be strings. The words of a
 * name with spaces look like arguments without commas.
 */
const CODES_OF_TYPES: ReadonlySet<string> = new Set(["invalid-number", "invalid-date", "missing-comma"]);

function hasSpaces(sortBy: string): boolean {
  return /\S\s+\S/.test(sortBy) && parseSortBy(sortBy, { mode: "lenient" }).expression === undefined;
}
