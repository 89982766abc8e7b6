import type { Span } from "../../diagnostics/span.ts";
import { firstIndexWhere } from "../../values/binary-search.ts";
import { spanOfToken, type Token } from "./tokens.ts";

/** A pair of parentheses, or an opening one without its partner. */
interface Group {
  /** Start of the function's name, or of the parenthesis. */
  readonly start: number;
  readonly inner: number;
  /** Start of the argument that is being read. */
  argument: number | undefined;
}

interface Structure {
  /** Spans between the parentheses. */
  readonly inner: readonly Span[];
  /** Spans of calls, groups, arguments and words. */
  readonly nodes: readonly Span[];
}

/** Finds the calls and arguments of a text, broken or not, in linear time. */
function structureOf(tokens: readonly Token[], length: number): Structure {
  const inner: Span[] = [];
  const nodes: Span[] = [];
  const groups: Group[] = [{ start: 0, inner: 0, argument: undefined }];
  let previous: Token | undefined;
  const endArgument = (group: Group) => {
    if (group.argument !== undefined && previous !== undefined && previous.end > group.argument)
      nodes.push({ start: group.argument, end: previous.end });
    group.argument = undefined;
  };
  const endGroup = (end: number) => {
    const group = groups.at(-1)!;
    endArgument(group);
    groups.pop();
    inner.push({ start: group.inner, end });
    return group;
  };
  for (const token of tokens) {
    const group = groups.at(-1)!;
    if (token.kind === "comma") {
      endArgument(group);
    } else if (token.kind === "open") {
      const start = previous?.kind === "callee" ? previous.start : token.start;
      group.argument ??= start;
      groups.push({ start, inner: token.end, argument: undefined });
    } else if (token.kind === "close" && groups.length > 1) {
      const { start } = endGroup(token.start);
      nodes.push({ start, end: token.end });
    } else {
      nodes.push(spanOfToken(token));
      group.argument ??= token.start;
    }
    previous = token;
  }
  while (groups.length > 1) {
    const { start } = endGroup(length);
    nodes.push({ start, end: length });
  }
  endArgument(groups.at(-1)!);
  return { inner, nodes };
}

export function foldingRangesOf(tokens: readonly Token[], text: string): readonly Span[] {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return structureOf(tokens, text.length)
    .inner.filter(({ start, end }) => {
      const next = firstIndexWhere(0, lineEnds.length, (i) => lineEnds.at(i)! >= start);
      return (lineEnds.at(next) ?? end) < end && next < lineEnds.length;
    })
    .toSorted((a, b) => a.start - b.start);
}

/** @returns spans that contain the offset, from the shortest to the whole text */
export function selectionRangesAt(tokens: readonly Token[], text: string, offset: number): readonly Span[] {
  const { inner, nodes } = structureOf(tokens, text.length);
  const fullSpan = { start: 0, end: text.length };
  const around = [...nodes, ...inner.filter(({ start, end }) => start < end), fullSpan]
    .filter(({ start, end }) => start <= offset && offset <= end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start) || b.start - a.start);
  const ranges: Span[] = [];
  for (const span of around) {
    const last = ranges.at(-1);
    // Two words can touch at the offset. Each range contains the one before it.
    if (last === undefined || (span.start <= last.start && span.end >= last.end && !equal(span, last)))
      ranges.push(span);
  }
  return ranges;
}

function equal(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
