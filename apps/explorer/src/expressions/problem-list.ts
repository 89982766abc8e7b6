import { applyFixes, type Diagnostic } from "tamis/diagnostics";
import { el } from "../dom/elements.ts";

const SHOWN = 3;

/** Lists errors and warnings under an editor, with a button for each fix. */
export function showProblems(
  host: HTMLElement,
  text: string,
  problems: readonly Diagnostic[],
  onFix: (fixed: string) => void,
): void {
  const items = problems.slice(0, SHOWN).map((problem) =>
    el(
      "li",
      { class: `problem ${problem.severity}` },
      el("span", {}, problem.message),
      ...problem.fixes.slice(0, 2).map((fix) =>
        el(
          "button",
          {
            type: "button",
            class: "fix",
            click: () => onFix(applyFixes(text, [{ ...problem, fixes: [fix] }])),
          },
          fix.title,
        ),
      ),
    ),
  );
  if (problems.length > SHOWN)
    items.push(el("li", { class: "dim" }, `… and ${problems.length - SHOWN} more.`));
  host.replaceChildren(...items);
}
