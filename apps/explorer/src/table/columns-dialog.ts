import { el } from "../dom/elements.ts";
import type { Columns } from "./columns.ts";

/** A dialog that chooses, moves and pins columns. */
export function openColumnsDialog(columns: Columns, onChange: () => void): void {
  const list = el("ul", { class: "column-list" });
  const fill = () => {
    const shown = columns.shown;
    const hidden = columns.all.filter(({ name }) => !shown.some((column) => column.name === name));
    list.replaceChildren(
      ...shown.map(({ name, isPinned }, i) => makeItem(name, true, isPinned, i, shown.length)),
      ...hidden.map(({ name }, i) => makeItem(name, false, false, shown.length + i, 0)),
    );
  };
  const change = (focus: string, work: () => void) => {
    work();
    fill();
    onChange();
    list.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]:not(:disabled)`)?.focus();
  };
  const makeItem = (name: string, isShown: boolean, isPinned: boolean, i: number, count: number) => {
    const box = el("input", {
      type: "checkbox",
      id: `column-${i}`,
      checked: isShown,
      "data-focus": `show ${name}`,
      change: () => change(`show ${name}`, () => columns.setShown(name, box.checked)),
    });
    const move = (by: number, sign: string, label: string) =>
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Move ${name} ${label}`,
          "data-focus": `${label} ${name}`,
          disabled: !isShown || i + by < 0 || i + by >= count,
          click: () => change(`${label} ${name}`, () => columns.move(name, by)),
        },
        sign,
      );
    return el(
      "li",
      {},
      box,
      el("label", { for: `column-${i}` }, el("bdi", {}, name)),
      move(-1, "↑", "up"),
      move(1, "↓", "down"),
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(isPinned),
          "aria-label": `Pin ${name}`,
          "data-focus": `pin ${name}`,
          disabled: !isShown,
          click: () => change(`pin ${name}`, () => columns.pin(name, !isPinned)),
        },
        "Pin",
      ),
    );
  };
  fill();
  const dialog = el(
    "dialog",
    { "aria-label": "Columns", close: () => dialog.remove() },
    el("h2", {}, "Columns"),
    list,
    el(
      "div",
      { class: "dialog-buttons" },
      el(
        "button",
        {
          type: "button",
          class: "fix",
          click: () => change("", () => (columns.text = "")),
        },
        "Reset",
      ),
      el("button", { type: "button", class: "fix", click: () => dialog.close() }, "Close"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
