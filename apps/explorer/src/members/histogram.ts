import { el, plural } from "../dom/elements.ts";
import type { Bin } from "../values/bins.ts";

export interface HistogramOptions {
  readonly bins: readonly Bin[];
  /** Whether a bin is inside of the range that the filter keeps. */
  readonly isKept: (bin: Bin) => boolean;
  /** Called with the first and the last bin of a range. */
  readonly onRange: (first: Bin, last: Bin) => void;
}

/** A histogram in which a range is dragged. With the keyboard, arrows move between bins, and Shift extends the range. */
export function histogram({ bins, isKept, onRange }: HistogramOptions): HTMLElement {
  const maximum = Math.max(1, ...bins.map((bin) => bin.count));
  let anchor = 0;
  let isDragging = false;
  const columns = bins.map((bin, i) => {
    const label = `${bin.label}: ${plural(bin.count, "row")}`;
    const column = el(
      "button",
      {
        type: "button",
        class: "bin",
        title: label,
        "aria-label": label,
        "aria-pressed": String(isKept(bin)),
        tabindex: i === 0 ? 0 : -1,
        // The keyboard alone: a pointer has chosen its range before.
        click: ({ detail, shiftKey }: MouseEvent) => {
          if (detail === 0) choose(shiftKey ? anchor : i, i);
        },
        pointerdown: (event: PointerEvent) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
          [anchor, isDragging] = [i, true];
          addEventListener("pointerup", () => (isDragging = false), { once: true });
          mark(i, i);
        },
        pointerenter: () => {
          if (isDragging) mark(anchor, i);
        },
        pointerup: () => {
          if (isDragging) choose(anchor, i);
        },
      },
      el("span", {}),
    );
    column.style.setProperty("--share", String(bin.count / maximum));
    return column;
  });
  const sortPair = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const;
  const mark = (from: number, to: number) => {
    const [first, last] = sortPair(from, to);
    for (const [i, column] of columns.entries())
      column.setAttribute("aria-pressed", String(i >= first && i <= last));
  };
  const choose = (from: number, to: number) => {
    const [first, last] = sortPair(from, to);
    isDragging = false;
    anchor = from;
    onRange(bins[first]!, bins[last]!);
  };
  const move = (event: KeyboardEvent) => {
    const at = columns.indexOf(event.target as HTMLButtonElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: columns.length - 1,
    };
    const next = Object.hasOwn(targets, event.key) ? columns[targets[event.key]!] : undefined;
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return el(
    "figure",
    { class: "histogram" },
    el("div", { class: "bins", role: "group", "aria-label": "Histogram", keydown: move }, ...columns),
    el(
      "figcaption",
      {},
      el("span", {}, bins[0]?.label.split(" to ")[0]),
      el("span", {}, bins.at(-1)?.label.split(" to ").at(-1)),
    ),
  );
}
