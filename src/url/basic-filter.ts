import { isDottedName } from "../ast/spelling.ts";
import { makeCall, makeName } from "../ast/make-node.ts";
import type { Call, Expression, Literal } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import { usableMember } from "../checker/member-gate.ts";
import { literalOfType } from "../checker/lenient-corrections.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { readNumeral } from "../ast/literals.ts";
import { describeType, isTemporal, type ValueType } from "../values/types.ts";
import type { BasicFilter } from "./collection-query.ts";
import type { QueryParameter } from "./decode-parameters.ts";
import type { DecodedText } from "../values/urls/decoded-text.ts";
import type { DiagnosticCollector } from "./diagnostic-collector.ts";
import { encodeText } from "../values/urls/percent-encoding.ts";

/**
 * `member=value` is equivalent to `eq`, `member=a|b` to `in`. Values have no quotes and are read as the member's type; without
 * a catalog, as strings. Strings are compared exactly, whatever the member's strength is.
 *
 * An empty value is the empty string: `name=a||b` is `in(name,'a','','b')`. Other types have no empty value.
 */

/** Returns the member that a parameter filters by. Undefined if the parameter is not a basic filter. */
export function basicFilterTarget(name: string, catalog: Catalog | undefined): BasicFilterTarget | undefined {
  // Not every key of a map is a valid name in a filter.
  if (!isDottedName(name)) return undefined;
  if (catalog === undefined) return { member: undefined };
  const member = usableMember(catalog, name);
  return member === undefined ? undefined : { member };
}

export interface BasicFilterTarget {
  readonly member: ResolvedMember | undefined;
}

export interface BasicFilterCondition {
  readonly basic: BasicFilter;
  /** The condition as a call of `eq` or `in`. Its spans are in the raw query string. */
  readonly expression: Call;
}

/** Converts a query parameter to a condition. Reports errors and returns undefined if the filter is invalid. */
export function readBasicFilter(
  parameter: QueryParameter,
  { member }: BasicFilterTarget,
  catalog: Catalog | undefined,
  limits: Limits,
  collector: DiagnosticCollector,
): BasicFilterCondition | undefined {
  const { name, nameSpan, valueSpan, span } = parameter;
  // Limit the number of values before splitting, so that a long string cannot allocate many values.
  const count = countBars(parameter.value) + 1;
  if (count >= limits.arguments) {
    const message = `${show(name)} has ${count} values; at most ${limits.arguments - 1} are allowed.`;
    collector.add(diagnostic("too-many-arguments", valueSpan, message));
    return undefined;
  }
  const texts = splitAtBars(parameter.decoded);
  const callee = texts.length === 1 ? "eq" : "in";
  if (!allows(callee, member, catalog)) {
    const values = callee === "eq" ? "a value" : "several values";
    collector.add(
      diagnostic("function-not-allowed", nameSpan, `${show(name)} cannot be compared with ${values} here.`),
    );
    return undefined;
  }
  const literals: Literal[] = [];
  for (const text of texts) {
    const literal = readValue(name, text, member?.type ?? STRING, collector);
    if (literal !== undefined) literals.push(literal);
    else if (collector.isFull) break;
  }
  if (literals.length < texts.length) return undefined;
  const args: Expression[] = [makeName(name, nameSpan), ...literals];
  const needsIdentical = NON_IDENTICAL_STRENGTHS.has(member?.strength) && literals[0]!.type === "string";
  return {
    basic: { member: name, values: texts.map(({ text }) => text) },
    expression: makeCall(callee, needsIdentical ? "identical" : undefined, args, span),
  };
}

/** Comparison strengths that can treat different strings as equal. */
const NON_IDENTICAL_STRENGTHS: ReadonlySet<string | undefined> = new Set([
  "primary",
  "secondary",
  "tertiary",
  "quaternary",
]);

const STRING: ValueType = { type: "string" };

