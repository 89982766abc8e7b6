import { outputSchema, PAGE_REQUIRED, pageProperties } from "./output-schema.ts";
import { FILTER_ARGUMENTS, pageArguments, requestPage } from "./request-page.ts";
import { makeTool, namesOf, type Tool, type ToolContext } from "./tool.ts";

const LISTS: Readonly<Record<string, string>> = {
  by: "Members whose values form the groups. Default: one group of all matching rows.",
  sum: "Members with numbers. Each group has their sum, such as population_sum.",
  avg: "Members with numbers. Each group has their average, such as population_avg.",
  min: "Members. Each group has their least value, such as population_min.",
  max: "Members. Each group has their greatest value, such as population_max.",
};

export function groupCollectionTool(context: ToolContext): Tool {
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
