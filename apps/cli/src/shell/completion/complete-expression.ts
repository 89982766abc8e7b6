import { STRENGTHS, type Catalog, type SortKey } from "tamis";
import { resolveMember, type Member } from "tamis/catalog";
import { FUNCTIONS, type FunctionDefinition, type FunctionParameterType } from "tamis/functions";
import { cursorInFilter, cursorInSortBy, type CallAtCursor, type CursorContext } from "./cursor-context.ts";
import { listMembers } from "../session/member-list.ts";

/** Possible completions. Each item begins with the text from `start` to the cursor and replaces it. */
export interface Completion {
  readonly start: number;
  readonly items: readonly string[];
}

export interface CompletionContext {
  readonly catalog: Catalog;
  /** Returns the most frequent values of a member that begin with the prefix, most frequent first. */
  readonly values: (member: string, prefix: string) => readonly string[];
}

export const NO_COMPLETION: Completion = { start: 0, items: [] };

/** @param text filter up to the cursor */
export function completeFilter(text: string, context: CompletionContext): Completion {
  const cursor = cursorInFilter(text);
  return cursor === undefined ? NO_COMPLETION : matching(text, cursor.start, itemsAt(text, cursor, context));
}

/** @param text sort expression up to the cursor */
export function completeSortBy(text: string, context: CompletionContext): Completion {
  const cursor = cursorInSortBy(text);
  if (cursor === undefined) return NO_COMPLETION;
  const isKey = cursor.call === undefined && !cursor.isOption;
  const items = cursor.isOption
    ? optionsAt(text)
    : isKey
      ? [...sortableNames(context.catalog), ...functionsFor("any", context.catalog)]
      : itemsAt(text, cursor, context);
  return matching(text, cursor.start, items);
}

const MAX_ITEMS = 200;

/** Returns the items that begin with the text from `start` to the cursor. */
export function matching(text: string, start: number, items: Iterable<string>): Completion {
  const typed = text.slice(start);
  const found = new Set<string>();
  for (const item of items) {
    if (item.startsWith(typed) && item !== typed) found.add(item);
    if (found.size === MAX_ITEMS) break;
  }
  return { start, items: [...found] };
}

const DIRECTIONS: readonly SortKey["direction"][] = ["ascending", "descending"];

/**
 * Returns the directions and strengths that can still follow. A sort key takes one direction and one
 * strength.
 */
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

function itemsAt(text: string, cursor: CursorContext, context: CompletionContext): readonly string[] {
  const { catalog } = context;
  const { call, index } = cursor;
  const definition = call === undefined ? undefined : FUNCTIONS.find(({ name }) => name === call.callee);
  const types = call === undefined ? ["condition" as const] : typesAt(definition, index);
  const compared = call === undefined || index === 0 ? undefined : comparedMember(call, catalog);
  if (cursor.quote !== undefined) return valuesAt(text, cursor, types, compared, context);
  const members = listMembers(catalog)
    .filter(({ member }) => types.some((type) => fits(member, type, compared?.member)))
    .map(({ name }) => name);
  const isFirst = index === 0 && definition?.strength === true && call?.strength === undefined;
  return [
    ...valuesAt(text, cursor, types, compared, context),
    ...members,
    ...new Set(types.flatMap((type) => functionsFor(type, catalog))),
    ...(isFirst ? STRENGTHS.map((strength) => `$${strength},`) : []),
  ];
}

/** Returns the types of the parameter at `index` in all signatures of a function. */
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

interface ComparedMember {
  readonly name: string;
  readonly member: Member;
}

/** Returns the first argument of a call if it is a member: other arguments are compared with it. */
function comparedMember({ args }: CallAtCursor, catalog: Catalog): ComparedMember | undefined {
  const [first] = args;
  if (first?.kind !== "name") return undefined;
  const member = resolveMember(catalog, first.name)?.member;
  return member === undefined ? undefined : { name: first.name, member };
}

const SCALARS = ["boolean", "integer", "number", "string", "date", "time", "dateTime"];

function fits(member: Member, type: FunctionParameterType, compared: Member | undefined): boolean {
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
        (compared === undefined || comparisonType(elementType(compared)) === comparisonType(element))
      );
    case "text":
    case "searchable":
      return SCALARS.includes(element) && comparisonType(element) !== "instant";
    case "sized":
      return member.type === "list" || member.type === "map" || member.type === "string";
    case "map":
      return member.type === "map";
    case "pattern":
      return false;
    default:
      return comparisonType(element) === comparisonType(type);
  }
}

/** Returns the type of a list's elements, or the type of any other member. */
function elementType(member: Member): string {
  return member.type === "list" ? member.items.type : member.type;
}

/** Returns a type name. It is the same for types that can be compared with each other. */
function comparisonType(type: string): string {
  if (type === "integer" || type === "number") return "number";
  return type === "date" || type === "dateTime" ? "instant" : type;
}

/** Returns the functions that fit a parameter type. Each name ends with an opening parenthesis. */
function functionsFor(type: FunctionParameterType, { functions }: Catalog): readonly string[] {
  if (type === "pattern" || type === "map") return [];
  return FUNCTIONS.filter(({ name, result }) => {
    if (functions?.has(name) === false) return false;
    if (type === "any") return true;
    return type === "condition" ? result === "boolean" : result !== "boolean";
  }).map(({ name }) => `${name}(`);
}

/** Returns known values of the compared member, as literals. */
function valuesAt(
  text: string,
  { start, quote }: CursorContext,
  types: readonly FunctionParameterType[],
  compared: ComparedMember | undefined,
  { values }: CompletionContext,
): readonly string[] {
  if (compared === undefined || !types.some((type) => type !== "pattern" && type !== "condition")) return [];
  const { name, member } = compared;
  const type = elementType(member);
  if (type === "boolean" && quote === undefined) return ["true", "false"];
  const typed = text.slice(start);
  if (type !== "string" || (quote === undefined && typed !== "")) return [];
  const quoteMark = quote ?? "'";
  const prefix = typed.slice(1).replaceAll(quoteMark + quoteMark, quoteMark);
  const found = member.enum?.filter((value) => value.startsWith(prefix)) ?? values(name, prefix);
  return found.map((value) => quoteMark + value.replaceAll(quoteMark, quoteMark + quoteMark) + quoteMark);
}
