import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { card, cards } from "./card.ts";
import { definePanel, type AnyPanel } from "./panel.ts";

export function languagesPanel(): AnyPanel {
  return definePanel({
    id: "languages",
    title: "OData & RSQL",
    kind: "translations",
    ask: ({ texts }) => texts,
    show: ({ languages }) => [
      cards(
        languages.map(({ title, parts, notes }) =>
          card(
            { title, isExact: notes.length === 0, otherwise: "differs" },
            ...parts.map(({ name, text }) =>
              el(
                "div",
                { class: "copy-line" },
                el("span", { class: "tag" }, name),
                el("code", { class: "long" }, text),
                copyButton(text, `Copy ${name} of ${title}`),
              ),
            ),
            parts.length === 0 &&
              el("p", { class: "hint" }, "Nothing of the expression can be written in this language."),
            notes.length > 0 && el("ul", { class: "notes" }, ...notes.map((note) => el("li", {}, note))),
          ),
        ),
      ),
    ],
  });
}
