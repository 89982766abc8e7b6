import type { ShownRow } from "../contract/protocol.ts";
import { el } from "../dom/elements.ts";
import { kindOf, shownText } from "./cell.ts";
import type { LaidColumn } from "./columns.ts";

/** Cells longer than this have a tooltip with their text. */
const SHORT = 30;

/** @param row -1 for the header */
export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** Puts the cell of a pinned column after those that are pinned before it. */
export function placeCell(cell: HTMLElement, { isPinned }: LaidColumn, index: number): void {
  if (isPinned) cell.style.setProperty("--offset", `var(--offset-${index})`);
}

/** @param shownRow undefined for a row that is not read yet */
export function rowElement(
  shownRow: ShownRow | undefined,
  index: number,
  columns: readonly LaidColumn[],
): HTMLElement {
  return el(
    "div",
    {
      role: "row",
      class: `grid-row${shownRow === undefined ? " waiting" : ""}`,
      "aria-rowindex": index + 2,
      "data-index": index,
    },
    el(
      "div",
      { role: "rowheader", class: "cell position pinned", id: cellId(index, 0) },
      shownRow?.name ?? String(index + 1),
    ),
    ...columns.map((column, i) => {
      const { property, isPinned } = column;
      const value =
        shownRow !== undefined && Object.hasOwn(shownRow.row, property) ? shownRow.row[property] : null;
      const text = shownRow === undefined ? "" : shownText(value);
      const cell = el(
        "div",
        {
          role: "gridcell",
          id: cellId(index, i + 1),
          class: `cell is-${kindOf(value)}${isPinned ? " pinned" : ""}`,
          dir: "auto",
          title: text.length > SHORT ? text : undefined,
        },
        text,
      );
      placeCell(cell, column, i);
      return cell;
    }),
  );
}
