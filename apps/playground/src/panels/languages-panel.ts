import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { definePanel, type AnyPanel } from "./panel.ts";

export function languagesPanel(): AnyPanel {
  return definePanel({
    id: "languages",
    title: "OData & RSQL",
    kind: "translations",
    ask: ({ texts }) => texts,
    show: ({ languages }) => [
      el(
        "div",
        { class: "cards" },
        ...languages.map(({ title, parts, notes }) =>
          el(
            "section",
            { class: "card", "aria-label": title },
            el(
              "header",
              {},
              el("h2", {}, title),
              el(
                "span",
                { class: `badge ${notes.length === 0 ? "good" : "warn"}` },
                notes.length === 0 ? "exact" : "differs",
              ),
            ),
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
