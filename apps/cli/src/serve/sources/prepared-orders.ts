import { check, checkSortBy, parseFilter, parseSortBy } from "tamis";
import { sortBy as sortByOf } from "tamis/ast";
import { show } from "tamis/diagnostics";
import type { MemoryCollection } from "tamis/store";
import { UsageError } from "../../command/arguments.ts";
import type { Option } from "../../command/option.ts";
import { note } from "../../command/report.ts";
import { progressOn } from "../../io/progress.ts";
import type { SourceOptions } from "./source-options.ts";

export const PREPARE: Option = {
  name: "prepare",
  value: "KEYS",
  help: "files only: build the orders of these sort keys first, such as name:primary,state",
};

/**
 * Builds what pages in the orders of `--prepare` need, for the first language. Notes keys that do not fit the rows if other sources may
 * have them.
 *
 * @throws UsageError for an invalid key
 */
export async function prepareOrders(
  collection: Pick<MemoryCollection, "catalog" | "prepareInSlices">,
  name: string,
  { scope, locales }: SourceOptions,
): Promise<void> {
  const { args, io, signal } = scope;
  const text = args.text(PREPARE.name);
  if (text === undefined) return;
  const parsed = parseSortBy(text);
  const [mistake] = parsed.diagnostics;
  if (parsed.expression === undefined) throw new UsageError(`--${PREPARE.name}: ${mistake!.message}`);
  const queries = parsed.expression.keys.flatMap((key) => {
    const { sortBy, diagnostics } = checkSortBy(sortByOf([key]), collection.catalog);
    if (sortBy !== undefined) return [{ sortBy }];
    const message = `--${PREPARE.name}: ${show(name)}: ${diagnostics[0]!.message}`;
    if (args.positionals.length === 1) throw new UsageError(message);
    note(scope, message);
    return [];
  });
  const progress = progressOn(io, queries.length);
  try {
    await collection.prepareInSlices(queries, {
      ...(locales[0] !== undefined && { locale: locales[0] }),
      signal,
      onProgress: ({ prepared }) => progress.update({ rows: 0, bytes: prepared }),
    });
  } finally {
    progress.end();
  }
}

/** Builds the columns of all members. Threads would parse rows that are no texts again for each column. */
export async function prepareColumns(
  { catalog, prepareInSlices }: Pick<MemoryCollection, "catalog" | "prepareInSlices">,
  { scope: { signal } }: SourceOptions,
): Promise<void> {
  const queries = [...catalog.members.byName.keys()].flatMap((name) => {
    const { filter } = check(parseFilter(`isNull(${name})`).expression!, catalog);
    return filter === undefined ? [] : [{ filter }];
  });
  await prepareInSlices(queries, { signal });
}
