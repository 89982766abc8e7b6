import type { CodeMirrorModules, CodeMirrorProblem, CodeMirrorView } from "../codemirror/modules.ts";
import {
  Decoration,
  EditorView,
  hoverTooltip,
  StateEffect,
  StateField,
  type DecorationSet,
  type Extension,
} from "./codemirror.ts";

type Source = (view: CodeMirrorView) => readonly CodeMirrorProblem[];

const show = StateEffect.define();

/** Underlines the problems of the present text. Those of an older text move with it until then. */
export function showProblems(view: EditorView): void {
  view.dispatch({ effects: show.of(null) });
}

/**
 * Underlines problems, and shows a message with its fixes under the pointer. `@codemirror/lint` does the same with panels and
 * timers of its own, which the element does not need, for 4 kB (brotli).
 */
export const squiggles: CodeMirrorModules<Extension, unknown>["lint"] = {
  linter: (source) => {
    const marks = StateField.define<DecorationSet>({
      create: () => Decoration.none,
      update: (before, { state, changes, effects }) => {
        return effects.some((effect) => effect.is(show))
          ? underline(source({ state } as never), state.doc.length)
          : before.map(changes);
      },
      provide: (field) => EditorView.decorations.from(field),
    });
    return [marks, hoverTooltip((view, offset) => tooltipAt(view, offset, source))];
  },
};

function underline(problems: readonly CodeMirrorProblem[], length: number): DecorationSet {
  const marks = problems.flatMap(({ from, to, severity }) => {
    // A missing part has an empty span. The character before it is underlined.
    const start = from === to ? Math.max(0, from - 1) : from;
    const end = Math.min(to === start ? start + 1 : to, length);
    return start < end ? [Decoration.mark({ class: `problem-${severity}` }).range(start, end)] : [];
  });
  return Decoration.set(marks, true);
}

function tooltipAt(view: EditorView, offset: number, source: Source) {
  const problems = source(view as never).filter(
    ({ from, to }) => from <= offset && offset <= Math.max(to, from + 1),
  );
  const [first] = problems;
  if (first === undefined) return null;
  return { pos: first.from, above: true, create: () => ({ dom: messageBox(view, problems) }) };
}

function messageBox(view: EditorView, problems: readonly CodeMirrorProblem[]): HTMLElement {
  const page = view.dom.ownerDocument;
  const box = page.createElement("div");
  box.className = "problems";
  for (const { message, severity, actions, from } of problems) {
    const line = page.createElement("div");
    line.className = `problem ${severity}`;
    const text = page.createElement("span");
    text.textContent = message;
    line.append(text);
    for (const action of actions) line.append(fixButton(page, action.name, () => action.apply(view, from)));
    box.append(line);
  }
  return box;
}

export function fixButton(page: Document, title: string, apply: () => void): HTMLButtonElement {
  const button = page.createElement("button");
  button.type = "button";
  button.className = "fix";
  button.part.add("fix");
  button.textContent = title;
  button.addEventListener("click", apply);
  return button;
}
