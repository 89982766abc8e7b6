import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { card, cards } from "./card.ts";
import { definePanel, type AnyPanel } from "./panel.ts";

export function sqlPanel(): AnyPanel {
  return definePanel({
    id: "sql",
    title: "SQL",
    kind: "sql",
    ask: ({ texts }) => texts,
    show: (dialects) => [
      cards(
        dialects.map(({ title, isExact, text, parameters, reasons }) =>
          card(
            { title, isExact, otherwise: "superset", button: copyButton(text, `Copy the SQL of ${title}`) },
            el("pre", { tabindex: 0, "aria-label": `SQL of ${title}` }, text),
            parameters.length > 0 &&
              el("p", { class: "parameters" }, "Parameters: ", el("code", {}, parameters.join(", "))),
            reasons.length > 0 &&
              el(
                "details",
                {},
                el("summary", {}, "The database returns more rows, which tamis filters. Why?"),
                el(
                  "ul",
                  {},
                  ...reasons.map(({ node, reason }) => el("li", {}, el("code", {}, node), ": ", reason, ".")),
                ),
              ),
          ),
        ),
      ),
    ],
  });
}
