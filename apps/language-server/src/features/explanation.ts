import { hoverMarkdown } from "tamis/editor";
import { MarkupKind, type Hover, type SignatureHelp } from "vscode-languageserver";
import type { Client, Snapshot } from "./state.ts";

export function hoverAt(
  { analysis, document: { positions } }: Snapshot,
  offset: number,
  client: Client,
): Hover | null {
  const hover = analysis.at(offset)?.document.hover(offset);
  if (hover === undefined) return null;
  const { title, lines, example } = hover;
  const plain = [
    title,
    ...lines,
    ...(example ? [`${example.expression} = ${JSON.stringify(example.is)}`] : []),
  ];
  return {
    range: positions.rangeOf(hover.span),
    contents: client.markdown
      ? { kind: MarkupKind.Markdown, value: hoverMarkdown(hover).join("\n\n") }
      : { kind: MarkupKind.PlainText, value: plain.join("\n") },
  };
}

export function signatureHelpAt(
  { analysis }: Snapshot,
  offset: number,
  client: Client,
): SignatureHelp | null {
  const help = analysis.at(offset)?.document.signatureHelp(offset);
  if (help === undefined) return null;
  const signatures = help.signatures.map(({ label, documentation, parameters }) => ({
    label,
    documentation,
    parameters: parameters.map(({ span, documentation: text }) => ({
      label: client.labelOffsets
        ? ([span.start, span.end] as [number, number])
        : label.slice(span.start, span.end),
      documentation: text,
    })),
  }));
  const { activeSignature } = help;
  // A number after the last parameter highlights none.
  const activeParameter = help.activeParameter ?? signatures[activeSignature]?.parameters.length ?? 0;
  return { signatures, activeSignature, activeParameter };
}
