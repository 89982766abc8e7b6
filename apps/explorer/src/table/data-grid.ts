import { cellText } from "tamis/catalog";
import type { ShownRow } from "../contract/protocol.ts";
import { el, isRightToLeft } from "../dom/elements.ts";
import type { Columns, LaidColumn } from "./columns.ts";
import { headerCell, type SortMark } from "./header-cell.ts";
import type { RowWindow } from "./row-window.ts";
import { cellId, rowElement } from "./row-element.ts";
import { ROW_HEIGHT, ScrollScale } from "./scroll-scale.ts";

export interface GridOptions {
  /** @param isFurther whether the member is added to the order, and does not replace it */
  readonly onSort: (member: string, isFurther: boolean) => void;
  readonly onRow: (row: ShownRow, index: number) => void;
  readonly onColumns: () => void;
  readonly onCopy: (text: string) => void;
}

const OVERSCAN = 6;
const NUMBER_WIDTH = 76;
const MIN_RESIZE = 16;

/**
 * A table of any number of rows. Only those on the screen are in the page. The table is one stop of the Tab key: arrows move an active
 * cell, Enter opens its row or sorts by its column.
 */
export class DataGrid {
  readonly #host: HTMLElement;
  readonly #options: GridOptions;
  readonly #head = el("div", { role: "row", class: "grid-row", "aria-rowindex": 1 });
  readonly #space = el("div", { class: "grid-space", role: "rowgroup" });
  readonly #rows = new Map<number, HTMLElement>();
  #columns: Columns | undefined;
  #laid: readonly LaidColumn[] = [];
  #window: RowWindow | undefined;
  #selected: string | undefined;
  /** Active cell. Row -1 is the header, column 0 has the numbers of the rows. */
  #active = { row: 0, column: 1 };
  #frame = 0;

