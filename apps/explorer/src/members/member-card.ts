import type { MemberValues } from "../contract/answers.ts";
import type { Language, ListedMember } from "../contract/language.ts";
import type { MemberChoice } from "../contract/member-choice.ts";
import { count, el, plural } from "../dom/elements.ts";
import { valueElement } from "../table/cell.ts";
import { histogram } from "./histogram.ts";

export interface CardOptions {
  readonly member: ListedMember;
  readonly values: MemberValues;
  readonly choice: MemberChoice;
  /** Text in the search field. */
  readonly search: string;
  readonly language: Language;
  /** Called with the change of a choice: the filter can be another one by now. */
  readonly onChoice: (change: (choice: MemberChoice) => MemberChoice) => void;
  readonly onSearch: (text: string) => void;
}

/** The values of a member: a histogram or a list, a search field, and buttons for null. */
export function memberCard(options: CardOptions): HTMLElement {
  const { member, values, search, onSearch } = options;
  const { distinct, nulls, bins } = values;
  // Next to a histogram, only values that several rows have are worth a line.
  const facets = bins.length === 0 ? values.facets : values.facets.filter(({ count: rows }) => rows > 1);
  const hidden = bins.length === 0 ? (distinct ?? Infinity) - facets.length : 0;
  return el(
    "div",
    { class: "card", role: "group", "aria-label": `Values of ${member.name}` },
    bins.length > 0 && rangeOf(options),
    member.valueType === "string" &&
      (hidden > 0 || search !== "") &&
      el("input", {
        type: "search",
        class: "search",
        placeholder: distinct === undefined ? "Search values" : `Search ${plural(distinct, "value")}`,
        "aria-label": `Search values of ${member.name}`,
        value: search,
        input: ({ target }: InputEvent) => onSearch((target as HTMLInputElement).value),
      }),
    el("ul", { class: "facets" }, ...facets.map((facet) => facetItem(options, facet.value, facet.count))),
    hidden > 0 &&
      el(
        "p",
        { class: "dim" },
        `${distinct === undefined ? "More values" : plural(hidden, "more value")} in these rows.`,
      ),
    (nulls > 0 || options.choice.nulls !== "any") && nullToggles(options),
  );
}

function facetItem(
  { values, choice, member, language, onChoice }: CardOptions,
  value: unknown,
  rows: number,
): HTMLElement {
  const literal = language.literalOf(value, member.valueType);
  const isKept = literal !== undefined && choice.keep.includes(literal);
  const isExcluded = literal !== undefined && choice.exclude.includes(literal);
  const maximum = values.facets[0]?.count ?? 1;
  const toggled = (list: readonly string[]) =>
    list.includes(literal!) ? list.filter((kept) => kept !== literal) : [...list, literal!];
  const button = el(
    "button",
    {
      type: "button",
      class: "facet",
      disabled: literal === undefined,
      "aria-pressed": String(isKept),
      title: literal === undefined ? undefined : "Keep only rows with the chosen values",
      click: () =>
        onChoice((now) => ({
          ...now,
          keep: toggled(now.keep),
          exclude: now.exclude.filter((excluded) => excluded !== literal),
        })),
    },
    valueElement(value),
    el("span", { class: "rows" }, count(rows)),
  );
  button.style.setProperty("--share", String(rows / maximum));
  return el(
    "li",
    { class: isExcluded ? "excluded" : undefined },
    button,
    el(
      "button",
      {
        type: "button",
        class: "exclude",
        disabled: literal === undefined,
        "aria-pressed": String(isExcluded),
        "aria-label": `Exclude ${String(literal)}`,
        title: "Exclude this value",
        click: () =>
          onChoice((now) => ({
            ...now,
            exclude: toggled(now.exclude),
            keep: now.keep.filter((kept) => kept !== literal),
          })),
      },
      "≠",
    ),
  );
}

function rangeOf({ values: { bins }, choice, member, language, onChoice }: CardOptions): HTMLElement {
  const literal = (value: unknown) => language.literalOf(value, member.valueType) ?? "";
  const { range } = choice;
  const isKept = (from: string, to: string) =>
    range !== undefined && inOrder(range.from, from) && (range.to === "" || inOrder(to, range.to));
  return el(
    "div",
    {},
    histogram({
      bins,
      isKept: ({ from, to }) => isKept(literal(from), literal(to)),
      onRange: (first, last) =>
        onChoice((now) => ({
          ...now,
          range: { from: literal(first.from), to: literal(last.to), includesTo: false },
        })),
    }),
    range !== undefined &&
      el(
        "p",
        { class: "range" },
        `${range.from === "" ? "…" : range.from} to ${range.to === "" ? "…" : range.to} `,
        el(
          "button",
          { type: "button", class: "fix", click: () => onChoice((now) => ({ ...now, range: undefined })) },
          "All",
        ),
      ),
  );
}

/** Compares literals: numbers by their values, dates by their texts. An empty text is no bound. */
function inOrder(a: string, b: string): boolean {
  if (a === "") return true;
  const [left, right] = [Number(a), Number(b)];
  return Number.isNaN(left) || Number.isNaN(right) ? a <= b : left <= right;
}

function nullToggles({ values: { nulls }, choice, onChoice }: CardOptions): HTMLElement {
  const toggle = (state: "only" | "none", text: string, title: string) =>
    el(
      "button",
      {
        type: "button",
        class: "chip",
        title,
        "aria-pressed": String(choice.nulls === state),
        click: () => onChoice((now) => ({ ...now, nulls: now.nulls === state ? "any" : state })),
      },
      text,
    );
  return el(
    "div",
    { class: "null-toggles", role: "group", "aria-label": "Rows without a value" },
    toggle("only", `null ${count(nulls)}`, "Keep rows without a value"),
    toggle("none", "not null", "Keep rows with a value"),
  );
}
