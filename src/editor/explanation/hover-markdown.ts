import { requireKind } from "../../diagnostics/require-argument.ts";
import type { Hover } from "../contract/types.ts";

/** Returns the paragraphs of a hover as Markdown. Descriptions are plain text, so their punctuation is escaped. */
export function hoverMarkdown(hover: Hover): readonly string[] {
  requireKind(hover, "hover", "the result of hover", "title", "lines");
  const { title, lines, example } = hover;
  const contents = [codeBlock(title), ...lines.map(escapeMarkdown)];
  if (example !== undefined) {
    const { expression, row, is } = example;
    contents.push(codeBlock(`${expression} = ${JSON.stringify(is)}\n${JSON.stringify(row)}`));
  }
  return contents;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** The fence is longer than each run of backticks in the text. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
