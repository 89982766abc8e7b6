import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import { ALL, LIMIT } from "../command/shared-options.ts";
import { formatCount } from "../io/format-count.ts";

/** Maximum number of rows on a terminal, unless an option sets another. */
export const PREVIEW_ROWS = 1_000;

/** Returns whether only the first rows are shown. Files and pipes get all rows. */
export function isPreview(
  { io, args }: Scope,
  { limit, format }: { readonly limit: number | undefined; readonly format: string },
): boolean {
  return (
    io.stdoutIsTTY &&
    limit === undefined &&
    format !== "envelope" &&
    !args.flag(ALL.name) &&
    !args.flag("count") &&
    !args.flag("explain")
  );
}

/**
 * Writes that a preview does not show all rows.
 * @param total undefined if it is not known
 */
export async function writePreviewNote(
  scope: Scope,
  { start, total }: { readonly start: number; readonly total: number | undefined },
): Promise<void> {
  const shown =
    start === 0
      ? formatCount(PREVIEW_ROWS)
      : `${formatCount(start + 1)} to ${formatCount(start + PREVIEW_ROWS)}`;
  const all = total === undefined ? "more rows" : `${formatCount(total)} rows`;
  await writeFooter(scope, `${shown} of ${all}; --${ALL.name} shows all, --${LIMIT.name} N the first N`);
}

/** Writes a line below the rows: in the pager, or as a note. */
export async function writeFooter(scope: Scope, text: string): Promise<void> {
  if (scope.io.isPaging?.() !== true) {
    note(scope, text);
    return;
  }
  await scope.out.write(`${text}\n`);
  await scope.out.end();
}
