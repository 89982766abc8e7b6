import { comparisonsOf } from "../syntax/comparisons.ts";

/** Comparisons of CQL2, and the functions of tamis. */
export const CQL2_COMPARISONS = /* @__PURE__ */ comparisonsOf("= <> < <= > >=");

/** Predicates of two instants, and the comparisons of tamis with the same meaning. */
export const INSTANT_COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["t_after", "gt"],
  ["t_before", "lt"],
  ["t_equals", "eq"],
]);

/** Names of the functions of the standard, spelled as in its JSON form. The keys are the names in lower case. */
export const STANDARD_FUNCTIONS: ReadonlyMap<string, string> = new Map(
  "casei accenti s_intersects s_equals s_disjoint s_touches s_within s_overlaps s_crosses s_contains t_after t_before t_contains t_disjoint t_during t_equals t_finishedBy t_finishes t_intersects t_meets t_metBy t_overlappedBy t_overlaps t_startedBy t_starts a_equals a_contains a_containedBy a_overlaps"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);
