import { escapeControls, show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";

export interface SheetInfo {
  readonly name: string;
  readonly index: number;
  readonly isHidden: boolean;
}

/**
 * Finds the sheet of `--sheet`: its name, in any letter case, or its number from 1.
 * @throws UsageError
 */
export function chooseSheet(file: string, sheets: readonly SheetInfo[], wanted: string): SheetInfo {
  const folded = wanted.toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.toLowerCase() === folded) ??
    (/^[1-9]\d{0,8}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  if (sheet !== undefined) return sheet;
  const names = sheets.map(({ name }) => name);
  throw new UsageError(
    `--sheet: ${escapeControls(file)} has no sheet '${show(wanted)}'.${didYouMean(wanted, names)} ` +
      `Its sheets are ${listOf(names)}.`,
  );
}

/** Describes which of several sheets is read. */
export function sheetNote(file: string, sheets: readonly SheetInfo[], read: SheetInfo): string {
  const others = sheets.filter((sheet) => sheet !== read).map(({ name }) => name);
  return (
    `${escapeControls(file)}: the sheet '${show(read.name)}' is read. --sheet NAME reads another: ` +
    `${listOf(others)}.`
  );
}

const SHOWN_SHEETS = 20;

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_SHEETS).map((name) => `'${show(name)}'`);
  const hidden = names.length - shown.length;
  return shown.join(", ") + (hidden > 0 ? ` and ${hidden} more` : "");
}
