import { el } from "../dom/elements.ts";
import { strengthOf, withStrength } from "./sort-text.ts";

const STRENGTHS = [
  ["primary", "letters: a = A = ä"],
  ["secondary", "also accents: a = A"],
  ["tertiary", "also case"],
  ["quaternary", "also kana in Japanese"],
  ["identical", "code points"],
] as const;

/** Languages with an order of their own, and a few whose order is that of all languages. */
const LOCALES = (
  "ar bg ca cs da de de-u-co-phonebk el en es et fa fi fr fr-CA he hi hr hu is it ja ko lt lv nb nl pl pt ro ru " +
  "sk sl sq sr sv th tr uk vi zh zh-u-co-stroke"
).split(" ");

/** Names for people of the collation types in `LOCALES`: other orders of a language than its usual one. */
const COLLATIONS: Readonly<Record<string, string>> = { phonebk: "phone book", stroke: "by strokes" };

function nameOf(tag: string, names: Intl.DisplayNames): string {
  const [language = tag, collation] = tag.split("-u-co-");
  const name = names.of(language) ?? language;
  return collation === undefined ? name : `${name}, ${COLLATIONS[collation]!}`;
}

export interface OrderMenusOptions {
  readonly onSort: (sortBy: string) => void;
  readonly onLocale: (locale: string) => void;
}

/** Menus for the strength and the language in which strings are compared. */
export class OrderMenus {
  readonly #strength: HTMLSelectElement;
  readonly #locale: HTMLSelectElement;
  #sortBy = "";

  constructor(host: HTMLElement, { onSort, onLocale }: OrderMenusOptions) {
    const names = new Intl.DisplayNames("en", { type: "language" });
    this.#strength = el(
      "select",
      {
        "aria-label": "Strength of the order",
        change: () => onSort(withStrength(this.#sortBy, this.#strength.value)),
      },
      el("option", { value: "" }, "Strength: default"),
      ...STRENGTHS.map(([name, about]) => el("option", { value: name }, `${name} (${about})`)),
    );
    this.#locale = el(
      "select",
      { "aria-label": "Language of comparisons", change: () => onLocale(this.#locale.value) },
      el("option", { value: "" }, "Language: default"),
      ...LOCALES.map((tag) => el("option", { value: tag }, nameOf(tag, names))),
    );
    host.replaceChildren(this.#strength, this.#locale);
  }

  show(sortBy: string, locale: string): void {
    this.#sortBy = sortBy;
    const strength = strengthOf(sortBy);
    this.#strength.disabled = strength === undefined;
    this.#strength.value = strength ?? "";
    if (locale !== "" && !LOCALES.includes(locale) && this.#locale.namedItem(locale) === null)
      this.#locale.append(el("option", { value: locale, id: locale }, locale));
    this.#locale.value = locale;
  }
}
