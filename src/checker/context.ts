import type { Expression } from "../ast/nodes.ts";
import { requireOptionalCatalog } from "../catalog/require-catalog.ts";
import type { Catalog } from "../catalog/types.ts";
import { requireObject } from "../diagnostics/require-argument.ts";
import {
  asError,
  addDiagnostic,
  MAXIMUM_DIAGNOSTICS,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { resolveLimits, type Limits } from "../diagnostics/limits.ts";
import { NOWHERE } from "../diagnostics/span.ts";
import { declarationTable } from "../functions/declarations.ts";
import type { DeclarationTable } from "../functions/definition/function-table.ts";
import type { CheckOptions } from "./checked.ts";
import { NameMembers } from "./name-members.ts";
import { ownProperty } from "../values/own-properties.ts";

/** Replaces a node of the given tree by another one. */
export interface TreeChange {
  readonly node: Expression;
  readonly replacement: Expression;
}

/** State of one check. The checker never writes to the tree. */
export class CheckContext {
  readonly catalog: Catalog | undefined;
  readonly functions: DeclarationTable;
  readonly limits: Limits;
  readonly diagnostics: Diagnostic[] = [];
  readonly members = new NameMembers();
  /** Number of visited nodes. A shared node counts each time. */
  nodes = 0;
  /** Number of states of the visited patterns, each multiplied by the number of strings that its call matches with it. */
  patternStates = 0;
  /** Calls over constants only that are not conditions, such as `upCase('a')`. */
  readonly constants = new Set<Expression>();
  /** Changes of the tree that are equivalent to the edits of fixes, to try the fixes. */
  readonly changes = new Map<Fix, TreeChange>();
  readonly #strict: boolean;

  constructor(catalog: Catalog | undefined, options: CheckOptions) {
    requireOptionalCatalog(catalog);
    requireObject(options, "options");
    this.catalog = catalog;
    this.functions = declarationTable(ownProperty(options, "functions"));
    this.limits = resolveLimits(ownProperty(options, "limits"));
    this.#strict = ownProperty(options, "mode") === "strict";
  }

  add(problem: Diagnostic): void {
    // A tree that was not parsed has no text to correct.
    addDiagnostic(
      this.diagnostics,
      problem.span.end === 0 ? { ...problem, span: NOWHERE, fixes: [] } : problem,
    );
  }

  /** Whether no further diagnostic would be kept. Suggestions for further mistakes are then not computed. */
  get isFull(): boolean {
    const { diagnostics } = this;
    return (
      diagnostics.length >= MAXIMUM_DIAGNOSTICS && diagnostics.every(({ severity }) => severity === "error")
    );
  }

  /** Records how a fix changes the tree. Fixes without a recorded change are not tried. */
  propose(fix: Fix, node: Expression, replacement: Expression): Fix {
    this.changes.set(fix, { node, replacement });
    return fix;
  }

  /** Adds a diagnostic for a lenient correction: a warning, or an error in strict mode. */
  addCorrection(problem: Diagnostic): void {
    this.add(this.#strict ? asError(problem) : problem);
  }
}
