import type { Condition } from "../contract/answers.ts";
import { el } from "../dom/elements.ts";
import { definePanel, type Actions, type AnyPanel } from "./panel.ts";

const MARKS: Readonly<Record<Condition["result"], string>> = {
  true: "✓",
  false: "✗",
  unknown: "?",
  other: "·",
};

export function whyPanel({ explainExcluded }: Actions): AnyPanel {
  const hint = (text: string, hasButton: boolean) => [
    el("p", { class: "hint" }, text),
    ...(hasButton
      ? [
          el(
            "button",
            { type: "button", class: "fix", click: explainExcluded },
            "Explain the first excluded row",
          ),
        ]
      : []),
  ];
  return definePanel({
    id: "why",
    title: "Why",
    kind: "why",
    ask: ({ texts, selected }) =>
      selected === undefined
        ? hint("Choose a row to see why the filter keeps or excludes it.", texts.filter.trim() !== "")
        : { ...texts, row: selected.row },
    show: (why, { selected }) => {
      if (why === undefined) return hint("Without a filter, all rows are kept.", false);
      const { kept, failed, members, conditions } = why;
      return [
        el(
          "p",
          { class: "verdict" },
          el("span", { class: `badge ${kept ? "good" : "bad"}` }, kept ? "kept" : "excluded"),
          ` Row ${selected?.name ?? ""} `,
          kept ? "fulfills the filter." : "is excluded",
          ...(failed === undefined ? [] : [": ", el("code", {}, failed.text), ` is ${failed.result}.`]),
        ),
        el(
          "div",
          { class: "why" },
          el(
            "ul",
            { class: "conditions" },
            ...conditions.map(({ text, result, isDecisive, depth }) => {
              const item = el(
                "li",
                { class: `is-${result}${isDecisive ? "" : " minor"}` },
                el("span", { class: "mark", "aria-hidden": "true" }, MARKS[result]),
                el("code", {}, text),
                el("span", { class: "result" }, result),
              );
              item.style.setProperty("--depth", String(depth));
              return item;
            }),
          ),
          el(
            "dl",
            {},
            ...members.flatMap(({ name, text }) => [
              el("dt", {}, name),
              el("dd", { class: text === null ? "dim" : undefined }, text ?? "no value"),
            ]),
          ),
        ),
      ];
    },
  });
}
