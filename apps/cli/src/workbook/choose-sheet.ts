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
export function chooseSheet(file: string, sheets: readonly SheetInfo[], choice: string): SheetInfo {
  const folded = choice.toLowerCase();
  const sheet =
    sheets.find(({ name }) => name === choice) ??
    sheets.find(({ name }) => name.toLowerCase() === folded) ??
    (/^[1-9]\d{0,8}$/.test(choice) ? sheets[Number(choice) - 1] : undefined);
  if (sheet !== undefined) return sheet;
  const names = sheets.map(({ name }) => name);
  throw new UsageError(
    `--sheet: ${escapeControls(file)} has no sheet '${show(choice)}'.${didYouMean(choice, names)} ` +
      `Its sheets are ${listOf(names)}.`,
  );
}

/** Describes which of several sheets is read. */
export function sheetNote(file: string, sheets: readonly SheetInfo[], readSheet: SheetInfo): string {
  const otherNames = sheets.filter((sheet) => sheet !== readSheet).map(({ name }) => name);
  return (
    `${escapeControls(file)}: the sheet '${show(readSheet.name)}' is read. --sheet NAME reads another: ` +
    `${listOf(otherNames)}.`
  );
}

const SHOWN_SHEETS = 20;

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_SHEETS).map((name) => `'${show(name)}'`);
  const hidden = names.length - shown.length;
  return shown.join(", ") + (hidden > 0 ? ` and ${hidden} more` : "");
}
