import { PAGE_ROWS, type RowsPage, type RowsShown } from "../contract/protocol.ts";
import { byId, count, el, plural } from "../dom/elements.ts";

export interface StatusLineOptions {
  readonly onShow: (show: RowsShown) => void;
  readonly onPage: (start: number) => void;
}

/** The line above the table: number of rows, time, and which rows are shown. */
export class StatusLine {
  readonly #kept: HTMLButtonElement;
  readonly #excluded: HTMLButtonElement;
  readonly #range = el("span", { class: "dim" });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #start = 0;

  constructor({ onShow, onPage }: StatusLineOptions) {
    this.#kept = el("button", { type: "button", click: () => onShow("kept") });
    this.#excluded = el("button", { type: "button", click: () => onShow("excluded") });
    this.#previous = el(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": "Previous page",
        click: () => onPage(Math.max(0, this.#start - PAGE_ROWS)),
      },
      "‹",
    );
    this.#next = el(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": "Next page",
        click: () => onPage(this.#start + PAGE_ROWS),
      },
      "›",
    );
    byId("shown").replaceChildren(this.#kept, this.#excluded);
    byId("pager").replaceChildren(this.#range, this.#previous, this.#next);
  }

  show({ kept, total, start, rows, milliseconds }: RowsPage, shown: RowsShown): void {
    this.#start = start;
    byId("count").replaceChildren(
      el("strong", {}, count(kept)),
      ` of ${plural(total, "row")} `,
      el("span", { class: "time" }, `${milliseconds.toFixed(1)} ms`),
    );
    this.#kept.textContent = `Matching ${count(kept)}`;
    this.#excluded.textContent = `Excluded ${count(total - kept)}`;
    this.#kept.setAttribute("aria-pressed", String(shown === "kept"));
    this.#excluded.setAttribute("aria-pressed", String(shown === "excluded"));
    const all = shown === "kept" ? kept : total - kept;
    this.#range.textContent =
      rows.length === 0 ? "No rows" : `${count(start + 1)}–${count(start + rows.length)} of ${count(all)}`;
    this.#previous.disabled = start === 0;
    this.#next.disabled = start + rows.length >= all;
  }

  /** @param message reason for the user; undefined if the expressions have errors, which the page shows next to them */
  showFailure(message: string | undefined): void {
    byId("count").replaceChildren(
      el(
        "span",
        { class: "dim" },
        message ?? "The rows below are those of the last expression without errors.",
      ),
    );
  }
}
