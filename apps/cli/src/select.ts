/** `--select a,b.c`: the members that are written. */
import { show } from "tamis/diagnostics";
import { didYouMean, UsageError, type Arguments } from "./options.ts";
import { note } from "./report.ts";
import { hasMember, memberNames } from "./row-members.ts";
import { originalOf } from "./naming.ts";
import type { RowStream } from "./rows.ts";
import type { Scope } from "./command.ts";

/** The paths that are asked for, or nothing for all. */
export function readSelect(args: Arguments): readonly string[] | undefined {
  const text = args.text("select");
  if (text === undefined) return undefined;
  const paths = text.split(",").map((path) => path.trim());
  if (paths.includes(""))
    throw new UsageError(`--select is a list of members, such as a,b.c, not '${show(text)}'.`);
  return [...new Set(paths)];
}

/**
 * The same paths as the files call them: what was renamed for expressions can be selected by both its names. Tells of
 * those that no row has.
 */
export function selectedPaths(
  paths: readonly string[],
  { sample, complete, naming }: RowStream,
  scope: Scope,
): readonly string[] {
  const rows = sample.map(originalOf);
  const selected = paths.map((path) => {
    const dot = path.indexOf(".");
    return dot < 0 ? naming.label(path) : naming.label(path.slice(0, dot)) + path.slice(dot);
  });
  const missing = rows.length === 0 ? [] : selected.filter((path) => !hasMember(rows, path));
  const names = missing.length === 0 ? [] : memberNames(rows);
  for (const path of missing) {
    const where = complete ? "No row has" : "None of the first rows has";
    note(scope, `--select: ${where} a member '${show(path)}'.${didYouMean(path, names)}`);
  }
  return selected;
}
