import { outputSchema, PAGE_REQUIRED, pageProperties } from "./output-schema.ts";
import { FILTER_ARGUMENTS, pageArguments, requestPage } from "./request-page.ts";
import { makeTool, namesOf, type Tool, type ToolContext } from "./tool.ts";

export function queryCollectionTool(context: ToolContext): Tool {
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
