/** What can stand at the cursor of an expression, by the catalog, the functions and the values that there are. */
import { STRENGTHS, type Call, type Catalog, type SortKey } from "tamis";
import { resolveMember, type Member } from "tamis/catalog";
import { FUNCTIONS, type FunctionDefinition, type FunctionParameterType } from "tamis/functions";
import { cursorInFilter, cursorInSortBy, type CursorPlace } from "./cursor-place.ts";
import { listMembers } from "./member-list.ts";

/** Texts of which each can stand in the place of what is from `start` to the cursor. All of them begin with that. */
export interface Completion {
  readonly start: number;
  readonly items: readonly string[];
}

export interface CompletionContext {
  readonly catalog: Catalog;
  /** Some values of a member that begin with a text, the most frequent first. */
  readonly values: (member: string, prefix: string) => readonly string[];
}

export const NOTHING: Completion = { start: 0, items: [] };

/** @param text the filter up to the cursor */
export function completeFilter(text: string, context: CompletionContext): Completion {
  const place = cursorInFilter(text);
  return place === undefined ? NOTHING : matching(text, place.start, itemsAt(text, place, context));
}

/** @param text the order up to the cursor */
export function completeSortBy(text: string, context: CompletionContext): Completion {
  const place = cursorInSortBy(text);
  if (place === undefined) return NOTHING;
  const isKey = place.call === undefined && !place.isOption;
  const items = place.isOption
    ? optionsAt(text)
    : isKey
      ? [...sortableNames(context.catalog), ...functionsFor("any", context.catalog)]
      : itemsAt(text, place, context);
  return matching(text, place.start, items);
}

/** The most that is offered. */
const MOST_ITEMS = 200;

/** Those that begin with what is written. */
export function matching(text: string, start: number, items: Iterable<string>): Completion {
  const typed = text.slice(start);
  const found = new Set<string>();
  for (const item of items) {
    if (item.startsWith(typed) && item !== typed) found.add(item);
    if (found.size === MOST_ITEMS) break;
  }
  return { start, items: [...found] };
}

const DIRECTIONS: readonly SortKey["direction"][] = ["ascending", "descending"];

/** Of each group one, so what the key has already leaves its group out. */
function optionsAt(text: string): readonly string[] {
  const given = /:[\w:]*$/.exec(text)?.[0].split(":") ?? [];
  const groups: readonly (readonly string[])[] = [DIRECTIONS, STRENGTHS];
  return groups.filter((group) => !group.some((option) => given.includes(option))).flat();
}

function sortableNames(catalog: Catalog): readonly string[] {
  return listMembers(catalog)
    .filter(({ name }) => resolveMember(catalog, name)?.sortable === true)
    .map(({ name }) => name);
}

function itemsAt(text: string, place: CursorPlace, context: CompletionContext): readonly string[] {
  const { catalog } = context;
  const { call, index } = place;
  const definition = call === undefined ? undefined : FUNCTIONS.find(({ name }) => name === call.callee);
  const types = call === undefined ? ["condition" as const] : typesAt(definition, index);
  const beside = call === undefined || index === 0 ? undefined : memberBeside(call, catalog);
  if (place.quote !== undefined) return valuesAt(text, place, types, beside, context);
  const members = listMembers(catalog)
    .filter(({ member }) => types.some((type) => fits(member, type, beside?.member)))
    .map(({ name }) => name);
  const isFirst = index === 0 && definition?.strength === true && call?.strength === undefined;
  return [
    ...valuesAt(text, place, types, beside, context),
    ...members,
    ...new Set(types.flatMap((type) => functionsFor(type, catalog))),
    ...(isFirst ? STRENGTHS.map((strength) => `$${strength},`) : []),
  ];
}

/** What the argument may be, in any of the ways to call the function. */
function typesAt(
  definition: FunctionDefinition | undefined,
  index: number,
): readonly FunctionParameterType[] {
  if (definition === undefined) return ["any"];
  return definition.signatures.flatMap(({ parameters, rest }) => {
    const parameter = parameters[index] ?? rest;
    return parameter === undefined ? [] : [parameter.type];
  });
}

interface Beside {
  readonly name: string;
  readonly member: Member;
}

/** The member that the argument is compared with. */
function memberBeside({ args }: Call, catalog: Catalog): Beside | undefined {
  const [first] = args;
  if (first?.kind !== "name") return undefined;
  const member = resolveMember(catalog, first.name)?.member;
  return member === undefined ? undefined : { name: first.name, member };
}

const SCALARS = ["boolean", "integer", "number", "string", "date", "time", "dateTime"];

function fits(member: Member, type: FunctionParameterType, beside: Member | undefined): boolean {
  const element = elementType(member);
  switch (type) {
    case "any":
      return true;
    case "condition":
      return member.type === "boolean";
    case "comparable":
    case "searchString":
      return (
        SCALARS.includes(element) &&
        (beside === undefined || familyOf(elementType(beside)) === familyOf(element))
      );
    case "text":
    case "searchable":
      return SCALARS.includes(element) && familyOf(element) !== "instant";
    case "sized":
      return member.type === "list" || member.type === "map" || member.type === "string";
    case "map":
      return member.type === "map";
    case "pattern":
      return false;
    default:
      return familyOf(element) === familyOf(type);
  }
}

/** The type of a member's elements, which is its own where it has none. */
function elementType(member: Member): string {
  return member.type === "list" ? member.items.type : member.type;
}

/** Types that compare with each other. */
function familyOf(type: string): string {
  if (type === "integer" || type === "number") return "number";
  return type === "date" || type === "dateTime" ? "instant" : type;
}

/** Functions whose result may stand there, with their parenthesis. */
function functionsFor(type: FunctionParameterType, { functions }: Catalog): readonly string[] {
  if (type === "pattern" || type === "map") return [];
  return FUNCTIONS.filter(({ name, result }) => {
    if (functions?.has(name) === false) return false;
    if (type === "any") return true;
    return type === "condition" ? result === "boolean" : result !== "boolean";
  }).map(({ name }) => `${name}(`);
}

/** Values of the member that the argument is compared with, as literals. */
function valuesAt(
  text: string,
  { start, quote }: CursorPlace,
  types: readonly FunctionParameterType[],
  beside: Beside | undefined,
  { values }: CompletionContext,
): readonly string[] {
  if (beside === undefined || !types.some((type) => type !== "pattern" && type !== "condition")) return [];
  const { name, member } = beside;
  const type = elementType(member);
  if (type === "boolean" && quote === undefined) return ["true", "false"];
  const typed = text.slice(start);
  if (type !== "string" || (quote === undefined && typed !== "")) return [];
  const mark = quote ?? "'";
  const prefix = typed.slice(1).replaceAll(mark + mark, mark);
  const found = member.enum?.filter((value) => value.startsWith(prefix)) ?? values(name, prefix);
  return found.map((value) => mark + value.replaceAll(mark, mark + mark) + mark);
}
