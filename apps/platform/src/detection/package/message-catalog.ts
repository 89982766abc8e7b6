import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import { COMMAND, COMMAND_VARIABLES, type DecisionPackage, type Variable } from "./decision-package.ts";

/** Name of the set with the values of profiles. No message can have it. */
export const PROFILES = "profiles";

type Parts = Pick<DecisionPackage, "variableSets" | "profiles">;

/** Returns the catalog of the rows that rules are evaluated on: the variable sets of a message, and the profiles. */
export function messageCatalog({ variableSets, profiles }: Parts): Catalog {
  const sets = [
    [COMMAND, objectOf(COMMAND_VARIABLES)] as const,
    ...variableSets.map(({ name, variables }) => [name, objectOf(variables)] as const),
  ];
  const profile = (sum: boolean): MemberDefinition => ({
    type: "object",
    members: { count: "integer", ...(sum ? { sum: "number" as const } : {}) },
  });
  const members = Object.fromEntries<MemberDefinition>([
    ...sets,
    ...(profiles.length === 0
      ? []
      : [
          [
            PROFILES,
            {
              type: "object",
              members: Object.fromEntries(
                profiles.map(({ name, sum }) => [name, profile(sum !== undefined)]),
              ),
            } as const,
          ] as const,
        ]),
  ]);
  return defineCatalog({ name: "messages", members });
}

function objectOf(variables: readonly Variable[]): MemberDefinition {
  return {
    type: "object",
    members: Object.fromEntries(variables.map((variable) => [variable.name, memberOf(variable)])),
  };
}

function memberOf({ type, list, values, description }: Variable): MemberDefinition {
  const scalar = { type, ...(values === undefined ? {} : { enum: values }) };
  const described = description === "" ? {} : { description };
  return list ? { type: "list", items: scalar, ...described } : { ...scalar, ...described };
}
