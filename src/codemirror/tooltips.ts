import type { Hover, SignatureHelp } from "../editor/contract/types.ts";
import type {
  CodeMirrorModules,
  CodeMirrorState,
  CodeMirrorTooltip,
  CodeMirrorTransaction,
  CodeMirrorView,
} from "./modules.ts";
import type { OpenDocument } from "./open-documents.ts";

/** Parts of a line: text, or text with a class. */
type Line = readonly (string | { readonly text: string; readonly className: string })[];

/** Renders lines as text. Nothing in them is read as markup. */
function render({ dom }: CodeMirrorView, lines: readonly Line[]) {
  const page = dom.ownerDocument;
  const tooltip = page.createElement("div");
  tooltip.className = "tamis-tooltip";
  for (const line of lines) {
    const row = page.createElement("div");
    for (const part of line) {
      if (typeof part === "string") row.append(part);
      else {
        const span = page.createElement("span");
        span.className = part.className;
        span.textContent = part.text;
        row.append(span);
      }
    }
    tooltip.append(row);
  }
  return { dom: tooltip };
}

const code = (text: string) => ({ text, className: "tamis-code" });

export function hovers<E, Tag>({ view }: CodeMirrorModules<E, Tag>, open: OpenDocument): E {
  const source = ({ state }: CodeMirrorView, offset: number): CodeMirrorTooltip | null => {
    const hover = open(state).hover(offset);
    if (hover === undefined) return null;
    const { start, end } = hover.span;
    return { pos: start, end, above: true, create: (at) => render(at, hoverLines(hover)) };
  };
  return view.hoverTooltip(source as never) as E;
}

function hoverLines({ title, lines, example }: Hover): readonly Line[] {
  const result: Line[] = [[code(title)], ...lines.map((line) => [line])];
  if (example !== undefined) {
    const { expression, row, is } = example;
    result.push([code(`${expression} = ${JSON.stringify(is)}`)], [code(JSON.stringify(row))]);
  }
  return result;
}

/**
 * Shows the signature of the call at the cursor after a person has typed in it. The tooltip follows the cursor within calls,
 * and disappears with Escape.
 */
export function signatures<E, Tag>(
  { state: { StateEffect, StateField }, view: { keymap, showTooltip } }: CodeMirrorModules<E, Tag>,
  open: OpenDocument,
): readonly E[] {
  const hide = StateEffect.define();
  const visibility = new WeakMap<object, boolean>();
  const tooltipAt = (state: CodeMirrorState): CodeMirrorTooltip | null => {
    const { head } = state.selection.main;
    const help = open(state).signatureHelp(head);
    if (help === undefined) return null;
    return { pos: head, above: true, create: (at) => render(at, [signatureLine(help)]) };
  };
  const update = (before: CodeMirrorTooltip | null, transaction: CodeMirrorTransaction) => {
    if (transaction.effects.some((effect) => effect.is(hide))) return null;
    const isTyped = transaction.docChanged && transaction.isUserEvent("input");
    if (before === null && !isTyped) return null;
    if (!transaction.docChanged && !transaction.selection) return before;
    return tooltipAt(transaction.state);
  };
  const field = StateField.define({
    create: () => null,
    update(before, transaction) {
      const tooltip = update(before, transaction);
      visibility.set(transaction.state, tooltip !== null);
      return tooltip;
    },
    provide: (tooltipField) => showTooltip.from(tooltipField as never),
  });
  const escape = (view: CodeMirrorView) => {
    if (visibility.get(view.state) !== true) return false;
    view.dispatch({ effects: hide.of(null) as never });
    return true;
  };
  return [field, keymap.of([{ key: "Escape", run: escape }])];
}

function signatureLine({ signatures: list, activeSignature, activeParameter }: SignatureHelp): Line {
  const { label, parameters } = list[activeSignature]!;
  const span = activeParameter === undefined ? undefined : parameters.at(activeParameter)?.span;
  if (span === undefined) return [code(label)];
  return [
    code(label.slice(0, span.start)),
    { text: label.slice(span.start, span.end), className: "tamis-code tamis-active" },
    code(label.slice(span.end)),
  ];
}
