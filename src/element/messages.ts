import type { BoxKind } from "./filter-state.ts";

/** Texts of the element. `{0}` is replaced by a condition or a number. */
export interface FilterMessages {
  /** Accessible name of the filter box if the page gives it no label. */
  readonly filter: string;
  readonly conditions: string;
  readonly edit: string;
  readonly remove: string;
  /** Announcement after a condition was removed. */
  readonly removed: string;
  readonly add: string;
  /** Announcement after the button that adds a condition. */
  readonly adding: string;
  readonly clear: string;
  readonly more: string;
  /** Validation message of a required filter that is empty. */
  readonly required: string;
}

const ENGLISH_TEXTS: FilterMessages = {
  filter: "Filter",
  conditions: "Conditions",
  edit: "Edit condition: {0}",
  remove: "Remove condition: {0}",
  removed: "Removed: {0}",
  add: "Add condition",
  adding: "Choose a member, a comparison and a value. Escape leaves the filter as it was.",
  clear: "Clear filter",
  more: "and {0} more",
  required: "Enter a filter.",
};

const GERMAN_TEXTS: FilterMessages = {
  filter: "Filter",
  conditions: "Bedingungen",
  edit: "Bedingung bearbeiten: {0}",
  remove: "Bedingung entfernen: {0}",
  removed: "Entfernt: {0}",
  add: "Bedingung hinzufügen",
  adding: "Wählen Sie ein Feld, einen Vergleich und einen Wert. Escape lässt den Filter, wie er war.",
  clear: "Filter leeren",
  more: "und {0} weitere",
  required: "Geben Sie einen Filter ein.",
};

/** Texts of a box for an order that differ from those for a filter. */
const ENGLISH_ORDER = { filter: "Order", clear: "Clear order", required: "Enter an order." };
const GERMAN_ORDER = {
  filter: "Sortierung",
  clear: "Sortierung leeren",
  required: "Geben Sie eine Sortierung ein.",
};

export function messagesFor(locale: string, kind: BoxKind = "filter"): FilterMessages {
  const isGerman = /^de\b/i.test(locale);
  const texts = isGerman ? GERMAN_TEXTS : ENGLISH_TEXTS;
  return kind === "filter" ? texts : { ...texts, ...(isGerman ? GERMAN_ORDER : ENGLISH_ORDER) };
}

/** Puts a condition or a number into a text. */
export function fillText(template: string, value: string): string {
  return template.replace("{0}", () => value);
}
