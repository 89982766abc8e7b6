import type { Name } from "../ast/nodes.ts";
import { resolveMember, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { codePointName, show } from "../diagnostics/show.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import type { CheckContext } from "./context.ts";
import { ownCopy } from "./words.ts";

/**
 * The member that a name stands for, if a filter may name it. One that may not is not there: same answer, same words,
 * same suggestions, so that nothing can be found out about it.
 */
export function usableMember(catalog: Catalog, name: string): ResolvedMember | undefined {
  const resolved = resolve(catalog, name);
  return resolved?.filterable === true ? resolved : undefined;
}

/** What names stand for, by catalog. Filters name the same few members over and over. */
const known = new WeakMap<Catalog, Map<string, ResolvedMember>>();
/** Keys of maps can be anything; so many names are kept. */
const KEPT = 1_000;

function resolve(catalog: Catalog, name: string): ResolvedMember | undefined {
  let names = known.get(catalog);
  if (names === undefined) known.set(catalog, (names = new Map<string, ResolvedMember>()));
  let resolved = names.get(name);
  if (resolved === undefined) {
    resolved = resolveMember(catalog, name);
    // A name that may not be used costs what an unknown one costs, each time.
    if (resolved?.filterable === true && names.size < KEPT) names.set(ownCopy(name), resolved);
  }
  return resolved;
}

/** Resolves a name and keeps what it stands for, or says that there is no such member. */
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

/** The most names that are looked at for a suggestion. */
const LOOKED_AT = 2_000;
const DEPTH = 4;

/** The names that a filter may use, dotted where members are nested. */
export function* usableNames(catalog: Catalog): Generator<string> {
  let count = 0;
  for (const name of namesOf(catalog.members, "", 1)) {
    if (++count > LOOKED_AT) return;
    yield name;
  }
}

function* namesOf(members: Members, prefix: string, depth: number): Generator<string> {
  for (const member of members.byName.values()) {
    if (!member.filterable) continue;
    yield prefix + member.name;
    if (member.members !== undefined && depth < DEPTH && leadsOn(member)) {
      yield* namesOf(member.members, `${prefix}${member.name}.`, depth + 1);
    }
  }
}

/** A map's keys are not known, so nothing below it can be named beforehand. */
function leadsOn(member: Member): boolean {
  return member.type === "object" || (member.type === "list" && member.items.type === "object");
}
