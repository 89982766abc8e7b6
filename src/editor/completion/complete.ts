import { isStrength, STRENGTHS } from "../../collation/order/strength.ts";
import { usableMember } from "../../checker/member-gate.ts";
import { signatureText } from "../../functions/definition/signature-text.ts";
import type { FunctionDeclaration } from "../../functions/definition/types.ts";
import { isComparable } from "../../values/comparable.ts";
import type { ValueType } from "../../values/types.ts";
import type { Catalog, Member } from "../../catalog/types.ts";
import { MAXIMUM_ITEMS } from "../contract/completion-list.ts";
import { cursorAt, type Cursor } from "../syntax/cursor.ts";
import { allowedFunctions, type Environment } from "../contract/environment.ts";
import { expectationIn, fitOf, memberAllows, type Expectation } from "./fit.ts";
import { elementType } from "../syntax/members.ts";
import { childMembers, listMembers, typeText, type ListedMember } from "../syntax/members.ts";
import { conditionItems, hasConditions, expectsCondition } from "./conditions.ts";
import { snippetOf } from "./snippet.ts";
import { DIRECTION_TEXTS, isDirection, STRENGTH_TEXTS } from "../contract/texts.ts";
import type { CompletionItem, CompletionList, ValueRequest } from "../contract/types.ts";
import { literalItems, literalTemplates, requestAt } from "./values.ts";
import { ownProperty } from "../../values/own-properties.ts";

/** An item with its rank: the items with the lowest rank come first. */
interface RankedItem {
  readonly item: CompletionItem;
  readonly rank: number;
  /** Whether the item replaces the word, whatever the word is. */
  readonly isMatch?: boolean;
}

export function completeFilter(text: string, offset: number, environment: Environment): CompletionList {
  const cursor = cursorAt(text, offset);
  return isExpression(cursor, environment) ? completeExpression(cursor, environment) : finish(cursor, []);
}

export function completeSortBy(text: string, offset: number, environment: Environment): CompletionList {
  const cursor = cursorAt(text, offset);
  if (cursor.place === "option") return finish(cursor, unusedOptions(cursor));
  if (!isExpression(cursor, environment)) return finish(cursor, []);
  return cursor.calls.length > 0
    ? completeExpression(cursor, environment)
    : finish(cursor, sortKeys(cursor, environment), keyRequest(cursor, environment));
}

/** Whether an expression can begin at the cursor. */
function isExpression({ place, calls }: Cursor, { limits }: Environment): boolean {
  return (place === "expression" || place === "strength") && calls.length <= limits.depth;
}

function completeExpression(cursor: Cursor, environment: Environment): CompletionList {
  const expectation = expectationIn(cursor.calls.at(-1), environment);
  const request = keyRequest(cursor, environment) ?? requestAt(cursor, expectation);
  const literals = literalItems(cursor, expectation).map((item) => ({ item, rank: 0 }));
  if (cursor.quote !== undefined) return finish(cursor, literals, request);
  const conditions = expectsCondition(cursor, expectation) ? conditionItems(cursor, environment) : [];
  return finish(
    cursor,
    [
      ...literals,
      ...literalTemplates(cursor, expectation).map((item) => ({ item, rank: 1 })),
      ...conditions.map((item) => ({ item, rank: 9, isMatch: true })),
      ...memberItems(cursor, expectation, environment),
      ...functionItems(cursor, expectation, environment),
      ...strengthItems(cursor, expectation),
    ],
    request,
  );
}

function memberItems(
  cursor: Cursor,
  expectation: Expectation,
  environment: Environment,
): readonly RankedItem[] {
  const { catalog } = environment;
  if (catalog === undefined) return [];
  return candidates(cursor, catalog).flatMap(({ name, member }) => {
    const type = usableMember(catalog, name)?.type ?? member;
    const fit = memberAllows(member, expectation) ? fitOf(type, expectation, name) : undefined;
    if (fit !== undefined)
      return [{ item: memberItem(name, member, type), rank: name === cursor.typed ? 8 : 10 + fit }];
    // The function that tests the member is chosen after it.
    const isSubject = expectsCondition(cursor, expectation) && hasConditions(member, type, environment);
    return isSubject ? [{ item: { ...memberItem(name, member, type), continues: true }, rank: 10 }] : [];
  });
}

/** Returns the listed members, and the children of the name before the last dot, which can be nested deeper. */
function candidates({ typed }: Cursor, catalog: Catalog): readonly ListedMember[] {
  const dot = typed.lastIndexOf(".");
  const listed = listMembers(catalog);
  if (dot < 0) return listed;
  const names = new Set(listed.map(({ name }) => name));
  return [...listed, ...childMembers(catalog, typed.slice(0, dot)).filter(({ name }) => !names.has(name))];
}

function memberItem(name: string, member: Member, type: ValueType): CompletionItem {
  const documentation = member.description;
  return {
    kind: "member",
    label: name,
    text: name,
    detail: typeText(type),
    ...(documentation === undefined ? {} : { documentation }),
  };
}

