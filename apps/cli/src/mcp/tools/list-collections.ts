import { COUNT, listOf, objectOf, outputSchema, TEXT } from "./output-schema.ts";
import { makeTool, type Tool, type ToolContext } from "./tool.ts";

export function listCollectionsTool({ collections }: ToolContext): Tool {
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
