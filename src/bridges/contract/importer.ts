import { makeCall, makeLiteral, makeName, makeSortKey } from "../../ast/make-node.ts";
import type { Expression, Literal, SortKey } from "../../ast/nodes.ts";
import { isDottedName } from "../../ast/spelling.ts";
import type { Strength } from "../../collation/order/strength.ts";
import type { Limits } from "../../diagnostics/limits.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { MemberTypes } from "./members.ts";
import type { BridgeReport } from "./report.ts";
import type { BridgePlace } from "./types.ts";

/** Notes of an import, about nodes of the trees. */
export type ImportNotes = BridgeReport<Expression | SortKey>;

/** Builds trees from another language, and reports differences. Undefined is a condition that is left out. */
export class BridgeImporter {
  readonly report: ImportNotes;
  readonly types: MemberTypes;
  readonly limits: Limits;

  constructor(report: ImportNotes, types: MemberTypes, limits: Limits) {
    this.report = report;
    this.types = types;
    this.limits = limits;
  }

  call(callee: string, args: readonly Expression[], span: Span, strength?: Strength): Expression {
    return makeCall(callee, strength, args, span);
  }

  /** Joins conditions, of which undefined ones were left out. */
  logic(
    operator: "and" | "or",
    parts: readonly (Expression | undefined)[],
    span: Span,
  ): Expression | undefined {
    return this.report.join(operator, parts, (conditions) => this.call(operator, conditions, span));
  }

  and(parts: readonly (Expression | undefined)[], span: Span): Expression | undefined {
    return this.logic("and", parts, span);
  }

  or(parts: readonly (Expression | undefined)[], span: Span): Expression | undefined {
    return this.logic("or", parts, span);
  }

  /** Negates the condition that `of` returns. A function, because notes and null tests depend on the negations around it. */
  not(of: () => Expression | undefined, span: Span): Expression | undefined {
    const inner = this.report.negated(of);
    return inner && this.call("not", [inner], span);
  }

  string(value: string, span: Span): Literal {
    return makeLiteral("string", value, span);
  }

  boolean(value: boolean, span: Span): Literal {
    return makeLiteral("boolean", value, span);
  }

  number(value: number, span: Span): Literal {
    return makeLiteral("number", value, span);
  }

  /**
   * Returns a constant in place of a condition that is always unknown. `false` excludes the same rows; below an odd number of
   * negations, `true` does.
   */
  unknown(span: Span): Expression {
    return this.boolean(this.report.isNegated, span);
  }

  name(path: string, span: Span, place: BridgePlace = span): Expression | undefined {
    if (isDottedName(path)) return makeName(path, span);
    const message = `A name has letters, digits, _, @ and - only, so ${show(path)} cannot be written.`;
    return this.report.drop("unwritable-name", message, place);
  }

  isNull(of: Expression, span: Span): Expression {
    return this.call("isNull", [of], span);
  }

  /** Returns undefined, with a note, for a member that cannot be sorted: a list, a map or an object. */
  sortKey(
    expression: Expression,
    direction: SortKey["direction"],
    span: Span,
    place: BridgePlace = span,
    strength?: Strength,
  ): SortKey | undefined {
    const type = this.types.typeOf(expression);
    if (type === "list" || type === "map" || type === "object") {
      const message = `A sort key is a single value, and the member has the type ${type}.`;
      return this.report.drop("unsupported-order", message, place);
    }
    return makeSortKey(expression, direction, strength, span);
  }
}

/** Base of the readers that give the syntax of another language its meaning. */
export abstract class Translator {
  protected readonly to: BridgeImporter;

  constructor(importer: BridgeImporter) {
    this.to = importer;
  }
}
