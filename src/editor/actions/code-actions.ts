import type { Call, Expression } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import { applyEdits, hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import { isComplete, type PartialExpression } from "../../parser/partial-tree.ts";
import { collapseConstants } from "./constants.ts";
import type { Environment } from "../contract/environment.ts";
import { SIMPLIFY_TITLE } from "../contract/texts.ts";
import { rewritingsOf, type RewritingScope } from "./rewritings.ts";
import type { CodeAction } from "../contract/types.ts";

export interface ActionScope {
  readonly text: string;
  readonly environment: Environment;
  readonly diagnostics: readonly Diagnostic[];
  /** Expressions outside of all calls. */
  readonly expressions: readonly PartialExpression[];
  readonly isFilter: boolean;
}

/** Returns the fixes of the diagnostics that touch a span, and the rewritings of the expressions around it. */
export function codeActionsAt(scope: ActionScope, span: Span): readonly CodeAction[] {
  const actions: CodeAction[] = [];
  const results = new Set<string>();
  const add = (action: CodeAction) => {
    // A fix and a rewriting can have the same result.
    const result = applyEdits(scope.text, action.edits);
    if (result === scope.text || results.has(result)) return;
    results.add(result);
    actions.push(action);
  };
  for (const diagnostic of scope.diagnostics) {
    if (!touches(diagnostic.span, span)) continue;
    for (const { title, edits } of diagnostic.fixes) add({ title, kind: "fix", edits, diagnostic });
  }
  for (const action of translations(scope)) add(action);
  for (const action of rewritings(scope, span)) add(action);
  for (const action of simplifications(scope)) add(action);
  return actions;
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function* rewritings({ text, environment, expressions }: ActionScope, span: Span): Generator<CodeAction> {
  const path = pathTo(expressions, span);
  const scopeOf = (parent: Call | undefined): RewritingScope => ({ text, environment, parent });
  for (let i = path.length - 1; i >= 0; i--) {
    const parent = i === 0 ? undefined : path.at(i - 1);
    const scope = scopeOf(parent?.kind === "call" ? parent : undefined);
    for (const { title, edit } of rewritingsOf(path.at(i)!, scope))
      yield { title, kind: "rewrite", edits: [edit] };
  }
  // Of nested calls, the outermost one collapses all constants.
  for (const node of path) {
    const rewriting = collapseConstants(node, scopeOf(undefined));
    if (rewriting === undefined) continue;
    yield { title: rewriting.title, kind: "rewrite", edits: [rewriting.edit] };
    return;
  }
}

/** Returns the expressions without mistakes that contain a span, outermost first. */
function pathTo(expressions: readonly PartialExpression[], span: Span): readonly Expression[] {
  const path: Expression[] = [];
  let level: readonly PartialExpression[] = expressions;
  for (;;) {
    // The argument that begins at the cursor is preferred to the one that ends there.
    const node = level.findLast((candidate) => contains(candidate.span, span));
    if (node === undefined) return path;
    if (isComplete(node)) path.push(node);
    level = node.kind === "call" || node.kind === "partialCall" ? node.args : [];
  }
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Simplifies a filter without errors, as a whole: a part of it would have to keep what is false and unknown, too. */
function* simplifications(scope: ActionScope): Generator<CodeAction> {
  const { environment, diagnostics, expressions, isFilter } = scope;
  const { understanding, catalog, added } = environment;
  const [root] = expressions;
  if (understanding.simplify === undefined || !isFilter || hasErrors(diagnostics)) return;
  if (root === undefined || expressions.length > 1 || !isComplete(root)) return;
  const simplified = understanding.simplify(root, { catalog, functions: added });
  if (simplified === root) return;
  yield { title: SIMPLIFY_TITLE, kind: "rewrite", edits: [{ span: root.span, text: printNode(simplified) }] };
}

/** Translates a text with syntax errors from the languages of the service. */
function* translations(scope: ActionScope): Generator<CodeAction> {
  const { text, environment, diagnostics, expressions, isFilter } = scope;
  if (!isFilter || !hasErrors(diagnostics)) return;
  // A filter of tamis with another mistake, such as an unknown member, is not a filter of another language.
  const [root] = expressions;
  if (root?.kind === "call" && expressions.length === 1 && isComplete(root)) return;
  const { languages, catalog } = environment;
  for (const language of languages) {
    const { filter } = language.importQuery({ filter: text }, { catalog });
    // A bridge replaces conditions that it cannot translate by true.
    if (filter === undefined || filter.kind === "literal") continue;
    const edits = [{ span: { start: 0, end: text.length }, text: printNode(filter) }];
    yield { title: `Translate from ${language.title}`, kind: "fix", edits };
  }
}
