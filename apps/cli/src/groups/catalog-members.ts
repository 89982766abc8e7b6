import type { Catalog } from "tamis";
import { resolveMember, type Member, type Members } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";
import type { GivenMember, GroupOptions } from "./group-options.ts";
import { planGroups, type GroupMember, type GroupPlan } from "./group-plan.ts";

/**
 * Finds the members in a catalog that lists all of them.
 * @throws UsageError for unknown members, and for types that cannot be grouped or measured
 */
export function planCatalogGroups(options: GroupOptions, catalog: Catalog): GroupPlan {
  return planGroups(options, (member) => catalogMember(member, catalog));
}

/** Returns the properties of rows that contain the members. */
export function groupProperties(options: GroupOptions, catalog: Catalog): ReadonlySet<string> {
  return new Set(
    [...options.by, ...options.measures].map((member) => catalogMember(member, catalog).path[0]!),
  );
}

/** Returns the paths of the members that form the groups, in the rows. */
export function keyPaths({ by }: GroupOptions, catalog: Catalog): readonly string[] {
  return by.map((member) => catalogMember(member, catalog).path.join("."));
}

function catalogMember({ path, option }: GivenMember, catalog: Catalog): GroupMember {
  const name = nameIn(catalog.members, path);
  const member = resolveMember(catalog, name);
  if (member?.filterable !== true) throw unknownMember(path, option, catalog.members);
  const { type } = member.type;
  if (type === "list" || type === "map" || type === "object")
    throw new UsageError(`${option} needs single values, but ${show(path)} is ${article(type)}.`);
  if (needsNumbers(option) && type !== "integer" && type !== "number")
    throw new UsageError(
      `${option} needs numbers, but ${show(path)} is ${article(type)}${describe(catalog.members.byName.get(name))}`,
    );
  return { name, type, path: member.path };
}

/** Returns the names of the string members whose numbers the options need. */
export function stringMeasures({ measures }: GroupOptions, { members }: Catalog): readonly string[] {
  return measures
    .filter(({ option }) => needsNumbers(option))
    .map(({ path }) => nameIn(members, path))
    .filter((name) => members.byName.get(name)?.type === "string");
}

function needsNumbers(option: string): boolean {
  return option === "--sum" || option === "--avg";
}

/** Says which values make a member a string, and how its numbers can be read. */
function describe(member: Member | undefined): string {
  const evidence = member?.evidence;
  if (evidence?.type !== "integer" && evidence?.type !== "number") return ".";
  const { misfit, more: moreCells, type } = evidence;
  const remainder = moreCells === 0 ? "" : ` and ${moreCells.toLocaleString("en-US")} more`;
  const cause = misfit === undefined ? "" : ` because of '${show(misfit)}'${remainder}`;
  const option = `--type ${show(member!.name)}=${type}`;
  return `${cause}. Give ${option}: other values are then null, and are counted.`;
}

/** Returns the catalog's name of a member. Like `--select`, accepts the names of properties in the rows, too. */
function nameIn({ byName }: Members, path: string): string {
  if (byName.has(path)) return path;
  const dot = path.indexOf(".");
  const first = dot < 0 ? path : path.slice(0, dot);
  const of = (property: string) => [...byName.values()].find((member) => member.property === property)?.name;
  const name = of(path);
  if (name !== undefined) return name;
  return byName.has(first) ? path : (of(first) ?? first) + path.slice(first.length);
}

function unknownMember(path: string, option: string, members: Members): UsageError {
  return new UsageError(
    `${option}: There is no member '${show(path)}'.${didYouMean(path, [...namesOf(members)])}`,
  );
}

function* namesOf({ byName }: Members, prefix = ""): Generator<string> {
  for (const { name, filterable, type, members } of byName.values()) {
    if (!filterable) continue;
    yield prefix + name;
    if (type === "object" && members !== undefined) yield* namesOf(members, `${prefix}${name}.`);
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
