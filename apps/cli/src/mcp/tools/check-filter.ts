import { checkExpression } from "./expressions.ts";
import { outputSchema } from "./output-schema.ts";
import { collectionOf, makeTool, textOf, type Tool, type ToolContext } from "./tool.ts";

export function checkFilterTool(context: ToolContext): Tool {
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
