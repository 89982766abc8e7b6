import { el, isRightToLeft } from "../dom/elements.ts";
import { placeCell } from "./row-element.ts";
import type { Columns, LaidColumn } from "./columns.ts";

export interface SortMark {
  readonly isDescending: boolean;
  /** Number of the key in the order, from 1; undefined if there is only one. */
  readonly position: number | undefined;
}

export interface HeaderOptions {
  readonly id: string;
  /** Position among the shown columns. */
  readonly index: number;
  readonly column: LaidColumn;
  readonly columns: Columns;
  readonly mark: SortMark | undefined;
  readonly onClick: (isFurther: boolean) => void;
  /** Called while the user changes the width. */
  readonly onWidth: () => void;
  /** Called after the user has moved a column, or has changed its width. */
  readonly onColumns: () => void;
}

const DRAGGED = "text/x-tamis-column";

/** Returns the header of a column, which sorts, moves and resizes it. */
export function headerCell(options: HeaderOptions): HTMLElement {
  const { id, column, columns, mark, onClick, onColumns } = options;
  const { name, type, isSortable, isPinned } = column;
  const arrow = mark === undefined ? "" : `${mark.isDescending ? "↓" : "↑"}${mark.position ?? ""}`;
  const handle = el("span", { class: "resize", "aria-hidden": "true" });
  handle.addEventListener("pointerdown", (event) => followPointer(event, options));
  const cell = el(
    "div",
    {
      role: "columnheader",
      id,
      class: `cell column is-${type}${isPinned ? " pinned" : ""}${isSortable ? " sortable" : ""}`,
      "aria-sort": mark && (mark.isDescending ? "descending" : "ascending"),
      title: isSortable
        ? `${name}: ${type}. Click to sort, Shift-click to add it to the order.`
        : `${name}: ${type}`,
      draggable: "true",
      click: ({ shiftKey, target }: MouseEvent) => {
        if (target !== handle) onClick(shiftKey);
      },
      dragstart: ({ dataTransfer }: DragEvent) => dataTransfer?.setData(DRAGGED, name),
      dragover: (event: DragEvent) => {
        if (event.dataTransfer?.types.includes(DRAGGED) === true) event.preventDefault();
      },
      drop: (event: DragEvent) => {
        const moved = event.dataTransfer?.getData(DRAGGED) ?? "";
        const names = columns.shown.map((laidColumn) => laidColumn.name);
        if (!names.includes(moved)) return;
        event.preventDefault();
        columns.move(moved, names.indexOf(name) - names.indexOf(moved));
        onColumns();
      },
    },
    el("bdi", { class: "name" }, name),
    el("span", { class: "arrow", "aria-hidden": "true" }, arrow),
    handle,
  );
  placeCell(cell, column, options.index);
  return cell;
}

function followPointer(event: PointerEvent, { column, columns, onWidth, onColumns }: HeaderOptions): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget as HTMLElement;
  handle.setPointerCapture(event.pointerId);
  const sign = isRightToLeft(handle) ? -1 : 1;
  const move = ({ clientX }: PointerEvent) => {
    columns.resize(column.name, column.width + sign * (clientX - event.clientX));
    onWidth();
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener(
    "pointerup",
    () => {
      handle.removeEventListener("pointermove", move);
      onColumns();
    },
    { once: true },
  );
}
