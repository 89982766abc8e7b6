import { defineCatalog, type Catalog } from "tamis";
import { resolveMember } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { createCollection, type MemoryCollection } from "tamis/store";
import { didYouMean, UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { cellStyleOf } from "../command/read-options.ts";
import { note } from "../command/report.ts";
import { keysOf } from "../formats/key-of.ts";
import { getOwn, setOwn } from "../formats/own-members.ts";
import { originalOf, type Row } from "tamis/files";
import { requireMemory } from "../memory/heap-limit.ts";
import { hasMember, memberNames } from "../rows/row-members.ts";
import { typesOf } from "../rows/sample-types.ts";
import type { UnreadDates } from "../rows/unread-dates.ts";
import type { RowStream } from "../rows/row-stream.ts";
import { groupProperties, keyPaths, planCatalogGroups } from "./catalog-members.ts";
import { FileGroups } from "./file-groups.ts";
import type { GivenMember, GroupOptions } from "./group-options.ts";
import { valueAt } from "../writers/select-members.ts";
import type { GroupPlan } from "./group-plan.ts";
import { WrittenKeys } from "./written-keys.ts";
import { groupOrder } from "./query-groups.ts";

interface GroupedRows {
  readonly collection: MemoryCollection<Row>;
  readonly plan: GroupPlan;
}

export interface FileRequest {
  readonly matches: (row: unknown) => boolean;
  /** Order of the groups, which is checked before all rows are read. */
  readonly sortBy: string;
  readonly unread?: UnreadDates | undefined;
}

/**
 * Reads the matching rows of files into a collection. Keeps only the members that the groups need.
 * @throws UsageError for unknown members, as far as possible before all rows are read
 */
export async function groupFileRows(
  scope: Scope,
  stream: RowStream,
  options: GroupOptions,
  catalog: Catalog | undefined,
  request: FileRequest,
): Promise<GroupedRows> {
  return catalog === undefined
    ? groupUntypedRows(scope, stream, options, request)
    : groupTypedRows(scope, stream, options, catalog, request);
}

async function groupTypedRows(
  scope: Scope,
  stream: RowStream,
  options: GroupOptions,
  catalog: Catalog,
  { matches, sortBy }: FileRequest,
): Promise<GroupedRows> {
  const { name, definition } = catalog;
  const plan = planCatalogGroups(options, catalog);
  groupOrder(plan, sortBy, scope);
  const properties = [...groupProperties(options, catalog)];
  const rows: Row[] = [];
  const paths = keyPaths(options, catalog);
  const writtenKeys = new WrittenKeys(paths);
  await eachMatch(stream, matches, (row) => {
    const groupedRow: Row = {};
    for (const property of properties) setOwn(groupedRow, property, getOwn(row, property));
    rows.push(groupedRow);
    writtenKeys.add(row, groupedRow);
  });
  // Without the key: the kept rows can lack it.
  const keylessCatalog = defineCatalog({ name, members: definition.members });
  return {
    collection: createCollection(rows, { catalog: keylessCatalog, ...chosenLocale(scope), rows: "plain" }),
    plan: writtenKeys.apply(plan, rows, valueAt),
  };
}

async function groupUntypedRows(
  scope: Scope,
  stream: RowStream,
  options: GroupOptions,
  { matches, sortBy, unread }: FileRequest,
): Promise<GroupedRows> {
  const originalPath = (path: string) => originalPathOf(path, stream);
  const uncertain = requireKnownMembers(scope, stream, options, originalPath);
  const style = cellStyleOf(scope.args);
  const types = typesOf(stream, style);
  const typeOf = (path: string) => types && resolveMember(types, path)?.type.type;
  const first = new FileGroups(options, style, originalPath, typeOf);
  for (const [i, row] of stream.sample.entries()) if (matches(row)) first.add(originalOf(row), i + 1);
  // The values of a CSV column have one type, which the first rows determine.
  if (stream.format === "csv" || stream.format === "tsv") first.requireMeasurable();
  groupOrder(first.preliminaryPlan(), sortBy, scope);
  const groups = new FileGroups(options, style, originalPath, typeOf);
  await eachMatch(stream, unread?.counting(matches) ?? matches, (row, number) =>
    groups.add(originalOf(row), number),
  );
  const unknown = groups.unknown().find((member) => uncertain.has(member.path));
  if (unknown !== undefined)
    throw new UsageError(`${unknown.option}: No row has a member '${show(unknown.path)}'.`);
  return groups.finish(scope);
}

const ROWS_PER_CHECK = 2_048;

async function eachMatch(
  stream: RowStream,
  matches: (row: unknown) => boolean,
  add: (row: Row, number: number) => void,
): Promise<void> {
  let number = 0;
  let matchCount = 0;
  for await (const batch of stream.batches())
    for (const row of batch) {
      number++;
      if (!matches(row)) continue;
      add(row, number);
      if (++matchCount % ROWS_PER_CHECK === 0) requireMemory(matchCount);
    }
  stream.hideProgress();
}

function originalPathOf(path: string, { names, sample }: RowStream): string {
  const [first, ...innerNames] = path.split(".");
  const original = names.original(first!);
  if (innerNames.length === 0) return original;
  const members = sample.map((row) => getOwn(originalOf(row), original));
  return [original, ...keysOf(members, innerNames)].join(".");
}

/**
 * Returns the paths that none of the first rows has, although later rows can have them.
 * @throws UsageError for members that no row can have
 */
function requireKnownMembers(
  scope: Scope,
  { sample, complete, hasAllColumns, columns }: RowStream,
  { by, measures }: GroupOptions,
  originalPath: (path: string) => string,
): ReadonlySet<string> {
  const rows = sample.map(originalOf);
  const names = rows.length === 0 ? columns : memberNames(rows);
  const isFinal = (path: string) =>
    rows.length === 0 ? names.length > 0 && !names.includes(path.split(".")[0]!) : complete;
  const uncertain = new Set<string>();
  const report = (member: GivenMember) => {
    const path = originalPath(member.path);
    if (uncertain.has(member.path) || hasMember(rows, path)) return;
    const subject = (problem: string) =>
      `${member.option}: ${problem} '${show(member.path)}'.${didYouMean(path, names)}`;
    if (hasAllColumns && !names.includes(path) && !names.includes(path.split(".")[0]!))
      throw new UsageError(subject("There is no member"));
    if (isFinal(path)) throw new UsageError(subject("No row has a member"));
    if (rows.length === 0) return;
    uncertain.add(member.path);
    note(scope, subject("None of the first rows has a member"));
  };
  for (const member of [...by, ...measures]) report(member);
  return uncertain;
}
