import { describeLanguage } from "tamis/http";
import { readMemberValues } from "./member-values.ts";
import { listOf, objectOf, outputSchema, TEXT } from "./output-schema.ts";
import { collectionOf, makeTool, type Tool, type ToolContext } from "./tool.ts";

/** Examples of filters of one member. */
const SHOWN_EXAMPLES = 5;

const MEMBER = objectOf(
  {
    name: TEXT,
    description: TEXT,
    type: { ...TEXT, description: "Type with its article, such as an integer." },
    nullable: { type: "boolean" },
    sortable: { type: "boolean" },
    enum: listOf(TEXT),
    values: listOf({
      description: "One of the most frequent values in the data. Null: rows without a value.",
    }),
    distinct: { type: "integer", description: "Number of different values in the data." },
    min: { description: "Least value in the data." },
    max: { description: "Greatest value in the data." },
    functions: listOf(TEXT),
    examples: listOf({ ...TEXT, description: "A filter that the collection accepts." }),
  },
  ["name", "type", "nullable", "sortable", "functions", "examples"],
);

export function describeCollectionTool(context: ToolContext): Tool {
  return makeTool({
    name: "describe_collection",
    title: "Describe a collection",
    description:
      "Describes the members of a collection with their types, their values or ranges in the data and examples of filters, and the functions of the filter language. Call it before writing a filter.",
    inputSchema: {
      type: "object",
      properties: { collection: { type: "string", description: "Name from list_collections." } },
      required: ["collection"],
      additionalProperties: false,
    },
    outputSchema: outputSchema(
      {
        name: TEXT,
        description: TEXT,
        key: { ...TEXT, description: "Member that identifies a row." },
        defaultSort: listOf(TEXT),
        members: listOf(MEMBER),
        functions: listOf(objectOf({ name: TEXT, summary: TEXT, signatures: listOf(TEXT) }, ["name"])),
        syntax: listOf(TEXT),
      },
      ["name", "members", "functions", "syntax"],
    ),
    run: async (args, signal) => {
      const served = collectionOf(context, args);
      const { name, collection } = served;
      const { catalog } = collection;
      const { members, functions } = describeLanguage(catalog);
      const names = members.map((member) => member.name);
      const values = await readMemberValues(context, served, names, signal);
      return {
        content: {
          name,
          ...(catalog.description === undefined ? {} : { description: catalog.description }),
          ...(catalog.key === undefined ? {} : { key: catalog.key }),
          defaultSort: catalog.defaultSort,
          members: members.map((member) => ({
            ...member,
            ...values.get(member.name),
            // The same for all strings: the syntax below lists them.
            strengths: undefined,
            examples: member.examples.slice(0, SHOWN_EXAMPLES),
          })),
          functions,
          syntax: SYNTAX,
        },
      };
    },
  });
}

const SYNTAX = [
  "A filter is a call such as and(eq(a,'x'),gt(b,10)). There are no operators such as = or AND.",
  "Strings are in single quotes, and '' is a quote in a string. Numbers, true, false, dates (2024-01-31), times (12:30:00) and date-times (2024-01-31T12:30:00Z) have no quotes.",
  "The first argument of functions with a strength can be $primary (ignores case and accents), $secondary (ignores case), $tertiary, $quaternary or $identical, such as eq($primary,a,'x').",
  "sortBy is a list of members, such as a:descending,b.",
];
