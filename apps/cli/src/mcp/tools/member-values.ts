import { resolveMember } from "tamis/catalog";
import { pathOfName } from "../../serve/sources/collection-names.ts";
import type { ServedCollection } from "../../serve/sources/served-source.ts";
import { isRecord } from "../json-record.ts";
import { cutCells } from "./cut-cells.ts";
import { requestJson } from "./request-page.ts";
import type { ToolContext } from "./tool.ts";

/** Most frequent values that are shown of a member. */
const SHOWN_VALUES = 8;
const SHOWN_CHARACTERS = 100;
/** Members whose values are shown. */
const MAX_MEMBERS = 50;
/** Maximum milliseconds for the values of all members: a large database has them only partly. */
const BUDGET = 3_000;

/** Values of a member in the rows. */
export interface MemberValues {
  /** Most frequent values, for strings and booleans. Null means that rows have no value. */
  readonly values?: readonly unknown[];
  /** Number of different values. */
  readonly distinct?: number;
  /** Least and greatest value, for numbers, dates and times. */
  readonly min?: unknown;
  readonly max?: unknown;
}

/**
 * Reads the most frequent values or the range of each member, in its order. Members whose values cannot be requested, or not in time,
 * are left out.
 */
export async function readMemberValues(
  context: ToolContext,
  { name: collectionName, collection }: ServedCollection,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MemberValues>> {
  const valuesByMember = new Map<string, MemberValues>();
  const timeout = AbortSignal.timeout(BUDGET);
  const path = pathOfName(collectionName);
  for (const name of names.slice(0, MAX_MEMBERS)) {
    if (timeout.aborted || signal.aborted) break;
    const type = resolveMember(collection.catalog, name)?.type.type;
    const hasValues = type === "string" || type === "boolean";
    const kind = hasValues ? "@facets" : "@ranges";
    const { status, body } = await requestJson(
      context,
      `${path}/${kind}/${encodeURIComponent(name)}`,
      hasValues ? { limit: String(SHOWN_VALUES) } : {},
      AbortSignal.any([signal, timeout]),
    );
    if (status !== 200) continue;
    if (!hasValues) valuesByMember.set(name, { min: body["min"], max: body["max"] });
    else if (Array.isArray(body["values"])) {
      const values = body["values"].map((facet: unknown) => (isRecord(facet) ? facet["value"] : null));
      valuesByMember.set(name, { values: shortened(values), distinct: Number(body["count"]) });
    }
  }
  return valuesByMember;
}

function shortened(values: readonly unknown[]): readonly unknown[] {
  const { items } = cutCells(
    values.map((value) => ({ value })),
    SHOWN_CHARACTERS,
  );
  return items.map((item) => (isRecord(item) ? item["value"] : item));
}
