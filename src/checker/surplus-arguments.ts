import { makeCall } from "../ast/make-node.ts";
import { strengthOf, type Call, type Expression } from "../ast/nodes.ts";
import type { Fix, TextEdit } from "../diagnostics/diagnostic.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import type { CheckContext } from "./context.ts";
import { calleeSpan } from "./unknown-function.ts";

/**
 * Returns the fixes of a call with more arguments than its function takes. Removing an argument would change the meaning, so
 * every fix keeps all arguments: `ne(a,1,2)` becomes `not(in(a,1,2))`. `not(a,b)` has two possible meanings and two fixes.
 */
export function fixesOfSurplus(
  call: Call,
  { role, result, signatures }: FunctionDeclaration,
  context: CheckContext,
): Fix[] {
  const { callee, args, span } = call;
  if (strengthOf(call) !== undefined || args.length === 0) return [];
  const make = (name: string, operands: readonly Expression[]) => makeCall(name, undefined, operands, span);
  const insert = (at: number, text: string): TextEdit => ({ span: { start: at, end: at }, text });
  const first = args[0]!.span.start;
  const last = args.at(-1)!.span.end;
  if (role?.kind === "comparison" && role.relation === "ne") {
    const edits = [{ span: calleeSpan(call), text: "not(in" }, insert(span.end, ")")];
    return [context.propose({ title: "Write not(in(…))", edits }, call, make("not", [make("in", args)]))];
  }
  if (role?.kind === "logic") {
    return ["and", "or"].map((name) => {
      const edits = [insert(first, `${name}(`), insert(last, ")")];
      return context.propose(
        { title: `Write ${callee}(${name}(…))`, edits },
        call,
        make(callee, [make(name, args)]),
      );
    });
  }
  const isTestOfOne = result === "boolean" && signatures.every(({ parameters }) => parameters.length === 1);
  if (!isTestOfOne) return [];
  return ["and", "or"].map((name) => {
    const edits = args.slice(1).map((argument, i): TextEdit => {
      return { span: { start: args[i]!.span.end, end: argument.span.start }, text: `),${callee}(` };
    });
    const calls = args.map((argument) => make(callee, [argument]));
    return context.propose(
      {
        title: `Write ${name}(${callee}(…),…)`,
        edits: [insert(span.start, `${name}(`), ...edits, insert(span.end, ")")],
      },
      call,
      make(name, calls),
    );
  });
}
