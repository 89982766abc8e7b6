import { escapeControls } from "tamis/diagnostics";
import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import type { GroupOptions } from "../groups/group-options.ts";
import type { RowGroupOptions } from "../groups/query-sources.ts";
import { queryRows, type RowOutputOptions, type RowSource } from "../query/query-rows.ts";
import { readRequest } from "../query/read-request.ts";
import type { RetypedFile, RetypedTable } from "./retyped-table.ts";

/** Prints the requested rows of a table, or their count. Returns the exit code. */
export async function queryRetyped(
  scope: Scope,
  table: RetypedTable,
  options: RowOutputOptions,
): Promise<number> {
  const source = await rowSource(scope, table);
  return queryRows(scope, { ...source, hasAllMembers: true }, options);
}

/** Prints the groups of the rows of a table, or their plan. Returns the exit code. */
export async function groupRetyped(
  scope: Scope,
  table: RetypedTable,
  groups: GroupOptions,
  options: Omit<RowGroupOptions, "open">,
): Promise<number> {
  const { queryRowGroups } = await import("../groups/query-sources.ts");
  const { catalog, open } = await rowSource(scope, table);
  return queryRowGroups(scope, groups, catalog, { ...options, open });
}

/** @throws UsageError: no statement evaluates the filter */
export function rejectPlan({ file }: RetypedTable): never {
  throw new UsageError(`${limitOf(file)}. No statement depends on the filter, so there is no plan to show.`);
}

/** Says before the rows are read that the database does not evaluate the filter. */
async function rowSource(scope: Scope, table: RetypedTable): Promise<Omit<RowSource, "hasAllMembers">> {
  const { filter } = readRequest(scope, table.catalog);
  const catalog = await table.explainingCatalog(filter, scope, scope.signal);
  const open = () => {
    if (table.file.isDatabase) note(scope, `${limitOf(table.file)}.`);
    return table.open(scope, true);
  };
  return { catalog, open };
}

function limitOf({ name }: RetypedFile): string {
  return `${escapeControls(name)}: --type converts values that the database has returned, so all rows are read, and tamis filters and sorts them`;
}
