import { byId, count, el, plural } from "../dom/elements.ts";

export type RowsShown = "kept" | "excluded";

export interface Counts {
  /** Number of rows that the filter keeps; undefined if it is not known yet. */
  readonly kept: number | undefined;
  /** Number of all rows; undefined if it is not known yet. */
  readonly total: number | undefined;
  readonly milliseconds: number;
}

/** The line above the table: number of rows, time, and which rows are shown. */
export class StatusLine {
  readonly #matching: HTMLButtonElement;
  readonly #excluded: HTMLButtonElement;

  constructor(onShow: (show: RowsShown) => void) {
    this.#matching = el("button", { type: "button", click: () => onShow("kept") });
    this.#excluded = el("button", { type: "button", click: () => onShow("excluded") });
    byId("shown").replaceChildren(this.#matching, this.#excluded);
  }

  /** @param shown undefined if no row is excluded */
  show({ kept, total, milliseconds }: Counts, shown: RowsShown | undefined): void {
    byId("count").replaceChildren(
      el("strong", {}, countText(kept)),
      total === undefined ? ` ${kept === 1 ? "row" : "rows"} ` : ` of ${plural(total, "row")} `,
      el("span", { class: "time" }, `${milliseconds.toFixed(1)} ms`),
    );
    byId("shown").hidden = shown === undefined;
    const excluded = kept === undefined || total === undefined ? undefined : total - kept;
    this.#matching.textContent = `Matching ${countText(kept)}`;
    this.#excluded.textContent = `Excluded ${countText(excluded)}`;
    this.#matching.setAttribute("aria-pressed", String(shown === "kept"));
    this.#excluded.setAttribute("aria-pressed", String(shown === "excluded"));
  }

  /** @param message reason for the user; undefined if the expressions have errors, which the page shows next to them */
  showFailure(message: string | undefined): void {
    const hasRows = this.#matching.textContent !== "";
    byId("count").replaceChildren(
      el(
        "span",
        { class: message === undefined ? "dim" : "bad" },
        message ?? (hasRows ? "The rows below are those of the last expression without errors." : ""),
      ),
    );
  }
}

function countText(rows: number | undefined): string {
  return rows === undefined ? "" : count(rows);
}

/** Returns the filter of the rows that a filter excludes: it is false or unknown for them. */
export function excludedBy(filter: string): string {
  return `or(not(${filter}),isNull(${filter}))`;
}
