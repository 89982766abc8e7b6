import type { Call, Expression } from "../../ast/nodes.ts";
import type { Rewriting, RewritingScope } from "./rewritings.ts";

/** A simplified condition: a constant, or text in which the constant parts are left out. */
type Simplified = boolean | { readonly text: string; readonly isChanged: boolean };

/**
 * Leaves out the constant parts of calls that combine conditions. It keeps the result for each row, true, false or unknown.
 *
 * @example collapseConstants(tree of "and(true,eq(a,1),or(eq(b,2),true))") // eq(a,1)
 */
export function collapseConstants(node: Expression, scope: RewritingScope): Rewriting | undefined {
  if (node.kind !== "call") return undefined;
  const simplified = simplify(node, scope);
  if (typeof simplified === "object" && !simplified.isChanged) return undefined;
  const text = typeof simplified === "boolean" ? String(simplified) : simplified.text;
  return { title: "Collapse constant parts", edit: { span: node.span, text } };
}

/** Recursive: the parser limits the depth. */
function simplify(node: Expression, scope: RewritingScope): Simplified {
  if (node.kind === "literal" && node.type === "boolean") return node.value;
  const unchanged = { text: scope.text.slice(node.span.start, node.span.end), isChanged: false };
  if (node.kind !== "call") return unchanged;
  const role = scope.environment.functions.get(node.callee)?.role;
  if (role?.kind !== "logic") return unchanged;
  const args = node.args.map((argument) => simplify(argument, scope));
  if (role.operation === "not") {
    const [inner] = args;
    if (typeof inner === "boolean") return !inner;
    return inner?.isChanged === true ? { text: `${node.callee}(${inner.text})`, isChanged: true } : unchanged;
  }
  return join(node, args, role.operation === "or", unchanged);
}

/** @param absorbing the constant that decides the result: true for `or`, false for `and` */
function join(
  node: Call,
  args: readonly Simplified[],
  absorbing: boolean,
  unchanged: Exclude<Simplified, boolean>,
): Simplified {
  const texts: string[] = [];
  let isChanged = false;
  for (const argument of args) {
    if (argument === absorbing) return absorbing;
    if (typeof argument === "boolean") {
      isChanged = true;
      continue;
    }
    texts.push(argument.text);
    isChanged ||= argument.isChanged;
  }
  if (!isChanged) return unchanged;
  const [first] = texts;
  if (first === undefined) return !absorbing;
  return { text: texts.length === 1 ? first : `${node.callee}(${texts.join(",")})`, isChanged: true };
}
