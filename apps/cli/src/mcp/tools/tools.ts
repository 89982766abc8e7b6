import { describeCollectionTool } from "./describe-collection.ts";
import { type Tool, type ToolContext, makeTool, collectionOf, textOf, namesOf } from "./tool.ts";
import {
  COUNT,
  listOf,
  objectOf,
  outputSchema,
  TEXT,
  PAGE_REQUIRED,
  pageProperties,
} from "./output-schema.ts";
import { checkExpression } from "./expressions.ts";
import { FILTER_ARGUMENTS, pageArguments, requestPage } from "./request-page.ts";

const LISTS: Readonly<Record<string, string>> = {
  by: "Members whose values form the groups. Default: one group of all matching rows.",
  sum: "Members with numbers. Each group has their sum, such as population_sum.",
  avg: "Members with numbers. Each group has their average, such as population_avg.",
  min: "Members. Each group has their least value, such as population_min.",
  max: "Members. Each group has their greatest value, such as population_max.",
};

function groupCollectionTool(context: ToolContext): Tool {
  const lists = Object.entries(LISTS).map(([name, description]) => [
    name,
    { type: "array", items: { type: "string" }, description },
  ]);
  return makeTool({
    name: "group_collection",
    title: "Group a collection",
    description:
      "Counts the rows of a collection that match a filter in groups, with sums, averages, minima and maxima. Use it in place of query_collection for totals and statistics. Each group has the members of by, count, and its figures.",
    inputSchema: {
      type: "object",
      properties: {
        ...FILTER_ARGUMENTS,
        ...(Object.fromEntries(lists) as Record<string, object>),
        sortBy: {
          type: "string",
          description:
            "Sort order of the groups by their members, such as population_sum:descending. Default: the largest count first.",
        },
        ...pageArguments("groups"),
      },
      required: ["collection"],
      additionalProperties: false,
    },
    outputSchema: outputSchema(pageProperties("groups"), PAGE_REQUIRED),
    run: (args, signal) => {
      const named = Object.keys(LISTS).map((name) => [name, namesOf(args, name)?.join()] as const);
      const parameters = Object.fromEntries(named);
      return requestPage(context, args, { below: "/@groups", checked: ["filter"], parameters }, signal);
    },
  });
}

/** All tools, in the order that clients list them. */
export function toolsOf(context: ToolContext): readonly Tool[] {
  return [
    listCollectionsTool(context),
    describeCollectionTool(context),
    checkFilterTool(context),
    queryCollectionTool(context),
    groupCollectionTool(context),
  ];
}

function listCollectionsTool({ collections }: ToolContext): Tool {
  return makeTool({
    name: "list_collections",
    title: "List collections",
    description: "Lists the collections that can be queried, with their number of rows and members.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    outputSchema: outputSchema(
      {
        collections: listOf(
          objectOf({ name: TEXT, description: TEXT, rows: COUNT, members: COUNT }, ["name", "members"]),
        ),
      },
      ["collections"],
    ),
    run: () => {
      const listed = collections.map(({ name, rows, collection: { catalog } }) => ({
        name,
        ...(catalog.description === undefined ? {} : { description: catalog.description }),
        ...(rows === undefined ? {} : { rows }),
        members: [...catalog.members.byName.values()].filter((member) => member.filterable).length,
      }));
      return Promise.resolve({ content: { collections: listed } });
    },
  });
}

function checkFilterTool(context: ToolContext): Tool {
  return makeTool({
    name: "check_filter",
    title: "Check a filter",
    description:
      "Checks a filter or sort order of a collection without running it. Returns its problems with positions, and the corrected expression.",
    inputSchema: {
      type: "object",
      properties: {
        collection: { type: "string", description: "Name from list_collections." },
        filter: { type: "string", description: "Filter, such as and(eq(a,'x'),gt(b,10))." },
        sortBy: { type: "string", description: "Sort order, such as a:descending,b." },
      },
      required: ["collection"],
      additionalProperties: false,
    },
    outputSchema: outputSchema({ ok: { type: "boolean" } }, ["ok"]),
    run: (args) => {
      const { catalog } = collectionOf(context, args).collection;
      const checked = (["filter", "sortBy"] as const).flatMap((kind) => {
        const text = textOf(args, kind);
        return text === undefined ? [] : [[kind, checkExpression(text, kind, catalog)] as const];
      });
      const ok = checked.every(([, result]) => result.ok);
      return Promise.resolve({ content: { ok, ...Object.fromEntries(checked) } });
    },
  });
}

function queryCollectionTool(context: ToolContext): Tool {
  return makeTool({
    name: "query_collection",
    title: "Query a collection",
    description:
      "Returns a page of the rows of a collection that match a filter, and the number of all matching rows. An invalid filter is returned with its problems and the corrected expression.",
    inputSchema: {
      type: "object",
      properties: {
        ...FILTER_ARGUMENTS,
        sortBy: { type: "string", description: "Sort order, such as a:descending,b." },
        select: {
          type: "array",
          items: { type: "string" },
          description: "Members of each row. Default: all.",
        },
        ...pageArguments("rows"),
      },
      required: ["collection"],
      additionalProperties: false,
    },
    outputSchema: outputSchema(pageProperties("rows"), PAGE_REQUIRED),
    run: (args, signal) =>
      requestPage(
        context,
        args,
        { below: "", checked: ["filter", "sortBy"], parameters: { select: namesOf(args, "select")?.join() } },
        signal,
      ),
  });
}
