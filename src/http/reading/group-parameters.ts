import { canLearn, usableMember, usableNames, type Knowledge } from "../../checker/member-gate.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { diagnostic, replace, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { unknownName } from "../../diagnostics/unknown-name.ts";
import type { Measure, MeasureFunction } from "../../engine/aggregate.ts";
import { GroupColumns, type GroupedMember } from "../../engine/aggregates/group-columns.ts";
import { decodeParameters, type QueryParameter } from "../../url/decode-parameters.ts";
import { encodeName, encodeText } from "../../values/percent-encoding.ts";
import { describeType, isNumeric, isScalarType } from "../../values/types.ts";
import { publishedCatalog } from "../contract/published-catalog.ts";
import type { CallerResource } from "./validators.ts";

export const MEASURES = ["sum", "avg", "min", "max"] as const satisfies readonly MeasureFunction[];

/** Parameters of groups, in addition to those of every collection. */
export const GROUP_PARAMETERS: readonly string[] = ["by", ...MEASURES];

/** Maximum number of members in `by`, and of measures, as of the engine. */
export const MOST_MEMBERS = 32;

/** Names of parameters in other languages and interfaces. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["average", "avg"],
  ["mean", "avg"],
  ["minimum", "min"],
  ["maximum", "max"],
  ["total", "sum"],
  ["groupby", "by"],
]);

/** The groups that a query string names. */
export interface NamedGroups {
  readonly by: readonly string[];
  readonly measures: readonly Measure[];
  readonly columns: GroupColumns;
}

interface NamedMember extends GroupedMember {
  readonly name: string;
}

/** Reads the members that `by` and the measures name. Those with a problem are left out. */
export function readGroupParameters(
  search: string,
  caller: CallerResource,
): { readonly named: NamedGroups; readonly problems: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const by: NamedMember[] = [];
  const measures: { readonly function: MeasureFunction; readonly member: NamedMember }[] = [];
  const seen = new Set<string>();
  for (const parameter of decodeParameters(search).parameters) {
    const { name } = parameter;
    // A repeated parameter is an error, which the decoder reports.
    if (!GROUP_PARAMETERS.includes(name) || seen.has(name)) continue;
    seen.add(name);
    const called = MEASURES.find((each) => each === name);
    const most = MOST_MEMBERS - (called === undefined ? by.length : measures.length);
    for (const member of membersOf(parameter, called, most, caller, problems)) {
      if (called === undefined) by.push(member);
      else measures.push({ function: called, member });
    }
  }
  const named = {
    by: by.map(({ name }) => name),
    measures: measures.map(({ function: called, member }) => ({ function: called, member: member.name })),
    columns: new GroupColumns({ by, measures, isCounted: true }),
  };
  return { named, problems };
}

function membersOf(
  parameter: QueryParameter,
  called: MeasureFunction | undefined,
  most: number,
  caller: CallerResource,
  problems: Diagnostic[],
): readonly NamedMember[] {
  const { value, decoded, valueSpan } = parameter;
  if (value === "") return [];
  const parts = value.split(",");
  if (parts.length > most) {
    const kind = called === undefined ? "members" : "figures";
    const message = `Groups have at most ${MOST_MEMBERS} ${kind}.`;
    problems.push(diagnostic("invalid-value", valueSpan, message));
    return [];
  }
  const members = new Map<string, NamedMember>();
  let start = 0;
  for (const part of parts) {
    const name = part.trim();
    const span = decoded.toRawSpan({ start, end: start + part.length });
    const found = groupedMember(name, called, span, caller);
    if (found.ok) members.set(name, found.member);
    else problems.push(found.problem);
    start += part.length + 1;
  }
  return [...members.values()];
}

type FoundMember =
  { readonly ok: true; readonly member: NamedMember } | { readonly ok: false; readonly problem: Diagnostic };

function groupedMember(
  name: string,
  called: MeasureFunction | undefined,
  span: Span,
  { catalog, resource }: CallerResource,
): FoundMember {
  const refuse = (code: DiagnosticCode, message: string) =>
    ({ ok: false, problem: diagnostic(code, span, message) }) as const;
  const found = usableMember(catalog, name);
  const unknown = () => ({ ok: false, problem: unknownMember(name, called, span, catalog) }) as const;
  if (found === undefined) return unknown();
  const shown = `${show(name)} is ${describeType(found.type)}`;
  const { type } = found.type;
  if (!isScalarType(type))
    return refuse("type-mismatch", `${shown}. Only members with single values form groups and have figures.`);
  // The engine finds members in the catalog of the resource. A closed member can have the spelling of an open path.
  if (usableMember(resource.catalog, name)?.member !== found.member) return unknown();
  const knowledge = knowledgeOf(called);
  if (!canLearn(knowledge, found, catalog))
    return refuse("function-not-allowed", `The ${knowledge} of ${show(name)} cannot be requested.`);
  if (needsNumbers(called) && !isNumeric(type))
    return refuse("type-mismatch", `${called} needs numbers, but ${shown}.`);
  const { path } = usableMember(publishedCatalog(catalog), name) ?? found;
  return { ok: true, member: { name, type, path } };
}

/** Returns what a caller must be allowed to learn about a member. */
function knowledgeOf(called: MeasureFunction | undefined): Knowledge {
  return called === "min" || called === "max" ? "order" : "values";
}

function needsNumbers(called: MeasureFunction | undefined): called is "sum" | "avg" {
  return called === "sum" || called === "avg";
}

/** Returns the names of the members that can form groups, or have a measure. */
export function groupableNames(catalog: Catalog, called?: MeasureFunction): readonly string[] {
  return [...usableNames(catalog)].filter((name) => {
    const found = usableMember(catalog, name);
    if (found === undefined || !isScalarType(found.type.type)) return false;
    if (!canLearn(knowledgeOf(called), found, catalog)) return false;
    return !needsNumbers(called) || isNumeric(found.type.type);
  });
}

function unknownMember(
  name: string,
  called: MeasureFunction | undefined,
  span: Span,
  catalog: Catalog,
): Diagnostic {
  const names = groupableNames(catalog, called);
  const problem = `There is no member '${show(name)}' here.`;
  return unknownName("unknown-member", span, problem, { name, names, encode: encodeText });
}

/** Corrects the names of parameters that other interfaces use, such as `average`. */
export function translateParameters(
  search: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === "unknown-parameter")) return diagnostics;
  const { parameters } = decodeParameters(search);
  return diagnostics.map((each) => {
    if (each.code !== "unknown-parameter") return each;
    const parameter = parameters.find(({ nameSpan }) => nameSpan.start === each.span.start);
    const meant = parameter && FOREIGN.get(parameter.name.toLowerCase().replace(/[_-]/g, ""));
    if (parameter === undefined || meant === undefined) return each;
    const message = `There is no parameter and no member '${show(parameter.name)}' here. Did you mean '${meant}'?`;
    return diagnostic("unknown-parameter", each.span, message, [
      replace(`Write ${meant}`, each.span, encodeName(meant)),
    ]);
  });
}
