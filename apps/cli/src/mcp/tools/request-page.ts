import { parseJson } from "tamis/catalog";
import { pathOfName } from "../../serve/sources/collection-names.ts";
import { isRecord } from "../json-record.ts";
import { cutCells } from "./cut-cells.ts";
import { checkExpression, type ExpressionKind } from "./expressions.ts";
import {
  ArgumentError,
  collectionOf,
  countOf,
  textOf,
  type ToolArguments,
  type ToolContext,
  type ToolResult,
} from "./tool.ts";

/** Maximum rows or groups of one answer, so that it fits into the context of a model. */
const MAX_ITEMS = 100;
const DEFAULT_ITEMS = 10;
const DEFAULT_LENGTH = 500;
const MAX_LENGTH = 100_000;

export const FILTER_ARGUMENTS = {
  collection: { type: "string", description: "Name from list_collections." },
  filter: { type: "string", description: "Filter, such as and(eq(a,'x'),gt(b,10)). Default: all rows." },
};

/** Returns the schemas of the arguments that pages of rows and of groups have in common. */
export function pageArguments(items: string) {
  return {
    start: { type: "integer", minimum: 0, description: `Number of ${items} to skip. Default: 0.` },
    limit: {
      type: "integer",
      minimum: 0,
      maximum: MAX_ITEMS,
      description: `Maximum number of ${items}. Default: ${DEFAULT_ITEMS}. 0 returns only the count.`,
    },
    locale: { type: "string", description: "Language for comparing strings, such as de or sv." },
    maxLength: {
      type: "integer",
      minimum: 1,
      maximum: MAX_LENGTH,
      description: `Maximum characters of a value. Longer values are cut, and a note names them. Default: ${DEFAULT_LENGTH}.`,
    },
  };
}

export interface PageCall {
  /** Path below the collection, such as `/@groups`. */
  readonly below: string;
  /** Kinds of expressions that are checked against the catalog of the rows. */
  readonly checked: readonly ExpressionKind[];
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** Requests a page of a collection, with the filter, the order and the page of the arguments. */
export async function requestPage(
  context: ToolContext,
  args: ToolArguments,
  { below, checked, parameters }: PageCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { name, collection } = collectionOf(context, args);
  const texts = { filter: textOf(args, "filter"), sortBy: textOf(args, "sortBy") };
  const invalid = checked.flatMap((kind) => {
    const text = texts[kind];
    const result = text === undefined ? undefined : checkExpression(text, kind, collection.catalog);
    return result === undefined || result.ok ? [] : [[kind, result] as const];
  });
  if (invalid.length > 0)
    return { content: { error: "The query is not valid.", ...Object.fromEntries(invalid) }, isError: true };
  const locale = textOf(args, "locale");
  const maxLength = countOf(args, "maxLength") ?? DEFAULT_LENGTH;
  if (maxLength < 1 || maxLength > MAX_LENGTH)
    throw new ArgumentError(`maxLength must be an integer from 1 to ${MAX_LENGTH}.`);
  const { status, body } = await requestJson(
    context,
    pathOfName(name) + below,
    {
      ...parameters,
      ...texts,
      start: String(countOf(args, "start") ?? 0),
      limit: String(Math.min(countOf(args, "limit") ?? DEFAULT_ITEMS, MAX_ITEMS)),
    },
    signal,
    locale,
  );
  return status === 200 ? pageOf(body, maxLength) : errorOf(body);
}

/** Requests a path of the served collections. */
export async function requestJson(
  { handle }: ToolContext,
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  locale?: string,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const search = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
  const { status, body } = await handle({
    method: "GET",
    path,
    search,
    headers: {
      accept: "application/json",
      ...(locale === undefined ? {} : { "accept-language": locale }),
    },
    signal,
  });
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  const value = typeof text === "string" ? parseJson(text) : undefined;
  return { status, body: isRecord(value) ? value : {} };
}

function errorOf(body: Readonly<Record<string, unknown>>): ToolResult {
  const problems = Array.isArray(body["errors"]) ? (body["errors"] as readonly { message?: string }[]) : [];
  const messages = problems.flatMap(({ message }) => message ?? []);
  return {
    content: { error: messages.length === 0 ? body["message"] : messages.join(" ") },
    isError: true,
  };
}

function pageOf(body: Readonly<Record<string, unknown>>, maxLength: number): ToolResult {
  const { items, count, start, limit } = body as {
    items: unknown[];
    count: number;
    start: number;
    limit: number;
  };
  const next = start + items.length;
  const cut = cutCells(items.map(withoutLinks), maxLength);
  return {
    content: {
      count,
      start,
      limit,
      ...(items.length > 0 && next < count ? { nextStart: next } : {}),
      items: cut.items,
      ...(cut.note === undefined ? {} : { note: cut.note }),
    },
  };
}

/** Links lead to a server, which does not exist here. */
function withoutLinks(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== "links"));
}
