import { makeName } from "../../src/ast/make-node.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";

/** Returns the sentence about a name that is no member of rows with these members, as the checker writes it. */
export function unknownMember(name: string, ...members: readonly string[]): string {
  const catalog = defineCatalog({
    name: "rows",
    members: Object.fromEntries(members.map((member) => [member, "boolean"])),
  });
  return check(makeName(name, NOWHERE), catalog).diagnostics[0]!.message;
}
