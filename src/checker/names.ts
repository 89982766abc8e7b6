import type { Name } from "../ast/nodes.ts";
import { resolveMember, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { codePointName, show } from "../diagnostics/show.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import type { CheckContext } from "./context.ts";
import { ownCopy } from "./word-cache.ts";

/**
 * Finds a member that filters may use. Returns undefined for hidden members as for missing ones, so that requests cannot
 * distinguish them.
 */
export function usableMember(catalog: Catalog, name: string): ResolvedMember | undefined {
  const resolved = resolve(catalog, name);
  return resolved?.filterable === true ? resolved : undefined;
}

const known = new WeakMap<Catalog, Map<string, ResolvedMember>>();
/** Maximum number of cached names. Keys of maps can be anything, so there is no other limit. */
const maxCachedNames = 1_000;

function resolve(catalog: Catalog, name: string): ResolvedMember | undefined {
  let names = known.get(catalog);
  if (names === undefined) known.set(catalog, (names = new Map<string, ResolvedMember>()));
  let resolved = names.get(name);
  if (resolved === undefined) {
    resolved = resolveMember(catalog, name);
    // Not cached: a hidden name must take as long as an unknown one.
    if (resolved?.filterable === true && names.size < maxCachedNames) names.set(ownCopy(name), resolved);
  }
  return resolved;
}

/** Resolves a name and records its member, or reports that it is unknown. */
export function checkName(node: Name, context: CheckContext): ResolvedMember | undefined {
  const { catalog } = context;
  if (catalog === undefined) return undefined;
  const resolved = usableMember(catalog, node.name);
  if (resolved === undefined) addUnknownMember(node, catalog, context);
  else context.members.note(node, resolved);
  return resolved;
}

function addUnknownMember(node: Name, catalog: Catalog, context: CheckContext): void {
  const near = suggest(node.name, usableNames(catalog));
  const hint = near.length === 0 ? "" : ` Did you mean ${alternatives(near.map((name) => `'${name}'`))}?`;
  const foreign = [...node.name.slice(0, 200)].find((character) => character > "\x7f");
  const letter = foreign === undefined ? "" : ` (the name has the character ${codePointName(foreign)})`;
  const fixes = near.map((name) => replace(`Write ${name}`, node.span, name));
  context.add(
    diagnostic(
      "unknown-member",
      node.span,
      `There is no member '${show(node.name)}' here${letter}.${hint}`,
      fixes,
    ),
  );
}

/** Maximum number of names that are compared for a suggestion. */
const maxComparedNames = 2_000;
const maxNameDepth = 4;

/** Yields the names that a filter may use; nested members have dotted names. */
export function* usableNames(catalog: Catalog): Generator<string> {
  let count = 0;
  for (const name of namesOf(catalog.members, "", 1)) {
    if (++count > maxComparedNames) return;
    yield name;
  }
}

function* namesOf(members: Members, prefix: string, depth: number): Generator<string> {
  for (const member of members.byName.values()) {
    if (!member.filterable) continue;
    yield prefix + member.name;
    if (member.members !== undefined && depth < maxNameDepth && hasNestedNames(member)) {
      yield* namesOf(member.members, `${prefix}${member.name}.`, depth + 1);
    }
  }
}

/** Keys of maps are unknown, so they have no nested names. */
function hasNestedNames(member: Member): boolean {
  return member.type === "object" || (member.type === "list" && member.items.type === "object");
}
