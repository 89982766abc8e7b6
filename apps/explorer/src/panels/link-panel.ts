import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { definePanel, type AnyPanel } from "./panel.ts";

export function linkPanel(): AnyPanel {
  return definePanel({
    id: "link",
    title: "URL",
    kind: "translations",
    ask: ({ texts }) => texts,
    show: ({ query }) => [
      row(
        "Link to this page",
        location.href,
        "It contains the expressions and the name of the example, never your data.",
      ),
      row(
        "Query string of a request",
        query,
        "For services that take filter and sortBy as parameters, such as tamis serve.",
      ),
    ],
  });
}

function row(title: string, text: string, about: string): HTMLElement {
  return el(
    "div",
    { class: "line" },
    el("h2", {}, title),
    el(
      "div",
      { class: "copy-line" },
      el("code", { class: "long" }, text),
      copyButton(text, `Copy: ${title}`),
    ),
    el("p", { class: "hint" }, about),
  );
}
