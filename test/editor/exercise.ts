import type { Span } from "../../src/diagnostics/span.ts";
import type { TextEdit } from "../../src/diagnostics/diagnostic.ts";
import type { ExpressionKind, LanguageService } from "../../src/editor/contract/types.ts";

/**
 * Calls every method of a document at an offset. Returns what is wrong with the answers: ranges outside of the text, edits
 * that overlap, errors that were thrown.
 */
export function exercise(
  service: LanguageService,
  text: string,
  kind: ExpressionKind,
  offset: number,
): readonly string[] {
  const wrong: string[] = [];
  let call = "open";
  const spans = (...found: readonly (Span | undefined)[]) => {
    for (const span of found) {
      if (span === undefined) continue;
      const { start, end } = span;
      const isInside = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end;
      if (!isInside || end > text.length) wrong.push(`${call}: span ${start}..${end} of ${text.length}`);
    }
  };
  const edits = (found: readonly TextEdit[]) => {
    spans(...found.map(({ span }) => span));
    for (const [i, { span }] of found.entries())
      if (i > 0 && span.start < found[i - 1]!.span.end) wrong.push(`${call}: edits overlap at ${span.start}`);
  };
  try {
    const document = service.open(text, { kind });
    call = "diagnostics";
    for (const { span, fixes } of document.diagnostics()) {
      spans(span);
      for (const fix of fixes) edits(fix.edits);
    }
    call = "complete";
    const { span, values, items } = document.complete(offset);
    spans(span, values?.span);
    if (span.start > offset || span.end < offset) wrong.push(`${call}: the span does not contain the offset`);
    if (items.length > 200) wrong.push(`${call}: ${items.length} items`);
    if (values !== undefined) document.completeValues(values, ["a'b", "ß%&", ""]);
    call = "signatureHelp";
    const help = document.signatureHelp(offset);
    if (help !== undefined && help.signatures[help.activeSignature] === undefined)
      wrong.push(`${call}: no active signature`);
    call = "hover";
    spans(document.hover(offset)?.span);
    call = "format";
    edits(document.format());
    call = "semanticTokens";
    edits(document.semanticTokens().map((token) => ({ span: token.span, text: "" })));
    call = "foldingRanges";
    spans(...document.foldingRanges());
    call = "selectionRanges";
    const ranges = document.selectionRanges(offset);
    spans(...ranges);
    for (const [i, range] of ranges.entries()) {
      const inner = ranges[i - 1];
      if (range.start > offset || range.end < offset) wrong.push(`${call}: not around the offset`);
      if (inner !== undefined && (range.start > inner.start || range.end < inner.end))
        wrong.push(`${call}: ranges are not nested`);
    }
    call = "rename";
    spans(document.renameRange(offset));
    const renamed = document.rename(offset, "other");
    if (renamed.ok) edits(renamed.edits);
    if (renamed.ok !== (document.renameRange(offset) !== undefined)) wrong.push(`${call}: no range`);
    call = "codeActions";
    for (const action of document.codeActions({ start: offset, end: text.length })) edits(action.edits);
    for (const action of document.codeActions({ start: offset, end: offset })) edits(action.edits);
  } catch (error) {
    wrong.push(`${call} threw ${String(error)}`);
  }
  return wrong.map((each) => `${JSON.stringify(text)} (${kind}) at ${offset}: ${each}`);
}

/** Correct texts with each construct of the language. */
export const VALID_TEXTS: readonly (readonly [ExpressionKind, string])[] = [
  ["filter", "and(eq($primary,name,'O''Brien'),or(gt(size,-1.5e3),not(isNull(owner.city))))"],
  ["filter", 'in(state,"open",\'done\',"it\'s over")'],
  ["filter", "and(ge(created,2020-01-31T13:45:10.5+02:00),lt(day,2020-02-29),eq(start,13:45))"],
  ["filter", "or(eq(name,'a'),eq(name,'b'),eq(name,'c'))"],
  ["filter", "and(true,not(or(false,enabled)),match(name,'^a.*[b-c]{2}$'))"],
  ["filter", "gt(length(substr(upCase(name),1,2)),length(tags))"],
  ["filter", "and(\n  contains(tags, 'ä€\u{1f600}'),\n  eq(properties.color, 'red')\n)"],
  ["filter", "ne(größe,été.ñ)"],
  ["sortBy", "name:descending:primary,owner.city,eq(state,'open'):descending"],
  ["query", "?filter=eq(name,%27O%27%27Br%C3%ADen%27)&sortBy=name:descending&limit=5&state=open%7Cdone"],
  ["query", "start=0&filter=and(eq(name,'%F0%9F%98%80+x'),gt(size,1))&enabled=true"],
];
