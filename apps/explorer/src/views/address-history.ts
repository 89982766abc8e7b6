import { addressOf, type ViewState } from "../contract/link.ts";
import { SavedViews } from "./saved-views.ts";
import { openViewsDialog } from "./views-dialog.ts";

/** Milliseconds without typing after which a change is a step of the browser's history. */
const TYPING_PAUSE = 1_500;

/** Writes views to the address of the page, and keeps recent and named ones. */
export class AddressHistory {
  /** Path of the collection of a server; undefined for rows of the tab. */
  readonly #path: string | undefined;
  readonly #views: SavedViews;
  #lastTyped = 0;

  constructor(path: string | undefined) {
    this.#path = path;
    this.#views = new SavedViews(path ?? "");
  }

  /** Neither each key nor each selected row is a step of the history. */
  save(view: ViewState, change: "typed" | "chosen" | "selected"): void {
    const address = addressOf(view, this.#path);
    const now = performance.now();
    const isTyped = change === "typed";
    const isSameStep = change === "selected" || (isTyped && now - this.#lastTyped < TYPING_PAUSE);
    this.#lastTyped = isTyped ? now : 0;
    // Without a name of the data, the view is one of a file that later pages do not have.
    const isOfLaterPages = this.#path !== undefined || view.data !== undefined;
    if (change === "chosen" && isOfLaterPages) this.#views.add({ name: "", address, text: textOf(view) });
    if (`${location.pathname}${location.search}${location.hash}`.endsWith(address)) return;
    if (isSameStep) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  /** Opens the recent and the named views. A chosen one is opened like one of the browser's history. */
  openViews(current: ViewState): void {
    openViewsDialog({
      views: this.#views,
      current: { address: addressOf(current, this.#path), text: textOf(current) },
      onOpen: ({ address }) => {
        history.pushState(null, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
      },
    });
  }
}

function textOf({ filter, sortBy }: ViewState): string {
  return [filter, sortBy].filter((text) => text.trim() !== "").join(" · ");
}
