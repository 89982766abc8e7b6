import { checkSortTree } from "../../checker/check-tree.ts";
import { hasErrors, type Diagnostic, type TextEdit } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { parseFilterText, parseSortByText } from "../../parser/parse-text.ts";
import { encodeName, encodeText } from "../../values/urls/percent-encoding.ts";
import { RESERVED_PARAMETERS } from "../../url/collection-query.ts";
import { decodeParameters, type QueryParameter } from "../../url/decode-parameters.ts";
import { DecodedText, decodeRange } from "../../values/urls/decoded-text.ts";
import { DecoderSettings, QueryDecoder, type QueryReader } from "../../url/query-decoder.ts";
import { emptyList, insideOf, MAXIMUM_ITEMS } from "../contract/completion-list.ts";
import { checkFilter, TextDocument } from "./document.ts";
import type { Environment } from "../contract/environment.ts";
import { elementType } from "../syntax/members.ts";
import { mapEdits, MappedDocument } from "./mapped-document.ts";
import { mappingOf, type TextMapping } from "./text-mapping.ts";
import { listMembers, stepsTo, typeText } from "../syntax/members.ts";
import { renameProblem } from "../syntax/rename.ts";
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  ExpressionDocument,
  Hover,
  RenameResult,
  SemanticToken,
  SignatureHelp,
  ValueRequest,
} from "../contract/types.ts";

/** The value of `filter` or `sortBy`. */
interface QueryPart {
  /** Span of the value in the query string. */
  readonly span: Span;
  readonly inner: TextDocument;
  readonly map: TextMapping;
  /** `inner` with offsets in the query string. */
  readonly outer: MappedDocument;
}

/** The query string of a URL. Filters and sorts in it are documents of their own, with offsets in the query string. */
export class QueryDocument implements ExpressionDocument {
  readonly kind = "query";
  readonly text: string;
  readonly #environment: Environment;
  #queryParts: readonly QueryPart[] | undefined;
  #decoded: readonly QueryParameter[] | undefined;

  constructor(text: string, environment: Environment) {
    this.text = text;
    this.#environment = environment;
  }

  diagnostics(): readonly Diagnostic[] {
    const { catalog, mode, limits, added } = this.#environment;
    const options = { mode, limits, functions: added, ...(catalog === undefined ? {} : { catalog }) };
    const { diagnostics } = new QueryDecoder(
      readerFor(this.#environment),
      new DecoderSettings(options),
    ).decode(this.text);
    return diagnostics.toSorted((a, b) => a.span.start - b.span.start);
  }

  complete(offset: number): CompletionList {
    const at = this.#clamp(offset);
    return this.#documentAt(at)?.complete(at) ?? this.#completeParameter(at);
  }

  completeValues(request: ValueRequest, values: readonly string[]): readonly CompletionItem[] {
    const document = this.#documentAt(request.span.end);
    return document?.completeValues(request, values) ?? basicItems(values);
  }

  signatureHelp(offset: number): SignatureHelp | undefined {
    return this.#documentAt(offset)?.signatureHelp(offset);
  }

  hover(offset: number): Hover | undefined {
    return this.#documentAt(offset)?.hover(offset);
  }

  format(): readonly TextEdit[] {
    return [];
  }

  semanticTokens(): readonly SemanticToken[] {
    const names = this.#parameters().map(({ nameSpan }) => ({ span: nameSpan, type: "parameter" }) as const);
    const inner = this.#parts().flatMap(({ outer }) => outer.semanticTokens());
    return [...names, ...inner].toSorted((a, b) => a.span.start - b.span.start);
  }

  foldingRanges(): readonly Span[] {
    return [];
  }

  selectionRanges(offset: number): readonly Span[] {
    const at = this.#clamp(offset);
    const fullSpan = { start: 0, end: this.text.length };
    const parameter = this.#parameters().find(({ span }) => span.start <= at && at <= span.end);
    const ranges: Span[] = [...(this.#documentAt(at)?.selectionRanges(at) ?? [])];
    for (const span of parameter === undefined ? [fullSpan] : [parameter.span, fullSpan]) {
      const last = ranges.at(-1);
      if (last === undefined || span.end - span.start > last.end - last.start) ranges.push(span);
    }
    return ranges;
  }

  renameRange(offset: number): Span | undefined {
    return this.#documentAt(offset)?.renameRange(offset);
  }

  rename(offset: number, name: string): RenameResult {
    const part = this.#partAt(offset);
    const target = part?.inner.renameTarget(part.map.toInner(this.#clamp(offset)));
    const message = renameProblem(target, name);
    if (message !== undefined) return { ok: false, message };
    // A filter and a sort can name the same member.
    const edits = this.#parts().flatMap(
      (other) => mapEdits(other.inner.renameEdits(target!, name), other.map) ?? [],
    );
    return { ok: true, edits };
  }

  codeActions(span: Span): readonly CodeAction[] {
    return this.#documentAt(span.start)?.codeActions(span) ?? [];
  }

  /** Returns the document of the filter or sort at an offset. */
  #documentAt(offset: number): ExpressionDocument | undefined {
    return this.#partAt(offset)?.outer;
  }

  #partAt(offset: number): QueryPart | undefined {
    const at = this.#clamp(offset);
    return this.#parts().find(({ span }) => span.start <= at && at <= span.end);
  }

  #parts(): readonly QueryPart[] {
    return (this.#queryParts ??= this.#parameters().flatMap(({ name, decoded, valueSpan, nameSpan }) => {
      if ((name !== "filter" && name !== "sortBy") || valueSpan.start === nameSpan.end) return [];
      const inner = new TextDocument(name, decoded.text, this.#environment);
      const map = mappingOf(decoded, encodeText);
      return [{ span: valueSpan, inner, map, outer: new MappedDocument(inner, map) }];
    }));
  }

