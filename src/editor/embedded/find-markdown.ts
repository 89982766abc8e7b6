import { linesOf } from "./find-http.ts";
import { findUrls } from "./find-urls.ts";
import { partOf, type Collector, type Source } from "./source.ts";

const FENCE = /^[ \t]*(?:>[ \t]*)?(`{3,}|~{3,})[ \t]*([\w+-]*)/;

/** Finds URLs in prose, and expressions in code blocks by the language of the block. */
export function findInMarkdown(
  source: Source,
  collector: Collector,
  findIn: (source: Source, languageId: string, collector: Collector) => void,
): void {
  let start = 0;
  let open: { readonly fence: string; readonly language: string } | undefined;
  for (const line of linesOf(source.text)) {
    const fence = FENCE.exec(source.text.slice(line.start, Math.min(line.end, line.start + 200)));
    if (fence === null) continue;
    const [, marks, language] = fence;
    if (open === undefined) {
      findUrls(partOf(source, start, line.start), collector);
      open = { fence: marks!, language: language!.toLowerCase() };
      start = Math.min(source.text.length, line.end + 1);
    } else if (marks!.startsWith(open.fence)) {
      // Code in a code block of Markdown is shown as prose.
      const inner = /^(?:md|markdown)$/.test(open.language) ? "plaintext" : open.language;
      findIn(partOf(source, start, line.start), inner, collector);
      open = undefined;
      start = line.end;
    }
  }
  findUrls(partOf(source, start, source.text.length), collector);
}
