import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { DecodedText } from "../../values/urls/decoded-text.ts";
import { firstIndexWhere } from "../../values/binary-search.ts";
import { mappingOf, type TextMapping } from "../documents/text-mapping.ts";

/** A text inside the outer text, decoded, with the way back. */
export interface Source {
  readonly text: string;
  readonly mapping: TextMapping;
  /** Spans in `text` of placeholders for parts that only the surrounding program knows, such as `${…}`. In order. */
  readonly holes: readonly Span[];
}

/** A filter or sort inside another text. All its offsets count UTF-16 code units. */
export interface Embedded extends TextMapping {
  readonly kind: "filter" | "sortBy";
  /** The decoded expression. */
  readonly text: string;
  /** Span of the encoded expression in the outer text. */
  readonly span: Span;
  /** Spans in `text` of placeholders for `${…}`, variables of a shell, and names in double braces. */
  readonly holes: readonly Span[];
  /** Whether line breaks can be inserted. */
  readonly isMultiline: boolean;
  /** Problems of the encoding, with spans in the outer text. */
  readonly problems: readonly Diagnostic[];
  /**
   * Whether the text can only be an expression of this language. Many programs have settings called `filter` and parameters of URLs
   * called `sortBy`.
   */
  readonly isCertain: boolean;
}

export interface EmbeddedOptions {
  /** Keys whose strings are filters in JSON and YAML, and tags of templates. Default `["filter"]`. */
  readonly filterNames?: readonly string[] | undefined;
  /** Keys whose strings are sorts in JSON and YAML. Default `["sortBy"]`. */
  readonly sortByNames?: readonly string[] | undefined;
  /** Also finds expressions that are empty, so that editors can complete them. Default false. */
  readonly includeEmpty?: boolean | undefined;
}

export type KindOfName = (name: string) => Embedded["kind"] | undefined;

/** Texts beyond this length, in UTF-16 code units, are not searched. */
export const MAXIMUM_TEXT = 4_194_304;

/** Maximum number of expressions found in one text. */
export const MAXIMUM_EXPRESSIONS = 10_000;

/** Placeholder of a hole: a name, so that the text around it can be read. */
const PLACEHOLDER = /__hole(\d+)__/;

export function placeholder(index: number): string {
  return `__hole${index}__`;
}

export function mentionsPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Collects expressions, up to the maximum. */
export class Collector {
  readonly found: Embedded[] = [];
  readonly kindOf: KindOfName;
  readonly #includeEmpty: boolean;

  constructor(kindOf: KindOfName, includeEmpty = false) {
    this.kindOf = kindOf;
    this.#includeEmpty = includeEmpty;
  }

  get isFull(): boolean {
    return this.found.length >= MAXIMUM_EXPRESSIONS;
  }

