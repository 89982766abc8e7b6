import { el } from "../dom/elements.ts";
import { definePanel, type Actions, type AnyPanel } from "./panel.ts";

export function wordsPanel({ writeFilter }: Actions): AnyPanel {
  return definePanel({
    id: "words",
    title: "In words",
    kind: "words",
    ask: ({ texts }) => texts,
    show: ({ sentences, simplified }) => [
      ...(sentences.length === 0 ? [el("p", { class: "hint" }, "All rows, in the order of the data.")] : []),
      ...sentences.map(({ language, tag, text }) =>
        el(
          "div",
          { class: "sentence" },
          el("span", { class: "tag" }, language),
          el("p", { lang: tag, dir: "auto" }, text),
        ),
      ),
      ...(simplified === undefined
        ? []
        : [
            el(
              "div",
              { class: "sentence" },
              el("span", { class: "tag" }, "Shorter"),
              el(
                "p",
                {},
                "This filter keeps the same rows: ",
                el("code", {}, simplified),
                " ",
                el(
                  "button",
                  { type: "button", class: "fix", click: () => writeFilter(simplified) },
                  "Use it",
                ),
              ),
            ),
          ]),
    ],
  });
}
