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
import { encodeName, encodeText } from "../../values/urls/percent-encoding.ts";
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
    const measure = MEASURES.find((candidate) => candidate === name);
    const maxMembers = MOST_MEMBERS - (measure === undefined ? by.length : measures.length);
    for (const member of membersOf(parameter, measure, maxMembers, caller, problems)) {
      if (measure === undefined) by.push(member);
      else measures.push({ function: measure, member });
    }
  }
  const named = {
    by: by.map(({ name }) => name),
    measures: measures.map(({ function: measure, member }) => ({ function: measure, member: member.name })),
    columns: new GroupColumns({ by, measures, isCounted: true }),
  };
  return { named, problems };
}

function membersOf(
  parameter: QueryParameter,
  measure: MeasureFunction | undefined,
  maxMembers: number,
  caller: CallerResource,
  problems: Diagnostic[],
): readonly NamedMember[] {
  const { value, decoded, valueSpan } = parameter;
  if (value === "") return [];
  const parts = value.split(",");
  if (parts.length > maxMembers) {
    const kind = measure === undefined ? "members" : "figures";
    const message = `Groups have at most ${MOST_MEMBERS} ${kind}.`;
    problems.push(diagnostic("invalid-value", valueSpan, message));
    return [];
  }
  const members = new Map<string, NamedMember>();
  let start = 0;
  for (const part of parts) {
    const name = part.trim();
    const span = decoded.toRawSpan({ start, end: start + part.length });
    const result = groupedMember(name, measure, span, caller);
    if (result.ok) members.set(name, result.member);
    else problems.push(result.problem);
    start += part.length + 1;
  }
  return [...members.values()];
}

type FoundMember =
  { readonly ok: true; readonly member: NamedMember } | { readonly ok: false; readonly problem: Diagnostic };

function groupedMember(
  name: string,
  measure: MeasureFunction | undefined,
  span: Span,
  { catalog, resource }: CallerResource,
): FoundMember {
  const refuse = (code: DiagnosticCode, message: string) =>
    ({ ok: false, problem: diagnostic(code, span, message) }) as const;
  const resolved = usableMember(catalog, name);
  const unknown = () => ({ ok: false, problem: unknownMember(name, measure, span, catalog) }) as const;
  if (resolved === undefined) return unknown();
  const typeText = `${show(name)} is ${describeType(resolved.type)}`;
  const { type } = resolved.type;
  if (!isScalarType(type))
    return refuse(
      "type-mismatch",
      `${typeText}. Only members with single values form groups and have figures.`,
    );
  // The engine finds members in the catalog of the resource. A closed member can have the spelling of an open path.
  if (usableMember(resource.catalog, name)?.member !== resolved.member) return unknown();
  const knowledge = knowledgeOf(measure);
  if (!canLearn(knowledge, resolved, catalog))
    return refuse("function-not-allowed", `The ${knowledge} of ${show(name)} cannot be requested.`);
  if (needsNumbers(measure) && !isNumeric(type))
    return refuse("type-mismatch", `${measure} needs numbers, but ${typeText}.`);
  const { path } = usableMember(publishedCatalog(catalog), name) ?? resolved;
  return { ok: true, member: { name, type, path } };
}

/** Returns what a caller must be allowed to learn about a member. */
function knowledgeOf(measure: MeasureFunction | undefined): Knowledge {
  return measure === "min" || measure === "max" ? "order" : "values";
}

function needsNumbers(measure: MeasureFunction | undefined): measure is "sum" | "avg" {
  return measure === "sum" || measure === "avg";
}

/** Returns the names of the members that can form groups, or have a measure. */
export function groupableNames(catalog: Catalog, measure?: MeasureFunction): readonly string[] {
  return [...usableNames(catalog)].filter((name) => {
    const resolved = usableMember(catalog, name);
    if (resolved === undefined || !isScalarType(resolved.type.type)) return false;
    if (!canLearn(knowledgeOf(measure), resolved, catalog)) return false;
    return !needsNumbers(measure) || isNumeric(resolved.type.type);
  });
}

function unknownMember(
  name: string,
  measure: MeasureFunction | undefined,
  span: Span,
  catalog: Catalog,
): Diagnostic {
  const names = groupableNames(catalog, measure);
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
  return diagnostics.map((problem) => {
    if (problem.code !== "unknown-parameter") return problem;
    const parameter = parameters.find(({ nameSpan }) => nameSpan.start === problem.span.start);
    const suggestion = parameter && FOREIGN.get(parameter.name.toLowerCase().replace(/[_-]/g, ""));
    if (parameter === undefined || suggestion === undefined) return problem;
    const message = `There is no parameter and no member '${show(parameter.name)}' here. Did you mean '${suggestion}'?`;
    return diagnostic("unknown-parameter", problem.span, message, [
      replace(`Write ${suggestion}`, problem.span, encodeName(suggestion)),
    ]);
  });
}
