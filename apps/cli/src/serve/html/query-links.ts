/** Links to other queries of the same collection, made from the raw query string. */
import type { HtmlProblem } from "tamis/http";

/** Parameter of a query string. */
export interface RawParameter {
  readonly name: string;
  readonly value: string;
  /** Name and value as sent. */
  readonly raw: string;
}

export function parametersOf(search: string): readonly RawParameter[] {
  return search
    .split("&")
    .filter((raw) => raw !== "")
    .map((raw) => {
      const at = raw.indexOf("=");
      return at < 0
        ? { name: decode(raw), value: "", raw }
        : { name: decode(raw.slice(0, at)), value: decode(raw.slice(at + 1)), raw };
    });
}

/** Decodes text of a form. Returns invalid percent-encoding unchanged. */
export function decode(text: string): string {
  return decodePath(text.replaceAll("+", " "));
}

/** Decodes a part of a path. Returns invalid percent-encoding unchanged. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parameters that select one page of a query. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set(["start", "cursor"]);

/** Returns the query string of the first page after a change. Undefined removes the parameter. */
export function withParameter(search: string, name: string, value: string | undefined): string {
  const others = parametersOf(search).filter((each) => each.name !== name && !PAGE_PARAMETERS.has(each.name));
  const own = value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  return [...others.map(({ raw }) => raw), ...own].join("&");
}

/** Parameters of a page that an export does not have. */
const EXPORT_OMITS: ReadonlySet<string> = new Set([...PAGE_PARAMETERS, "limit", "count"]);

/** Returns the query string of all rows of a query. */
export function withoutPage(search: string): string {
  return parametersOf(search)
    .filter(({ name }) => !EXPORT_OMITS.has(name))
    .map(({ raw }) => raw)
    .join("&");
}

/** Applies the correction of one problem; undefined if it has none. */
export function correctedSearch(search: string, { diagnostic }: HtmlProblem): string | undefined {
  const edits = diagnostic?.edits ?? [];
  if (edits.length === 0) return undefined;
  let text = search;
  for (const { from, to, text: replacement } of edits.toSorted((a, b) => b.from - a.from))
    text = text.slice(0, from) + replacement + text.slice(to);
  return text;
}

/** A part of a parameter's value that a problem refers to. */
export interface MarkedValue {
  readonly name: string;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Finds the decoded text at the offsets of a problem; undefined if they are in no value. */
export function markedValue(search: string, { diagnostic }: HtmlProblem): MarkedValue | undefined {
  const { from, to } = diagnostic ?? {};
  if (from === undefined || to === undefined || to > search.length) return undefined;
  const begin = search.lastIndexOf("&", from - 1) + 1;
  const next = search.indexOf("&", from);
  const end = next < 0 ? search.length : next;
  const equals = search.indexOf("=", begin);
  if (equals < 0 || equals >= end || from <= equals) return undefined;
  return {
    name: decode(search.slice(begin, equals)),
    before: decode(search.slice(equals + 1, from)),
    marked: decode(search.slice(from, Math.min(to, end))),
    after: decode(search.slice(Math.min(to, end), end)),
  };
}

/** A key of `sortBy` that the page can reverse. */
export interface SortState {
  readonly name: string;
  readonly isDescending: boolean;
}

/** Returns the first sort key; undefined without one. */
export function sortState(search: string): SortState | undefined {
  const text = parametersOf(search).find(({ name }) => name === "sortBy")?.value;
  const [name, direction] = (text?.split(",", 1)[0] ?? "").split(":");
  return name === undefined || name === "" ? undefined : { name, isDescending: direction === "descending" };
}
