import type { SortKey } from "../../ast/nodes.ts";
import { diagnostic, replace, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";

const WORD = /^(?:asc|desc)(?:ending)?$/i;
/** A key of PostgREST. Null is first in ascending order and last in descending order. */
const SUFFIX = /^(.+)\.(?:(asc)(?:\.nullsfirst)?|(desc)(?:\.nullslast)?)$/i;

const RULE = "A direction follows after a colon: name:descending.";

/**
 * Reports a direction in another notation: `name.desc`, `desc(name)`, or `desc` after a comma, as in `name,desc`. Undefined for
 * other keys.
 *
 * @param before the key before this one
 * @param isMember returns whether a name is a member. Every name can be one without a catalog.
 */
export function foreignDirection(
  key: SortKey,
  before: SortKey | undefined,
  isMember: (name: string) => boolean,
  isFunction: (name: string) => boolean,
): Diagnostic | undefined {
  const { expression, span } = key;
  if (!hasNoOption(key)) return undefined;
  if (expression.kind === "call") {
    const { callee, args } = expression;
    const [of] = args;
    if (!WORD.test(callee) || of === undefined || args.length > 1 || isFunction(callee)) return undefined;
    const edits = [
      { span: { start: span.start, end: of.span.start }, text: "" },
      { span: { start: of.span.end, end: span.end }, text: directionOf(callee) },
    ];
    const message = `There is no function ${show(callee)}. ${RULE}`;
    return diagnostic("unknown-function", { start: span.start, end: span.start + callee.length }, message, [
      { title: directionOf(callee) === "" ? `Remove ${show(callee)}(…)` : "Write :descending", edits },
    ]);
  }
  if (expression.kind !== "name" || isMember(expression.name)) return undefined;
  const { name } = expression;
  const [, of, ascending, descending] = SUFFIX.exec(name) ?? [];
  const word = ascending ?? descending;
  const problem = `There is no member '${show(name)}' here.`;
  if (of !== undefined && word !== undefined && isMember(of)) {
    const text = of + directionOf(word);
    return diagnostic("unknown-member", span, `${problem} Write ${text}.`, [
      replace(`Write ${text}`, span, text),
    ]);
  }
  if (!WORD.test(name) || before === undefined || !hasNoOption(before)) return undefined;
  const direction = directionOf(name);
  const title = direction === "" ? "Remove it" : `Write ${direction}`;
  return diagnostic("unknown-member", span, `${problem} ${RULE}`, [
    replace(title, { start: before.span.end, end: span.end }, direction),
  ]);
}

function directionOf(word: string): string {
  return /^d/i.test(word) ? ":descending" : "";
}

function hasNoOption({ expression, span }: SortKey): boolean {
  return span.end > 0 && span.end === expression.span.end;
}
