import { el, quietButton } from "../dom/elements.ts";
import type { SavedView, SavedViews } from "./saved-views.ts";

export interface ViewsDialogOptions {
  readonly views: SavedViews;
  readonly current: Omit<SavedView, "name">;
  readonly onOpen: (view: SavedView) => void;
}

/** Opens a dialog that names the current view, and opens others. */
export function openViewsDialog({ views, current, onOpen }: ViewsDialogOptions): void {
  const input = el("input", { id: "view-name", required: true, maxlength: 60, autocomplete: "off" });
  const lists = el("div", {});
  const makeItem = (view: SavedView) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "example",
          click: () => {
            dialog.close();
            onOpen(view);
          },
        },
        view.name !== "" && el("strong", {}, el("bdi", {}, view.name)),
        el("code", { dir: "auto" }, view.text === "" ? "all rows" : view.text),
      ),
      view.name !== "" &&
        quietButton(
          "Delete",
          () => {
            views.remove(view);
            fill();
            input.focus();
          },
          `Delete the view ${view.name}`,
        ),
    );
  const list = (title: string, savedViews: readonly SavedView[]) =>
    savedViews.length === 0
      ? []
      : [el("h3", {}, title), el("ul", { class: "view-list" }, ...savedViews.map(makeItem))];
  const fill = () =>
    lists.replaceChildren(...list("Named views", views.named), ...list("Recent views", views.recent));
  const dialog = el(
    "dialog",
    { "aria-label": "Views", close: () => dialog.remove() },
    el("h2", {}, "Views"),
    el(
      "form",
      {
        class: "view-form",
        submit: (event: Event) => {
          event.preventDefault();
          views.add({ ...current, name: input.value.trim() });
          input.value = "";
          fill();
        },
      },
      el("label", { for: "view-name" }, "Name of the current view"),
      input,
      el("button", { class: "fix" }, "Save view"),
    ),
    lists,
    el("p", { class: "hint" }, "Views stay in this browser."),
    el(
      "div",
      { class: "dialog-buttons" },
      el("button", { type: "button", class: "fix", click: () => dialog.close() }, "Close"),
    ),
  );
  fill();
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}
