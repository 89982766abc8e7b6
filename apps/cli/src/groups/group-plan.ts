import type { Aggregation } from "tamis/engine";
import { parseJson, type ScalarDefinition } from "tamis/catalog";
import { GroupColumns, type GroupColumn } from "./group-columns.ts";
import type { GivenMember, GroupOptions } from "./group-options.ts";

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
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? parseJson(value) : value;
}

/** @param memberOf finds a member of the collection; throws a UsageError for an unknown one */
export function planGroups(options: GroupOptions, memberOf: (given: GivenMember) => GroupMember): GroupPlan {
  const by = options.by.map(memberOf);
  const measures = options.measures.map((given) => ({ ...given, member: memberOf(given) }));
  const columns: GroupColumn[] = by.map(({ path, type, isJson }, i) => ({
    path,
    type,
    valueOf: ({ key }) => (isJson === true ? parsed(key[i]) : key[i]),
  }));
  if (options.isCounted) columns.push({ path: ["count"], type: "integer", valueOf: ({ count }) => count });
  for (const [i, { function: called, member }] of measures.entries()) {
    const { path, type } = member;
    columns.push({
      path: path.with(-1, `${path.at(-1)!}_${called}`),
      type: called === "avg" ? "number" : type,
      valueOf: ({ values }) => values[i],
    });
  }
  return {
    aggregation: {
      by: by.map(({ name }) => name),
      measures: measures.map(({ function: called, member }) => ({ function: called, member: member.name })),
      order: options.isCounted ? "count" : "key",
      maximumGroups: options.maximumGroups,
    },
    columns: new GroupColumns(columns),
  };
}
