import type { MemberValues, Share } from "../contract/answers.ts";
import { count, el, plural } from "../dom/elements.ts";
import { definePanel, type Actions, type AnyPanel, type Shown } from "./panel.ts";

/** Types whose values are counted. */
const COUNTED: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "date",
  "dateTime",
  "time",
  "boolean",
  "list",
]);

export function valuesPanel({ addCondition, refresh }: Actions): AnyPanel {
  let chosen: string | undefined;
  return definePanel({
    id: "values",
    title: "Values",
    kind: "values",
    ask: ({ texts, catalog }) => {
      const names = countedMembers(catalog);
      if (chosen === undefined || !names.includes(chosen)) chosen = preferred(names, texts.filter);
      return chosen === undefined
        ? [el("p", { class: "hint" }, "There is no member whose values can be counted.")]
        : { ...texts, member: chosen };
    },
    show: (values, { catalog }) => {
      const select = el("select", {
        id: "values-member",
        change: () => {
          chosen = select.value;
          refresh();
        },
      });
      for (const name of countedMembers(catalog))
        select.append(el("option", { selected: name === chosen }, name));
      return [
        el(
          "div",
          { class: "values-head" },
          el("label", { for: "values-member" }, "Values of"),
          select,
          el(
            "span",
            { class: "dim" },
            `${plural(values.distinct, "different value")} among the matching rows. Click one to filter.`,
          ),
        ),
        el(
          "div",
          { class: "values" },
          values.bins.length > 0 && histogram(values.bins, addCondition),
          values.facets.length + values.nulls > 0 && facets(values, addCondition),
        ),
      ];
    },
  });
}

function countedMembers(catalog: Shown["catalog"]): readonly string[] {
  return [...catalog.members.byName]
    .filter(([, { type, filterable }]) => filterable && COUNTED.has(type))
    .map(([name]) => name);
}

/** Starts with a member that the filter names. */
function preferred(names: readonly string[], filter: string): string | undefined {
  const words = filter.match(/[\p{L}\p{N}_$.-]+/gu) ?? [];
  return words.find((word) => names.includes(word)) ?? names[1] ?? names[0];
}

function histogram(bins: readonly Share[], onClick: (condition: string) => void): HTMLElement {
  const most = Math.max(...bins.map((bin) => bin.count));
  return el(
    "figure",
    { class: "histogram" },
    el(
      "div",
      { class: "bins", role: "group", "aria-label": "Histogram" },
      ...bins.map((bin) => {
        const label = `${bin.label}: ${plural(bin.count, "row")}`;
        const column = el("button", {
          type: "button",
          class: "bin",
          title: label,
          "aria-label": label,
          click: () => bin.condition !== undefined && onClick(bin.condition),
        });
        column.append(el("span", {}));
        column.style.setProperty("--share", String(most === 0 ? 0 : bin.count / most));
        return column;
      }),
    ),
    el(
      "figcaption",
      {},
      el("span", {}, bins[0]!.label.split(" to ")[0]),
      el("span", {}, bins.at(-1)!.label.split(" to ").at(-1)),
    ),
  );
}

function facets(
  { facets: shares, nulls, nullCondition }: MemberValues,
  onClick: (condition: string) => void,
): HTMLElement {
  const all =
    nulls === 0 ? shares : [...shares, { label: "no value", count: nulls, condition: nullCondition }];
  const most = Math.max(...all.map((share) => share.count));
  return el(
    "ul",
    { class: "facets", "aria-label": "Most frequent values" },
    ...all.map(({ label, count: rows, condition }) => {
      const button = el(
        "button",
        {
          type: "button",
          class: "facet",
          disabled: condition === undefined,
          title: condition,
          click: () => condition !== undefined && onClick(condition),
        },
        el(
          "span",
          { class: `value${condition === nullCondition ? " dim" : ""}` },
          label === "" ? "(empty)" : label,
        ),
        el("span", { class: "rows" }, count(rows)),
      );
      button.style.setProperty("--share", String(rows / most));
      return el("li", {}, button);
    }),
  );
}
