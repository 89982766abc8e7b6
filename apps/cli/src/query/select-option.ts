import type { Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import { didYouMean, UsageError, type Arguments } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import { originalOf } from "tamis/files";
import { hasMember, memberNames, rowsOrHeader } from "../rows/row-members.ts";
import type { RowStream } from "../rows/row-stream.ts";

/**
 * Checks the paths of `--select` against a catalog that lists all members.
 * @throws UsageError
 */
export function requireMembers(paths: readonly string[] | undefined, { members }: Catalog): void {
  const allMembers = [...members.byName.values()];
  const knownNames = new Set(allMembers.flatMap(({ name, property }) => [name, property]));
  for (const path of paths ?? []) {
    if (knownNames.has(path) || knownNames.has(path.split(".")[0]!)) continue;
    const names = allMembers.map(({ name }) => name);
    throw new UsageError(`--select: There is no member '${show(path)}'.${didYouMean(path, names)}`);
  }
}

export function readSelect(args: Arguments): readonly string[] | undefined {
  const text = args.text("select");
  if (text === undefined) return undefined;
  const paths = text.split(",").map((path) => path.trim());
  if (paths.includes(""))
    throw new UsageError(`--select must be a list of members, such as a,b.c, not '${show(text)}'.`);
  return [...new Set(paths)];
}

/** Resolves paths of `--select` to original member names. Prints a note for each path that no row has. */
export function selectedPaths(paths: readonly string[], stream: RowStream, scope: Scope): readonly string[] {
  const { sample, complete, hasAllColumns, names } = stream;
  const rows = rowsOrHeader(sample.map(originalOf), stream);
  const selected = paths.map((path) => {
    const dot = path.indexOf(".");
    return dot < 0 ? names.original(path) : names.original(path.slice(0, dot)) + path.slice(dot);
  });
  const missing = rows.length === 0 ? [] : selected.filter((path) => !hasMember(rows, path));
  const candidates = missing.length === 0 ? [] : memberNames(rows);
  const unknown = missing.find((path) => hasAllColumns && !hasMember(rows, path.split(".")[0]!));
  if (unknown !== undefined)
    throw new UsageError(
      `--select: There is no member '${show(unknown)}'.${didYouMean(unknown, candidates)}`,
    );
  for (const path of missing) {
    const subject = complete ? "No row has" : "None of the first rows has";
    note(scope, `--select: ${subject} a member '${show(path)}'.${didYouMean(path, candidates)}`);
  }
  return selected;
}
