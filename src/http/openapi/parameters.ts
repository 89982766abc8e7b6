import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import type { Catalog } from "../../catalog/types.ts";
import { isReserved } from "../../url/collection-query.ts";
import type { ServiceResource } from "../contract/resource.ts";
import type { HTTP_PARAMETERS } from "../representation/collection-envelope.ts";
import { describeLanguage, type MemberDescription } from "./language.ts";

export type ParameterObject = Readonly<Record<string, unknown>>;

const TEXT: JsonSchema = { type: "string" };

function query(name: string, description: string, schema: JsonSchema, extras: object = {}): ParameterObject {
  return { name, in: "query", description, schema, ...extras };
}

/** Maximum number of filters among the examples of a collection. */
const MAX_EXAMPLES = 200;

export function filterParameter(catalog: Catalog): ParameterObject {
  const { functions } = catalog;
  const { members } = describeLanguage(catalog);
  const examples = members.flatMap(({ name, functions, examples }) =>
    examples.map((value, i) => [`${name}: ${functions[i]!}`, value] as const),
  );
  const shownExamples = examples
    .slice(0, MAX_EXAMPLES)
    .map(([summary, value], i) => [`example${String(i + 1)}`, { summary, value }] as const);
  return query(
    "filter",
    filterDescription(catalog),
    { ...TEXT, ...(functions === undefined ? {} : { "x-functions": [...functions] }) },
    shownExamples.length === 0 ? {} : { examples: Object.fromEntries(shownExamples) },
  );
}

function filterDescription(catalog: Catalog): string {
  const { members, functions } = describeLanguage(catalog);
  return [
    "Condition of the items, such as `and(eq(a,'x'),not(isNull(b)))`. The default `true` selects all items. The first " +
      "argument of a function that compares strings can be a strength, such as `eq($primary,a,'x')`.",
    "",
    "Functions:",
    "",
    ...functions.map(
      ({ signatures, summary }) =>
        `- ${signatures.map((signature) => `\`${signature}\``).join(" or ")}: ${summary}`,
    ),
    "",
    "Members:",
    "",
    ...(members.length === 0 ? ["None."] : members.map(memberLine)),
  ].join("\n");
}

function memberLine(member: MemberDescription): string {
  const { name, type, nullable, description, functions, examples, strengths, defaultStrength } = member;
  const parts = [`${type}${nullable ? " or null" : ""}.`];
  if (description !== undefined) parts.push(description.replace(/\s+/g, " "));
  parts.push(functions.length === 0 ? "No functions." : `Functions: ${inCode(functions)}.`);
  if (strengths !== undefined)
    parts.push(
      `Strengths: ${inCode(strengths.map((strength) => `$${strength}`))}` +
        `${defaultStrength === undefined ? "" : `, by default ${defaultStrength}`}.`,
    );
  // The first example is the null test, which is the same for all types.
  const example = examples[1] ?? examples[0];
  if (example !== undefined) parts.push(`Example: \`${example}\`.`);
  return `- \`${name}\`: ${parts.join(" ")}`;
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function sortByParameter(catalog: Catalog): ParameterObject {
  const { members } = describeLanguage(catalog);
  const sortable = members.filter((member) => member.sortable).map(({ name }) => name);
  const [first] = sortable;
  return query(
    "sortBy",
    "Comma-separated sort keys, each a member with options after colons: `ascending`, `descending`, and the strengths " +
      `\`primary\` to \`identical\`. Members: ${sortable.length === 0 ? "none" : inCode(sortable)}.`,
    { ...TEXT, ...(catalog.defaultSort.length === 0 ? {} : { default: catalog.defaultSort.join() }) },
    first === undefined ? {} : { examples: { descending: { value: `${first}:descending` } } },
  );
}

function limitParameter({ defaultLimit, maximumLimit }: Catalog): ParameterObject {
  return query("limit", "Maximum number of items. Greater values are lowered to the maximum.", {
    type: "integer",
    minimum: 0,
    maximum: maximumLimit,
    default: defaultLimit,
  });
}

function selectParameter(catalog: Catalog): ParameterObject {
  const names = [...catalog.members.byName.values()].filter(({ selectable }) => selectable);
  return query(
    "select",
    `Comma-separated members of each item: ${inCode(names.map(({ name }) => name))}.`,
    TEXT,
  );
}

/** Basic filters and the parameters that the endpoint declares. A member with the name of a parameter needs `filter`. */
function memberParameters(catalog: Catalog, reservedNames: ReadonlySet<string>): readonly ParameterObject[] {
  const { members } = describeLanguage(catalog);
  return members.flatMap(({ name, functions }) => {
    const canBasic = functions.includes("eq") && !isReserved(name) && !reservedNames.has(name);
    if (!canBasic) return [];
    const description = functions.includes("in")
      ? "Items whose member equals this value, or one of several separated by `|`."
      : "Items whose member equals this value.";
    return [query(name, description, TEXT)];
  });
}

/** Parameters that a path accepts, in addition to those that select rows. */
export type FurtherParameter = "start" | "limit" | (typeof HTTP_PARAMETERS)[number];

/** Returns the query parameters of a collection or of a path below it. */
export function queryParameters(
  { paging }: ServiceResource,
  catalog: Catalog,
  further: readonly FurtherParameter[],
): readonly ParameterObject[] {
  const makers: Readonly<Record<FurtherParameter, () => ParameterObject>> = {
    start: () =>
      query("start", "Zero-based index of the first item.", { type: "integer", minimum: 0, default: 0 }),
    limit: () => limitParameter(catalog),
    count: () =>
      query("count", "Whether to count the items on all pages.", { type: "boolean", default: true }),
    cursor: () =>
      query("cursor", "Position in the collection, from a `next` link. Empty for the first page.", TEXT),
    select: () => selectParameter(catalog),
  };
  const names = further.filter((name) => name !== "cursor" || paging !== "start");
  const declared = [...catalog.parameters].filter(
    (name) => !isReserved(name) && !names.includes(name as FurtherParameter),
  );
  const reservedNames = new Set<string>([...names, ...declared]);
  return [
    ...names.map((name) => makers[name]()),
    filterParameter(catalog),
    sortByParameter(catalog),
    ...declared.map((name) => query(name, "Parameter of the service.", TEXT)),
    ...memberParameters(catalog, reservedNames),
  ];
}

/** Header fields of requests, by name. */
const REQUEST_HEADERS = {
  "Accept-Item": "Media type of the items.",
  "Accept-Language": "Languages by whose rules strings are compared and sorted.",
  "If-None-Match": "Versions that the client has. Answered with 304 if one is current, or 412 for changes.",
  "If-Modified-Since": "Time of the version that the client has.",
  "If-Match": "Versions that the change may replace.",
  "If-Unmodified-Since": "Time of the version that the change may replace.",
  Prefer: "`return=minimal` requests the header fields without the item.",
  "Idempotency-Key": "Identifier of the request. Repetitions with the same key create nothing.",
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const HEADER_PARAMETERS: Readonly<Record<string, ParameterObject>> = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, description]) => [
    name,
    { name, in: "header", description, schema: TEXT },
  ]),
);

export function headerParameters(names: readonly RequestHeader[]): readonly ParameterObject[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
