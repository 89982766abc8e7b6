import { quote } from "../ast/print.ts";
import { resolveAmong } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { parameterOf } from "../functions/definition/arity.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import { isNumeric, type ValueType } from "../values/types.ts";
import { definitionOf } from "./argument-fixes.ts";
import type { Frame } from "./frame.ts";

/*
 * A number with leading zeros has several origins: digit groups (1,000), a decimal comma (1,05), and identifiers such as
 * postal codes (01234). Without its neighbors it is unclear what was meant.
 */

const LEADING_ZERO = /^0\d+$/;
/** Maximum number of characters before a number that are read to find the groups of its digits. */
const maxGroupedCharacters = 40;

/** Improves the diagnostic of a number with leading zeros. `frame` is the call around it. */
export function leadingZeroProblem(
  problem: Diagnostic,
  text: string,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic {
  const definition = definitionOf(frame?.callee?.image);
  const index = frame?.args.length ?? 0;
  const { span } = problem;
  const image = text.slice(span.start, span.end);
  const grouped = groupedNumber(text, span);
  if (grouped !== undefined)
    return (
      groupedProblem(grouped, text, definition) ?? {
        ...problem,
        message: `${show(image)} is not a number: numbers have no leading zeros.`,
        fixes: [],
      }
    );
  if (!LEADING_ZERO.test(image)) return problem;
  const type = definition === undefined ? "any" : parameterOf(definition, index, index + 1)?.type;
  const quoted = quote(image);
  const asText = [replace(`Write ${quoted}`, span, quoted)];
  const message = `${show(image)} is not a number: numbers have no leading zeros. Write strings in quotes: ${quoted}.`;
  if (type === "integer" || type === "number") return problem;
  const { role } = definition ?? {};
  const compared = comparedType(frame, text.slice(span.end), catalog);
  if (role?.kind === "comparison" && compared !== undefined) {
    if (isNumeric(compared)) return problem;
    // In an order comparison, quotes would change the meaning without a warning: '9' is greater than '10'.
    const fixes = compared === "string" && EQUALITY.has(role.relation) ? asText : [];
    return { ...problem, message: compared === "string" ? message : problem.message, fixes };
  }
  // In an order comparison, no quotes are offered: they would compare strings instead of numbers, which is rarely intended.
  if (role?.kind === "comparison" && !EQUALITY.has(role.relation)) {
    return index < 2 ? problem : { ...problem, fixes: [] };
  }
  if (type === "text" || type === "searchString" || type === "searchable") {
    return { ...problem, message, fixes: asText };
  }
  // Digits with leading zeros are probably a postal code or an article number, which are strings.
  return { ...problem, message, fixes: asText };
}

/** Maximum number of characters after a number that are read to find the member that it is compared with. */
const maxMemberCharacters = 80;

/** Returns the type of the value that a number is compared with, if it is known. Members that requests cannot name are unknown. */
export function comparedType(
  frame: Frame | undefined,
  after: string,
  catalog: Catalog | undefined,
): ValueType["type"] | undefined {
  const first = frame?.args[0];
  if (first?.kind === "call") return definitionOf(first.callee)?.result;
  const name =
    first === undefined
      ? /^\s*,\s*([^\s,()'"]+)\s*\)/.exec(after.slice(0, maxMemberCharacters))?.[1]
      : first.kind === "name"
        ? first.name
        : undefined;
  if (name === undefined || catalog === undefined) return undefined;
  const type = resolveAmong(catalog, name, ({ filterable }) => filterable)?.type;
  return type?.type === "list" ? type.items.type : type?.type;
}

/** Comparisons that mean the same for numbers and for their strings. */
export const EQUALITY: ReadonlySet<string> = new Set(["eq", "ne", "in"]);

interface GroupedNumber {
  readonly span: Span;
  /** The groups of digits, such as `1` and `000`. */
  readonly groups: readonly string[];
}

/**
 * Finds a number with commas or with single spaces, such as `1,000` and `1 000`, that ends with the given digits or continues after
 * them.
 */
function groupedNumber(text: string, { start, end }: Span): GroupedNumber | undefined {
  const separator = text.charAt(start - 1);
  if (separator !== "," && separator !== " ") return undefined;
  const [pattern, following] = GROUPS[separator];
  const before = pattern.exec(text.slice(Math.max(0, start - maxGroupedCharacters), start))?.[1];
  if (before === undefined) return undefined;
  const after = following.exec(text.slice(end, end + maxGroupedCharacters))![0];
  const span = { start: start - before.length, end: end + after.length };
  return { span, groups: text.slice(span.start, span.end).split(separator) };
}

/** The groups of digits before and after a separator. */
const GROUPS = {
  ",": [/(?:^|[(,\s\p{Sc}])(-?(?:0|[1-9]\d*)(?:,\d{3})*,)$/u, /^(?:,\d{3}(?=[,)\s]|$))*/],
  " ": [/(?:^|[(,]\s?)(-?[1-9]\d{0,2}(?: \d{3})* )$/, /^(?: \d{3}(?=[,)\s]|$))*/],
} as const;

function groupedProblem(
  { span, groups }: GroupedNumber,
  text: string,
  definition: FunctionDeclaration | undefined,
): Diagnostic | undefined {
  // `in(a,1,000)` can mean two values.
  if (definition?.role?.kind !== "comparison" || definition.role.relation === "in") return undefined;
  const image = text.slice(span.start, span.end);
  const isThousands =
    groups.slice(1).every((group) => /^\d{3}$/.test(group)) && /^-?[1-9]\d{0,2}$/.test(groups[0]!);
  if (!isThousands && groups.length > 2) return undefined;
  const correction = isThousands ? groups.join("") : groups.join(".");
  if (!isThousands && image.includes(" ")) return undefined;
  const reason = image.includes(" ") ? "" : ", because commas separate arguments";
  const rule = isThousands ? "digits stand together" : "a point stands before the decimals";
  return diagnostic(
    "invalid-number",
    span,
    `${show(image)} is not a number: ${rule}${reason}. Write ${correction}.`,
    [replace(`Write ${correction}`, span, correction)],
  );
}

/** Returns whether a diagnostic reports the same mistake, in a span that contains the other one. */
export function covers({ code, span }: Diagnostic, other: Diagnostic): boolean {
  return code === other.code && span.start <= other.span.start && span.end >= other.span.end;
}
