import { checkFilterTool } from "./check-filter.ts";
import { describeCollectionTool } from "./describe-collection.ts";
import { groupCollectionTool } from "./group-collection.ts";
import { listCollectionsTool } from "./list-collections.ts";
import { queryCollectionTool } from "./query-collection.ts";
import type { Tool, ToolContext } from "./tool.ts";

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