  #parameters(): readonly QueryParameter[] {
    return (this.#decoded ??= decodeParameters(this.text).parameters);
  }

  /** Completes the name of a parameter, or the value of a member. */
  #completeParameter(offset: number): CompletionList {
    const before = this.text.slice(0, offset);
    const start = Math.max(before.startsWith("?") ? 1 : 0, before.lastIndexOf("&") + 1);
    const typed = before.slice(start);
    const sign = typed.indexOf("=");
    if (typed.includes("#") || before.slice(0, start).includes("#")) return emptyList(offset);
    if (sign >= 0) return this.#completeMember(typed.slice(0, sign), start + sign + 1, offset);
    const end = offset + /^[^&=#]*/.exec(this.text.slice(offset))![0].length;
    const hasSign = this.text.charAt(end) === "=";
    const items = this.#names()
      .filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()))
      .map((item) => ({ ...item, text: encodeName(item.label) + (hasSign ? "" : "=") }));
    return {
      span: { start, end },
      items: items.slice(0, MAXIMUM_ITEMS),
      isIncomplete: items.length > MAXIMUM_ITEMS,
      values: undefined,
    };
  }

  /** Returns the names of the parameters that are not given yet, and those of the members. */
  #names(): readonly CompletionItem[] {
    const { catalog } = this.#environment;
    const usedNames = new Set(this.#parameters().map(({ name }) => name));
    const parameters = [...RESERVED_PARAMETERS, ...(catalog?.parameters ?? [])];
    const makeItem = (label: string): CompletionItem => ({ kind: "parameter", label, text: label });
    return [
      ...parameters.filter((name) => !usedNames.has(name)).map(makeItem),
      ...(catalog === undefined ? [] : listMembers(catalog)).map(({ name, member }) => ({
        ...makeItem(name),
        kind: "member" as const,
        detail: typeText(member),
      })),
    ];
  }

  /** Completes the last alternative of a basic filter such as `state=open%7Cdone`. */
  #completeMember(encodedName: string, from: number, offset: number): CompletionList {
    const { catalog } = this.#environment;
    const name = decodeRange(encodedName, 0, encodedName.length);
    const raw = this.text.slice(from, offset);
    const separator = /^.*(?:\||%7C)/is.exec(raw)?.[0].length ?? 0;
    const start = from + separator;
    const value = decodeRange(this.text, start, offset);
    if (!(name instanceof DecodedText) || !(value instanceof DecodedText)) return emptyList(offset);
    const member = catalog && stepsTo(catalog, name.text)?.at(-1)?.member;
    if (member === undefined) return emptyList(offset);
    const type = elementType(member);
    const end = offset + /^(?:[^&#|%]|%(?!7C))*/i.exec(this.text.slice(offset))![0].length;
    const span = { start, end };
    const values = member.enum ?? (type === "boolean" ? ["true", "false"] : []);
    const prefix = value.text;
    return {
      span,
      items: basicItems(values.filter((candidate) => candidate.startsWith(prefix))),
      isIncomplete: false,
      values:
        member.enum === undefined && type === "string"
          ? { member: name.text, part: "value", prefix, span, quote: undefined }
          : undefined,
    };
  }

  #clamp(offset: number): number {
    return insideOf(this.text, offset);
  }
}

function basicItems(values: readonly string[]): readonly CompletionItem[] {
  return values
    .filter((value) => value.isWellFormed())
    .map((label) => ({ kind: "value", label, text: encodeText(label).replaceAll("|", "%7C") }));
}

/** Reads a query string for its diagnostics only. */
function readerFor({ foreignSyntax, understanding }: Environment): QueryReader<true, true> {
  return {
    parseFilter: (text, options) => parseFilterText(text, options, foreignSyntax),
    parseSortBy: (text, options) => parseSortByText(text, options, foreignSyntax),
    check: (expression, catalog, options) => {
      const { isValid, diagnostics } = checkFilter(expression, catalog, options, understanding);
      return isValid ? { ok: true, filter: true, diagnostics } : { ok: false, diagnostics };
    },
    checkSortBy: (sortBy, catalog, options) => {
      const { context, diagnostics } = checkSortTree(sortBy, catalog, options);
      return hasErrors(context.diagnostics)
        ? { ok: false, diagnostics }
        : { ok: true, sortBy: true, diagnostics };
    },
    defaultSort: () => true,
    withCatalog: () => true,
  };
}
