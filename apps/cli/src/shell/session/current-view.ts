import { check, parseFilter } from "tamis";
import { resolveMember } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { listMembers } from "tamis/editor";
import { didYouMean, UsageError } from "../../command/arguments.ts";
import type { ShellSession } from "./session.ts";
import type { PageView } from "./settings.ts";

export function currentView(session: ShellSession): PageView {
  return session.view ?? allRows(session);
}

export function allRows({ catalog, settings }: ShellSession): PageView {
  const { filter } = check(parseFilter("").expression!, catalog);
  return { filter: filter!, sort: settings.sort, start: 0, limit: settings.limit };
}

/**
 * Returns the name of a filterable member.
 * @throws UsageError if there is no such member
 */
export function requireMember({ catalog }: ShellSession, name: string): string {
  if (resolveMember(catalog, name)?.filterable === true) return name;
  const names = listMembers(catalog).map((member) => member.name);
  throw new UsageError(
    `There is no member '${show(name)}'.${didYouMean(name, names) || " .members lists them."}`,
  );
}

/**
 * Returns the name of a filterable member with values that can be compared.
 * @throws UsageError if there is no such member
 */
export function requireComparableMember(session: ShellSession, text: string): string {
  const name = requireMember(session, text);
  let { type } = resolveMember(session.catalog, name)!;
  while (type.type === "list") type = type.items;
  if (type.type !== "object" && type.type !== "map") return name;
  throw new UsageError(`The values of ${show(name)} cannot be compared. .members lists the members in it.`);
}
