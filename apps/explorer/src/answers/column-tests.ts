import { check, type Catalog, type CheckResult } from "tamis";
import { call, name } from "tamis/ast";

/** Returns a filter for each member, which reads its column. */
export function columnTests(catalog: Catalog): readonly CheckResult[] {
  return [...catalog.members.byName.keys()]
    .map((member) => check(call("isNull", [name(member)]), catalog))
    .filter(({ filter }) => filter !== undefined);
}
