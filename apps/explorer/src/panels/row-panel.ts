import { formatJson } from "tamis/catalog";
import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { valueElement } from "../table/cell.ts";
import type { AnyPanel, RowActions } from "./panel.ts";

/** The selected row with all members, as values and as JSON. */
export function rowPanel({ buttonsOf }: RowActions): AnyPanel {
  return {
    id: "row",
    title: "Row",
    kind: "why",
    ask: ({ selected, columns }) => {
      if (selected === undefined)
        return [el("p", { class: "hint" }, "Choose a row to see all of its members.")];
      const members = columns.map(({ name, property }) => ({
        name,
        value: Object.hasOwn(selected.row, property) ? selected.row[property] : null,
      }));
      const json = formatJson(Object.fromEntries(members.map(({ name, value }) => [name, value] as const)));
      return [
        el(
          "div",
          { class: "row-head" },
          el("h2", {}, "Row ", el("bdi", {}, selected.name)),
          ...buttonsOf(selected),
          copyButton(json, "Copy the row as JSON"),
        ),
        el(
          "div",
          { class: "why" },
          el(
            "dl",
            {},
            ...members.flatMap(({ name, value }) => [
              el("dt", {}, el("bdi", {}, name)),
              el("dd", { dir: "auto" }, valueElement(value)),
            ]),
          ),
          el("pre", { class: "json", tabindex: 0, "aria-label": "JSON of the row" }, indent(json)),
        ),
      ];
    },
    show: () => [],
  };
}

/** Puts each member of a JSON object on a line, without changing its numbers. */
function indent(json: string): string {
  let depth = 0;
  let isText = false;
  let text = "";
  for (let i = 0; i < json.length; i++) {
    const character = json[i]!;
    if (isText) {
      text += character;
      if (character === "\\") text += json[++i] ?? "";
      else if (character === '"') isText = false;
      continue;
    }
    const line = () => `\n${"  ".repeat(depth)}`;
    if (character === '"') isText = true;
    if (character === "{" || character === "[") {
      depth++;
      text += character + (/^[}\]]/.test(json[i + 1] ?? "") ? "" : line());
    } else if (character === "}" || character === "]") {
      depth--;
      text += (/[{[]$/.test(text) ? "" : line()) + character;
    } else if (character === ",") text += character + line();
    else text += character === ":" ? ": " : character;
  }
  return text;
}