  constructor(host: HTMLElement, options: GridOptions) {
    this.#host = host;
    this.#options = options;
    const head = el("div", { class: "grid-head", role: "rowgroup" }, this.#head);
    host.replaceChildren(head, this.#space);
    host.addEventListener("scroll", () => this.#schedule(), { passive: true });
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focus", () => this.#mark());
    this.#space.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(() => this.#schedule()).observe(host);
  }

  showColumns(columns: Columns, marks: ReadonlyMap<string, SortMark>): void {
    this.#columns = columns;
    this.#laid = columns.shown;
    this.#host.setAttribute("aria-colcount", String(this.#laid.length + 1));
    this.#layOut();
    const cells = this.#laid.map((column, i) => this.#header(column, i, marks.get(column.name)));
    const corner = el("div", { role: "columnheader", class: "cell position pinned", id: cellId(-1, 0) }, "#");
    this.#head.replaceChildren(corner, ...cells);
    this.#redraw();
  }

  /** Sets the widths of all rows at once. */
  #layOut(): void {
    const widths = [NUMBER_WIDTH, ...this.#laid.map(({ width }) => width)];
    const { style } = this.#host;
    style.setProperty("--columns", `${widths.map((width) => `${width}px`).join(" ")} minmax(0, 1fr)`);
    style.setProperty("--width", `${widths.reduce((sum, width) => sum + width, 0)}px`);
    let offset = NUMBER_WIDTH;
    for (const [i, { width, isPinned }] of this.#laid.entries()) {
      if (!isPinned) break;
      style.setProperty(`--offset-${i}`, `${offset}px`);
      offset += width;
    }
  }

  #header(column: LaidColumn, i: number, mark: SortMark | undefined): HTMLElement {
    return headerCell({
      id: cellId(-1, i + 1),
      column,
      columns: this.#columns!,
      mark,
      onClick: (isFurther) => {
        this.#activate(-1, i + 1);
        if (column.isSortable) this.#options.onSort(column.name, isFurther);
      },
      onWidth: () => {
        this.#laid = this.#columns!.shown;
        this.#layOut();
      },
      onColumns: this.#options.onColumns,
      index: i,
    });
  }

  /** Shows the rows of another query from the beginning. */
  showRows(window: RowWindow): void {
    this.#window?.close();
    this.#window = window;
    this.#host.setAttribute("aria-rowcount", String(window.size + 1));
    this.#space.style.setProperty("height", `${this.#scale.height}px`);
    this.#host.scrollTop = 0;
    this.#active = { row: Math.min(this.#active.row, -1), column: this.#active.column };
    if (this.#active.row < 0 && document.activeElement !== this.#host) this.#active.row = 0;
    this.#redraw();
  }

  /** @param name name of the selected row */
  select(name: string | undefined): void {
    this.#selected = name;
    for (const [index, element] of this.#rows) this.#markSelected(element, this.#window?.get(index));
  }

  /** Returns the rows on the screen. */
  get visibleRows(): readonly ShownRow[] {
    const { first, last } = this.#range(0);
    const rows: ShownRow[] = [];
    for (let i = first; i <= last; i++) {
      const row = this.#window?.get(i);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** Draws again after rows have arrived. */
  refresh(): void {
    this.#redraw();
  }

  #redraw(): void {
    for (const element of this.#rows.values()) element.remove();
    this.#rows.clear();
    this.#draw();
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  get #scale(): ScrollScale {
    return new ScrollScale(this.#window?.size ?? 0, this.#host.clientHeight - this.#head.offsetHeight);
  }

  #range(overscan: number): { readonly first: number; readonly last: number } {
    const scale = this.#scale;
    const first = Math.floor(scale.rowAt(this.#host.scrollTop));
    const last = first + Math.ceil(scale.visible) + overscan;
    return { first: Math.max(first - overscan, 0), last: Math.min(last, (this.#window?.size ?? 0) - 1) };
  }

  #draw(): void {
    const window = this.#window;
    if (window === undefined) return;
    const { first, last } = this.#range(OVERSCAN);
    for (const [index, element] of this.#rows) {
      if (index >= first && index <= last) continue;
      element.remove();
      this.#rows.delete(index);
    }
    const { scrollTop } = this.#host;
    const top = scrollTop - this.#scale.rowAt(scrollTop) * ROW_HEIGHT;
    for (let index = first; index <= last; index++) {
      let element = this.#rows.get(index);
      const row = window.get(index);
      if (element === undefined || (row !== undefined && element.classList.contains("waiting"))) {
        element?.remove();
        element = rowElement(row, index, this.#laid);
        this.#markSelected(element, row);
        this.#rows.set(index, element);
        this.#space.append(element);
      }
      element.style.setProperty("transform", `translateY(${top + index * ROW_HEIGHT}px)`);
    }
    window.need(first, last);
    this.#mark();
  }

  #markSelected(element: HTMLElement, row: ShownRow | undefined): void {
    const isSelected = row !== undefined && row.name === this.#selected;
    element.classList.toggle("selected", isSelected);
    element.setAttribute("aria-selected", String(isSelected));
  }

  /** Tells screen readers the active cell, and shows it while the table has the focus. */
  #mark(): void {
    this.#host.querySelector(".active")?.classList.remove("active");
    const { row, column } = this.#active;
    const cell = document.getElementById(cellId(row, column));
    cell?.classList.add("active");
    if (cell === null) this.#host.removeAttribute("aria-activedescendant");
    else this.#host.setAttribute("aria-activedescendant", cell.id);
  }

  #activate(row: number, column: number): void {
    this.#active = { row, column };
    this.#mark();
  }

  #click({ target }: Event): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
    const index = Number(cell?.parentElement?.dataset["index"] ?? -1);
    if (cell === null || index < 0) return;
    this.#activate(index, [...cell.parentElement!.children].indexOf(cell));
    if (getSelection()?.isCollapsed !== false) this.#open(index);
  }

  #open(index: number): void {
    const row = this.#window?.get(index);
    if (row !== undefined) this.#options.onRow(row, index);
  }

  #key(event: KeyboardEvent): void {
    const { row, column } = this.#active;
    const size = this.#window?.size ?? 0;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isJump = ctrlKey || metaKey;
    const forward = isRightToLeft(this.#host) ? -1 : 1;
    const page = Math.max(Math.floor(this.#scale.visible) - 1, 1);
    const laid = this.#laid[column - 1];
    if (altKey && laid !== undefined) return this.#keyOfColumn(event, laid);
    if (isJump && key === "c" && getSelection()?.isCollapsed !== false) {
      event.preventDefault();
      return this.#options.onCopy(this.#activeText);
    }
    const targets: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowLeft: [row, column - forward],
      ArrowRight: [row, column + forward],
      PageDown: [row + page, column],
      PageUp: [Math.max(row - page, 0), column],
      Home: isJump ? [0, column] : [row, 0],
      End: isJump ? [size - 1, column] : [row, this.#laid.length],
    };
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      if (row >= 0) return this.#open(row);
      if (laid?.isSortable === true) this.#options.onSort(laid.name, shiftKey);
      return;
    }
    if (!Object.hasOwn(targets, key)) return;
    event.preventDefault();
    const [toRow, toColumn] = targets[key]!;
    this.#active = {
      row: Math.min(Math.max(toRow, -1), size - 1),
      column: Math.min(Math.max(toColumn, 0), this.#laid.length),
    };
    this.#reveal();
  }

  /** Alt with arrows: left and right move the column, up and down change its width. */
  #keyOfColumn(event: KeyboardEvent, { name, width }: LaidColumn): void {
    const forward = isRightToLeft(this.#host) ? -1 : 1;
    const moves: Readonly<Record<string, number>> = { ArrowLeft: -forward, ArrowRight: forward };
    const widths: Readonly<Record<string, number>> = { ArrowUp: MIN_RESIZE, ArrowDown: -MIN_RESIZE };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    const change = Object.hasOwn(widths, event.key) ? widths[event.key] : undefined;
    if (move === undefined && change === undefined) return;
    event.preventDefault();
    if (move !== undefined) this.#columns!.move(name, move);
    if (change !== undefined) this.#columns!.resize(name, width + change);
    this.#options.onColumns();
    this.#active.column = this.#laid.findIndex((column) => column.name === name) + 1;
    this.#reveal();
  }

  get #activeText(): string {
    const { row, column } = this.#active;
    const laid = this.#laid[column - 1];
    const shownRow = this.#window?.get(row);
    if (laid === undefined) return shownRow?.name ?? "";
    return row < 0 ? laid.name : cellText(shownRow?.row[laid.property]);
  }

  /** Scrolls the active cell onto the screen. */
  #reveal(): void {
    const { row, column } = this.#active;
    const scale = this.#scale;
    const first = scale.rowAt(this.#host.scrollTop);
    const target = row < 0 ? first : scale.firstFor(row, first);
    if (target !== first) this.#host.scrollTop = scale.scrollTopOf(target);
    this.#draw();
    if (column > 0 && this.#laid[column - 1]?.isPinned !== true)
      this.#head.children[column]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#mark();
  }
}
