import { el } from "../dom/elements.ts";

type Child = Parameters<typeof el>[2];

export function cards(list: readonly Child[]): HTMLElement {
  return el("div", { class: "cards" }, ...list);
}

export interface Card {
  readonly title: string;
  readonly isExact: boolean;
  /** Badge of a card that is not exact. */
  readonly otherwise: string;
  /** Button in the header. */
  readonly button?: Child;
}

/** Returns a translation of the expression with its verdict. */
export function card({ title, isExact, otherwise, button }: Card, ...content: readonly Child[]): HTMLElement {
  const badge = el("span", { class: `badge ${isExact ? "good" : "warn"}` }, isExact ? "exact" : otherwise);
  return el(
    "section",
    { class: "card", "aria-label": title },
    el("header", {}, el("h2", {}, title), badge, button),
    ...content,
  );
}