function functionItems(
  cursor: Cursor,
  expectation: Expectation,
  environment: Environment,
): readonly RankedItem[] {
  if (expectation.types.every((type) => type === "pattern" || type === "map")) return [];
  return allowedFunctions(environment).flatMap((definition) => {
    const fit = fitOf({ type: definition.result }, expectation);
    return fit === undefined ? [] : [{ item: functionItem(definition, cursor), rank: 20 + fit }];
  });
}

function functionItem(definition: FunctionDeclaration, { next }: Cursor): CompletionItem {
  const { name, signatures, summary, nulls } = definition;
  return {
    kind: "function",
    label: name,
    text: next === "open" ? name : `${name}(`,
    ...(next === "open" ? {} : { snippet: snippetOf(definition) }),
    detail: signatures.map((signature) => signatureText(name, signature)).join(" "),
    documentation: `${summary} ${nulls}`,
  };
}

function strengthItems(
  { place, calls, typed, next }: Cursor,
  { definition }: Expectation,
): readonly RankedItem[] {
  const call = calls.at(-1);
  if (place !== "strength" || call === undefined || definition?.strength !== true) return [];
  // A strength that is replaced keeps its comma.
  const comma = typed.startsWith("$") && next === "comma" ? "" : ",";
  return STRENGTHS.map((strength) => ({
    item: {
      kind: "strength",
      label: `$${strength}`,
      text: `$${strength}${comma}`,
      documentation: STRENGTH_TEXTS[strength],
    },
    rank: 30,
  }));
}

/** Returns the members and calls that can be sort keys. Members that are keys already are left out. */
function sortKeys(cursor: Cursor, environment: Environment): readonly RankedItem[] {
  const { catalog } = environment;
  const usedNames = new Set(cursor.before.filter(({ kind }) => kind === "name").map(({ text }) => text));
  const members =
    catalog === undefined
      ? []
      : candidates(cursor, catalog).flatMap(({ name, member }) => {
          const resolved = usableMember(catalog, name);
          const isKey =
            resolved?.sortable === true && isComparable(resolved.type) && resolved.type.type !== "list";
          return isKey && !usedNames.has(name)
            ? [{ item: memberItem(name, member, resolved.type), rank: 10 }]
            : [];
        });
  const functions = allowedFunctions(environment).map((declaration) => ({
    item: functionItem(declaration, cursor),
    rank: 20,
  }));
  return [...members, ...functions];
}

/** Returns the directions and strengths that can still follow. A sort key takes one of each. */
function unusedOptions({ before }: Cursor): readonly RankedItem[] {
  const from = before.findLastIndex(({ kind }) => kind === "comma" || kind === "close") + 1;
  const words = before.slice(from).map(({ text }) => text);
  const hasDirection = words.some(isDirection);
  const options = [
    ...(hasDirection ? [] : Object.entries(DIRECTION_TEXTS)),
    ...(words.some(isStrength) ? [] : Object.entries(STRENGTH_TEXTS)),
  ];
  return options.map(([label, documentation]) => ({
    item: { kind: "option", label, text: label, documentation },
    rank: 0,
  }));
}

/** Requests the keys of the map whose name is before the last dot of the word. */
function keyRequest({ typed, quote, span }: Cursor, { catalog }: Environment): ValueRequest | undefined {
  const dot = typed.lastIndexOf(".");
  if (catalog === undefined || quote !== undefined || dot < 0) return undefined;
  const member = typed.slice(0, dot);
  const type = usableMember(catalog, member)?.type;
  if (type === undefined || elementType(type) !== "map") return undefined;
  return { member, part: "key", prefix: typed.slice(dot + 1), span, quote: undefined };
}

/** Keeps the items that match the word, best first. */
function finish(
  { span, typed, quote }: Cursor,
  ranked: readonly RankedItem[],
  values?: ValueRequest,
): CompletionList {
  const isMatch = (item: RankedItem) => ownProperty(item, "isMatch") === true;
  const isReplaced = ranked.some(isMatch);
  const matches: (RankedItem & { readonly match: number })[] = [];
  for (const candidate of ranked) {
    const match = quote === undefined && !isMatch(candidate) ? matchOf(candidate.item, typed) : 0;
    // A word that is complete is an item only if there are others that would replace it.
    const isUseful =
      candidate.item.text !== typed ||
      (isReplaced && candidate.item.kind === "member" && ownProperty(candidate.item, "continues") !== true);
    if (match !== undefined && isUseful) matches.push({ ...candidate, match });
  }
  matches.sort((a, b) => a.match - b.match || a.rank - b.rank);
  return {
    span,
    items: matches.slice(0, MAXIMUM_ITEMS).map(({ item }) => item),
    isIncomplete: matches.length > MAXIMUM_ITEMS,
    values,
  };
}

/**
 * Rates how well an item matches the word: 0 if it begins with it, 1 if it does in another case, 2 if the last part of a
 * dotted name, or a later word of a name in camel case, does. Undefined if it does not match.
 */
function matchOf({ label, text }: CompletionItem, typed: string): number | undefined {
  if (text.startsWith(typed)) return 0;
  const folded = typed.toLowerCase();
  if (text.toLowerCase().startsWith(folded)) return 1;
  const initial = `${typed.charAt(0).toUpperCase()}${typed.slice(1)}`;
  return label.toLowerCase().includes(`.${folded}`) || label.includes(initial) ? 2 : undefined;
}
