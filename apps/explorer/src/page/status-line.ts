import type { RowsShown } from "../contract/protocol.ts";
import { byId, count, el, plural } from "../dom/elements.ts";

export interface Counts {
  /** Number of rows that the filter keeps. */
  readonly kept: number;
  /** Number of all rows; undefined if it is not known yet. */
  readonly total: number | undefined;
  readonly milliseconds: number;
}

/** The line above the table: number of rows, time, and which rows are shown. */
export class StatusLine {
  readonly #kept: HTMLButtonElement;
  readonly #excluded: HTMLButtonElement;

  constructor(onShow: (show: RowsShown) => void) {
    this.#kept = el("button", { type: "button", click: () => onShow("kept") });
    this.#excluded = el("button", { type: "button", click: () => onShow("excluded") });
    byId("shown").replaceChildren(this.#kept, this.#excluded);
  }

  show({ kept, total, milliseconds }: Counts, shown: RowsShown | undefined): void {
    byId("count").replaceChildren(
      el("strong", {}, count(kept)),
      total === undefined ? ` ${kept === 1 ? "row" : "rows"} ` : ` of ${plural(total, "row")} `,
      el("span", { class: "time" }, `${milliseconds.toFixed(1)} ms`),
    );
    byId("shown").hidden = shown === undefined;
    this.#kept.textContent = `Matching ${count(kept)}`;
    this.#excluded.textContent = `Excluded ${count((total ?? kept) - kept)}`;
    this.#kept.setAttribute("aria-pressed", String(shown === "kept"));
    this.#excluded.setAttribute("aria-pressed", String(shown === "excluded"));
  }

  /** @param message reason for the user; undefined if the expressions have errors, which the page shows next to them */
  showFailure(message: string | undefined): void {
    byId("count").replaceChildren(
      el(
        "span",
        { class: message === undefined ? "dim" : "bad" },
        message ?? "The rows below are those of the last expression without errors.",
      ),
    );
  }
}
