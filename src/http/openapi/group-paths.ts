import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { groupableNames, GROUP_PARAMETERS, MEASURES } from "../reading/group-parameters.ts";
import { COLLECTION_TYPES, groupsPath } from "../representation/collection-envelope.ts";
import { withSchema } from "./item-paths.ts";
import type { OperationWriter, PathItem } from "./operation-writer.ts";
import type { ParameterObject } from "./parameters.ts";
import { schemaReference } from "./shared-schemas.ts";

const TEXT: JsonSchema = { type: "string" };

const FIGURES: Readonly<Record<(typeof MEASURES)[number], string>> = {
  sum: "sum",
  avg: "average",
  min: "minimum",
  max: "maximum",
};

/** Describes the path of the groups of a collection. */
export function groupPaths(writer: OperationWriter): Readonly<Record<string, PathItem>> {
  const { resource } = writer.described;
  return {
    [groupsPath(resource.path)]: writer.reading({
      id: "groups",
      summary: `Groups of matching items of ${resource.title}, with their numbers of items and figures.`,
      parameters: groupParameters(writer),
      response:
        "A page of groups. Each group has the members of `by`, `count`, and its figures, such as `size_sum`.",
      content: withSchema(COLLECTION_TYPES, schemaReference("Groups")),
      headers: writer.responseHeaders,
      errors: ["406"],
    }),
  };
}

function groupParameters(writer: OperationWriter): readonly ParameterObject[] {
  const { catalog } = writer.described;
  const by = parameter("by", "members whose values form the groups", groupableNames(catalog));
  const figures = MEASURES.map((measure) =>
    parameter(measure, `members whose ${FIGURES[measure]} each group has`, groupableNames(catalog, measure)),
  );
  const selection = writer
    .selection(["start", "limit"])
    .filter(({ name }) => !GROUP_PARAMETERS.includes(String(name)))
    .map((described) => (described["name"] === "sortBy" ? SORT_BY : described));
  return [by, ...figures, ...selection];
}

function parameter(name: string, description: string, members: readonly string[]): ParameterObject {
  const names = members.length === 0 ? "none" : members.map((member) => `\`${member}\``).join(", ");
  return {
    name,
    in: "query",
    description: `Comma-separated ${description}. Members: ${names}.`,
    schema: TEXT,
  };
}

const SORT_BY: ParameterObject = {
  name: "sortBy",
  in: "query",
  description:
    "Comma-separated sort keys of the groups: members of `by`, `count`, and figures such as `size_sum`. Each can have options " +
    "after colons: `ascending`, `descending`, and the strengths `primary` to `identical`. By default, the largest group is first.",
  schema: TEXT,
  examples: { descending: { value: "count:descending" } },
};
