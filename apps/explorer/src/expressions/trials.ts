import type { Trial } from "../contract/examples.ts";
import { el } from "../dom/elements.ts";

/** Shows expressions to try. */
export function showTrials(
  host: HTMLElement,
  trials: readonly Trial[],
  onTrial: (trial: Trial) => void,
): void {
  host.replaceChildren(
    ...trials.map((trial) =>
      el(
        "button",
        { type: "button", class: "chip", title: trial.filter, click: () => onTrial(trial) },
        trial.title,
      ),
    ),
  );
}
