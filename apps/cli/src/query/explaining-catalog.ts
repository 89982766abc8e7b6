import { check, parseFilter, type Catalog } from "tamis";
import { walk } from "tamis/ast";
import { clockOf, type ClockScope } from "../command/time-zone-option.ts";

/** Maximum number of members that are sampled for a message. */
const MAXIMUM_MEMBERS = 10;

export interface EvidenceSource {
  readonly catalog: Catalog;
  /** Returns the catalog with evidence for string members, from a sample of the rows. For messages only. */
  readonly withEvidence?: (members: readonly string[], signal: AbortSignal) => Promise<Catalog>;
}

/**
 * Returns the catalog to check a filter against. If a string is compared with a value of another type, the catalog says which
 * values of the column make it a string. Such a filter is invalid, so the sample is not read for others.
 */
export async function explainingCatalog(
  { catalog, withEvidence }: EvidenceSource,
  filter: string,
  scope: ClockScope,
  signal: AbortSignal,
): Promise<Catalog> {
  const tree = withEvidence === undefined ? undefined : parseFilter(filter).expression;
  if (withEvidence === undefined || tree === undefined) return catalog;
  const { diagnostics } = check(tree, catalog, { functions: clockOf(scope) });
  if (!diagnostics.some(({ code }) => code === "type-mismatch")) return catalog;
  const names = new Set<string>();
  walk(tree, (node) => {
    if (node.kind !== "name") return;
    const member = catalog.members.byName.get(node.name);
    if (member?.type === "string" && member.evidence === undefined) names.add(node.name);
  });
  return names.size === 0 ? catalog : withEvidence([...names].slice(0, MAXIMUM_MEMBERS), signal);
}