function countBars(text: string): number {
  let count = 0;
  for (let bar = text.indexOf("|"); bar >= 0; bar = text.indexOf("|", bar + 1)) count++;
  return count;
}

/** Splits a value at `|`, also where the query string contains `%7C`. */
function splitAtBars(value: DecodedText): DecodedText[] {
  const parts: DecodedText[] = [];
  let start = 0;
  for (let bar = value.text.indexOf("|"); bar >= 0; bar = value.text.indexOf("|", start)) {
    parts.push(value.slice(start, bar));
    start = bar + 1;
  }
  parts.push(value.slice(start, value.text.length));
  return parts;
}

export function allows(
  callee: string,
  member: ResolvedMember | undefined,
  catalog: Catalog | undefined,
): boolean {
  const allowed = [catalog?.functions, member?.member.functions];
  return allowed.every((functions) => functions === undefined || functions.has(callee));
}

function readValue(
  name: string,
  value: DecodedText,
  type: ValueType,
  collector: DiagnosticCollector,
): Literal | undefined {
  const { text, span } = value;
  const literal = literalOfType(text, type, span);
  if (literal === undefined) {
    collector.add(invalidValue(name, text, type, value));
    return undefined;
  }
  if (isTemporal(literal.type) && literal.value !== text) {
    const corrected = String(literal.value);
    const message = `A '+' in a URL is read as a space; ${corrected} was meant. Write the '+' of a zone as %2B in a URL.`;
    const fix = replace(`Write ${corrected}`, span, encodeText(corrected));
    collector.addCorrection(diagnostic("zone-plus-as-space", span, message, [fix]));
  }
  return literal;
}

function invalidValue(name: string, text: string, type: ValueType, { span }: DecodedText): Diagnostic {
  const single = type.type === "list" ? type.items : type;
  if (single.type === "object" || single.type === "map" || single.type === "list") {
    const message = `${show(name)} is ${describeType(type)}; it cannot be compared with a value.`;
    return diagnostic("invalid-value", span, message);
  }
  const meaning = meantValue(text, single);
  const fixes = meaning === undefined ? [] : [replace(`Write ${meaning}`, span, encodeText(meaning))];
  const hint = meaning === undefined ? "" : ` Write ${meaning}.`;
  const expected = describeType(single);
  return diagnostic(
    "invalid-value",
    span,
    `${show(name)} takes ${expected}, but its value here is '${show(text)}'.${hint}`,
    fixes,
  );
}

/**
 * Returns the value that the user probably meant by an invalid one: without quotes and spaces, in lower case, or as a corrected
 * number.
 */
function meantValue(text: string, type: ValueType): string | undefined {
  if (text.length > 64) return undefined;
  const bare = text.trim().replace(/^(['"])(.*)\1$/s, "$2");
  const { problem } = readNumeral(bare, { start: 0, end: bare.length });
  const candidates = [bare, bare.toLowerCase(), problem?.fixes[0]?.edits[0]?.text];
  return candidates.find(
    (candidate) =>
      candidate !== undefined && literalOfType(candidate, type, { start: 0, end: 0 }) !== undefined,
  );
}

/** Checks a basic filter. Its fixes contain values without quotes, percent-encoded for the query string. */
export function checkBasicFilter(
  expression: Call,
  check: (expression: Expression) => readonly Diagnostic[],
): readonly Diagnostic[] {
  return check(expression).map((problem) => ({
    ...problem,
    fixes: problem.fixes.flatMap((fix) => {
      const texts = fix.edits.map(({ text }) => unquote(text));
      // A `|` always separates values, so no fix can contain one.
      if (texts.some((text) => text.includes("|"))) return [];
      const edits = fix.edits.map(({ span }, i) => ({ span, text: encodeText(texts[i]!) }));
      return [{ title: fix.edits.length === 1 ? `Write ${texts[0]!}` : fix.title, edits }];
    }),
  }));
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith("'") && text.endsWith("'")
    ? text.slice(1, -1).replaceAll("''", "'")
    : text;
}
