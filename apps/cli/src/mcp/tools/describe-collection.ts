import { describeLanguage } from "tamis/http";
import { collectionOf, makeTool, type Tool, type ToolContext } from "./tool.ts";

/** Examples of filters of one member. */
const SHOWN_EXAMPLES = 5;

export function describeCollectionTool(context: ToolContext): Tool {
  return makeTool({
    name: "describe_collection",
    title: "Describe a collection",
    description:
      "Describes the members of a collection with their types and with examples of filters, and the functions of the filter language. Call it before writing a filter.",
    inputSchema: {
      type: "object",
      properties: { collection: { type: "string", description: "Name from list_collections." } },
      required: ["collection"],
      additionalProperties: false,
    },
    run: (args) => {
      const { name, collection } = collectionOf(context, args);
      const { catalog } = collection;
      const { members, functions } = describeLanguage(catalog);
      return Promise.resolve({
        content: {
          name,
          ...(catalog.description === undefined ? {} : { description: catalog.description }),
          ...(catalog.key === undefined ? {} : { key: catalog.key }),
          defaultSort: catalog.defaultSort,
          members: members.map((member) => ({
            ...member,
            // The same for all strings: the syntax below lists them.
            strengths: undefined,
            examples: member.examples.slice(0, SHOWN_EXAMPLES),
          })),
          functions,
          syntax: SYNTAX,
        },
      });
    },
  });
}

const SYNTAX = [
  "A filter is a call such as and(eq(a,'x'),gt(b,10)). There are no operators such as = or AND.",
  "Strings are in single quotes, and '' is a quote in a string. Numbers, true, false, dates (2024-01-31), times (12:30:00) and date-times (2024-01-31T12:30:00Z) have no quotes.",
  "The first argument of functions with a strength can be $primary (ignores case and accents), $secondary (ignores case), $tertiary, $quaternary or $identical, such as eq($primary,a,'x').",
  "sortBy is a list of members, such as a:descending,b.",
];
