import { GroupColumns, type Aggregates, type Aggregation } from "tamis/engine";
import { parseJson, type ScalarDefinition } from "tamis/catalog";
import type { GivenMember, GroupOptions } from "./group-options.ts";

type GroupKey = Aggregates["groups"][number]["key"];

/** A member that the options name, in a collection. */
export interface GroupMember {
  /** Name in the catalog of the collection. */
  readonly name: string;
  readonly type: ScalarDefinition["type"];
  /** Path of the member in rows as they are written. */
  readonly path: readonly string[];
  /** True if the collection has the values as JSON texts, because they are of several types. */
  readonly isJson?: boolean;
}

export interface GroupPlan {
  readonly aggregation: Aggregation;
  readonly columns: GroupColumns;
  /** Returns the key of a group as it is printed. Default: its values. */
  readonly keysOf?: (key: GroupKey) => GroupKey;
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? parseJson(value) : value;
}

/** @param memberOf finds a member of the collection; throws a UsageError for an unknown one */
export function planGroups(options: GroupOptions, memberOf: (member: GivenMember) => GroupMember): GroupPlan {
  const { isCounted, maximumGroups } = options;
  const by = options.by.map(memberOf);
  const measures = options.measures.map((measure) => ({
    function: measure.function,
    member: memberOf(measure),
  }));
  return {
    aggregation: {
      by: by.map(({ name }) => name),
      measures: measures.map(({ function: measure, member }) => ({ function: measure, member: member.name })),
      order: isCounted ? "count" : "key",
      maximumGroups,
    },
    columns: new GroupColumns({
      by: by.map(({ path, type, isJson }) => ({
        path,
        type,
        ...(isJson === true ? { convert: parsed } : {}),
      })),
      measures,
      isCounted,
    }),
  };
}