  add(
    kind: Embedded["kind"],
    { text, mapping, holes }: Source,
    {
      isMultiline = false,
      problems = [],
      isCertain = isOnlyOurs(kind, text),
    }: Partial<Pick<Embedded, "isMultiline" | "problems" | "isCertain">> = {},
  ): void {
    if (this.isFull || isHole(text, holes) || (text.trim() === "" && !this.#includeEmpty)) return;
    const span = mapping.toOuterSpan({ start: 0, end: text.length });
    this.found.push({ kind, text, span, holes, isMultiline, problems, isCertain, ...mapping });
  }
}

/** A comparison, or a test for null, which can stand in `and`, `or` and `not`. Other languages do not write them as calls. */
const COMPARISON = /^\s*(?:(?:and|or|not)\s*\(\s*)*(?:eq|ne|lt|le|gt|ge|in|isNull)\s*\(/;
/** The option of a sort key: other programs write `desc`, or a sign. */
const SORT_OPTION = /:(?:ascending|descending|primary|secondary|tertiary|quaternary|identical)\b/;

function isOnlyOurs(kind: Embedded["kind"], text: string): boolean {
  return (kind === "filter" ? COMPARISON : SORT_OPTION).test(text);
}

/** Returns whether a text has nothing to check, because it is a single value that a program inserts. */
function isHole(text: string, holes: readonly Span[]): boolean {
  return holes.length === 1 && text.trim().length === holes[0]!.end - holes[0]!.start;
}

export function wholeText(text: string): Source {
  const mapping: TextMapping = {
    toOuter: (offset) => Math.max(0, Math.min(offset, text.length)),
    toOuterSpan: (span) => span,
    toInner: (offset) => Math.max(0, Math.min(offset, text.length)),
    encode: (inserted) => inserted,
  };
  return { text, mapping, holes: [] };
}

/** Returns a part of a source as a source of its own. */
export function partOf(source: Source, start: number, end: number): Source {
  const part = new DecodedText(source.text.slice(start, end), { start, end }, []);
  return nested(source, part, (text) => text);
}

/**
 * Returns the source of a text that is encoded in another one.
 * @param encode returns undefined for a text that cannot be written there
 */
export function nested(
  source: Source,
  decoded: DecodedText,
  encode: TextMapping["encode"],
  holes: readonly Span[] = holesInside(source.holes, decoded),
): Source {
  return { text: decoded.text, mapping: chain(mappingOf(decoded, encode), source.mapping), holes };
}

function holesInside(holes: readonly Span[], decoded: DecodedText): readonly Span[] {
  if (holes.length === 0) return holes;
  const { start, end } = decoded.span;
  const from = firstIndexWhere(0, holes.length, (i) => holes[i]!.start >= start);
  const to = firstIndexWhere(from, holes.length, (i) => holes[i]!.end > end);
  const { toInner } = mappingOf(decoded, String);
  return holes.slice(from, to).map((hole) => ({ start: toInner(hole.start), end: toInner(hole.end) }));
}

function chain(inner: TextMapping, outer: TextMapping): TextMapping {
  return {
    toOuter: (offset) => outer.toOuter(inner.toOuter(offset)),
    toOuterSpan: (span) => outer.toOuterSpan(inner.toOuterSpan(span)),
    toInner: (offset) => inner.toInner(outer.toInner(offset)),
    encode: (text) => {
      const encoded = inner.encode(text);
      return encoded === undefined ? undefined : outer.encode(encoded);
    },
  };
}

/** Builds a decoded text and its offsets. The parts must be contiguous in the raw text. */
export class Decoder {
  readonly #raw: string;
  readonly #encoded: { from: number; to: number; rawFrom: number; rawTo: number }[] = [];
  readonly #start: number;
  readonly #rawHoles: string[] = [];
  readonly holes: Span[] = [];
  /** End of the decoded part in the raw text. */
  end: number;
  text = "";

  constructor(raw: string, start: number) {
    this.#raw = raw;
    this.#start = this.end = start;
  }

  /** Appends the raw text up to an offset as it is. */
  copyTo(end: number): void {
    this.text += this.#raw.slice(this.end, end);
    this.end = end;
  }

  /** Appends a text in place of the raw text up to an offset. */
  replaceTo(end: number, text: string): void {
    const from = this.text.length;
    this.text += text;
    this.#encoded.push({ from, to: this.text.length, rawFrom: this.end, rawTo: end });
    this.end = end;
  }

  /** Leaves out the raw text of the last call of `replaceTo`, if it stands for nothing, such as a closing quotation mark. */
  dropRemoved(): void {
    const last = this.#encoded.at(-1);
    if (last === undefined || last.from < last.to || last.rawTo !== this.end) return;
    this.#encoded.pop();
    this.end = last.rawFrom;
  }

  /** Appends a placeholder for the raw text up to an offset. */
  holeTo(end: number): void {
    const start = this.text.length;
    this.#rawHoles.push(this.#raw.slice(this.end, end));
    this.replaceTo(end, placeholder(this.holes.length));
    this.holes.push({ start, end: this.text.length });
  }

  finish(): DecodedText {
    return new DecodedText(this.text, { start: this.#start, end: this.end }, this.#encoded);
  }

  /** Returns the source of the decoded text. Placeholders in inserted texts become the parts that they stand for. */
  source(parent: Source, encode: TextMapping["encode"]): Source {
    const raw = this.#rawHoles;
    if (raw.length === 0) return nested(parent, this.finish(), encode);
    const restore: TextMapping["encode"] = (text) => {
      // The pieces at odd indices are the numbers of placeholders.
      const pieces = text
        .split(PLACEHOLDER)
        .map((piece, i) => (i % 2 === 0 ? encode(piece) : raw.at(Number(piece))));
      return pieces.includes(undefined) ? undefined : pieces.join("");
    };
    return nested(parent, this.finish(), restore, this.holes);
  }
}
