import type { Expression } from "../../ast/nodes.ts";
import { walk } from "../../ast/walk.ts";
import { acceptsCount } from "../../functions/definition/arity.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { severityOf } from "../../diagnostics/severities.ts";
import { show } from "../../diagnostics/show.ts";
import { declarationTable } from "../../functions/declarations.ts";
import type { BrokenText, ForeignReading } from "./broken-text.ts";

/** A name and the begin of an argument, with no parenthesis between them. */
const CALLEE = /(?<![\p{L}\p{N}_.$'"])[A-Za-z]+(?=\s*['"]|\s+[\p{L}\p{N}_$-])/gu;
/** Maximum number of functions at which the parenthesis is tried. */
const maxTries = 3;

/** Returns whether each call of a built-in function has a number of arguments that the function accepts. */
function hasCounts(tree: Expression): boolean {
  let isRight = true;
  walk(tree, (node) => {
    const definition = node.kind === "call" ? declarationTable().get(node.callee) : undefined;
    if (node.kind === "call" && definition !== undefined)
      isRight &&= acceptsCount(definition, node.args.length);
  });
  return isRight;
}

/** Finds the function whose opening parenthesis is missing, as in `eq'name','x')`. With it, the text has no error. */
export function missingOpening({
  text,
  found,
  catalog,
  parse,
}: BrokenText): ForeignReading<never> | undefined {
  if (!found.some(({ code }) => severityOf(code) === "error")) return undefined;
  const functions = catalog?.functions ?? declarationTable();
  let tries = 0;
  for (const { 0: callee, index } of text.matchAll(CALLEE)) {
    if (!functions.has(callee)) continue;
    if (++tries > maxTries) return undefined;
    const end = index + callee.length;
    const gap = /^\s*/.exec(text.slice(end))![0].length;
    const opened = `${text.slice(0, end)}(${text.slice(end + gap)}`;
    const isRead = (candidate: string) => {
      const { expression } = parse(candidate);
      return expression !== undefined && hasCounts(expression as Expression);
    };
    const isClosed = isRead(opened);
    if (!isClosed && (index > 0 || !isRead(`${opened})`))) continue;
    const edits = [{ span: { start: end, end: end + gap }, text: "(" }];
    if (!isClosed) edits.push({ span: { start: text.length, end: text.length }, text: ")" });
    const message = `The arguments of ${show(callee)} stand in parentheses: ${show(callee)}(…).`;
    const span = { start: index, end };
    const title = isClosed ? "Insert the parenthesis" : "Insert the parentheses";
    return {
      diagnostic: diagnostic("missing-parenthesis", span, message, [{ title, edits }]),
      tree: undefined,
    };
  }
  return undefined;
}
