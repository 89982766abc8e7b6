import { parseJson } from "tamis/catalog";
import { isRecord } from "../json-record.ts";
import { pathOfName } from "../../serve/sources/collection-names.ts";
import { checkExpression, type ExpressionKind } from "./expressions.ts";
import {
  collectionOf,
  countOf,
  makeTool,
  namesOf,
  textOf,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "./tool.ts";

/** Maximum rows of one answer, so that it fits into the context of a model. */
const MAX_ROWS = 100;
const DEFAULT_ROWS = 10;

export function queryCollectionTool(context: ToolContext): Tool {
  return makeTool({
    name: "query_collection",
    title: "Query a collection",
    description:
      "Returns a page of the rows of a collection that match a filter, and the number of all matching rows. An invalid filter is returned with its problems and the corrected expression.",
    inputSchema: {
      type: "object",
      properties: {
        collection: { type: "string", description: "Name from list_collections." },
        filter: {
          type: "string",
          description: "Filter, such as and(eq(a,'x'),gt(b,10)). Default: all rows.",
        },
        sortBy: { type: "string", description: "Sort order, such as a:descending,b." },
        select: {
          type: "array",
          items: { type: "string" },
          description: "Members of each row. Default: all.",
        },
        start: { type: "integer", minimum: 0, description: "Number of rows to skip. Default: 0." },
        limit: {
          type: "integer",
          minimum: 0,
          maximum: MAX_ROWS,
          description: `Maximum number of rows. Default: ${DEFAULT_ROWS}. 0 returns only the count.`,
        },
        locale: { type: "string", description: "Language for comparing strings, such as de or sv." },
      },
      required: ["collection"],
      additionalProperties: false,
    },
    run: async (args, signal) => {
      const { name, collection } = collectionOf(context, args);
      const texts = { filter: textOf(args, "filter"), sortBy: textOf(args, "sortBy") };
      const invalid = (["filter", "sortBy"] as const).flatMap((kind: ExpressionKind) => {
        const text = texts[kind];
        const checked = text === undefined ? undefined : checkExpression(text, kind, collection.catalog);
        return checked === undefined || checked.ok ? [] : [[kind, checked] as const];
      });
      if (invalid.length > 0)
        return {
          content: { error: "The query is not valid.", ...Object.fromEntries(invalid) },
          isError: true,
        };
      const locale = textOf(args, "locale");
      const response = await context.handle({
        method: "GET",
        path: pathOfName(name),
        search: searchOf({
          ...texts,
          select: namesOf(args, "select")?.join(),
          start: countOf(args, "start") ?? 0,
          limit: Math.min(countOf(args, "limit") ?? DEFAULT_ROWS, MAX_ROWS),
        }),
        headers: {
          accept: "application/json",
          ...(locale === undefined ? {} : { "accept-language": locale }),
        },
        signal,
      });
      return resultOf(response.status, bodyOf(response.body));
    },
  });
}

function searchOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
}

function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  const value = typeof text === "string" ? parseJson(text) : undefined;
  return isRecord(value) ? value : {};
}

function resultOf(status: number, body: Readonly<Record<string, unknown>>): ToolResult {
  if (status !== 200) {
    const problems = Array.isArray(body["errors"]) ? (body["errors"] as readonly { message?: string }[]) : [];
    const messages = problems.flatMap(({ message }) => message ?? []);
    return {
      content: { error: messages.length === 0 ? body["message"] : messages.join(" ") },
      isError: true,
    };
  }
  const { items, count, start, limit } = body as {
    items: unknown[];
    count: number;
    start: number;
    limit: number;
  };
  const next = start + items.length;
  return {
    content: {
      count,
      start,
      limit,
      ...(items.length > 0 && next < count ? { nextStart: next } : {}),
      items: items.map(withoutLinks),
    },
  };
}

/** Links lead to a server, which does not exist here. */
function withoutLinks(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== "links"));
}
