import type { IToken } from "chevrotain";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Strength } from "../collation/order/strength.ts";
import type { PartialExpression } from "./partial-tree.ts";

/** A missing comma before an argument. */
export interface Gap {
  /** Index of the argument after the gap. */
  readonly index: number;
  readonly previousEnd: number;
  readonly diagnostic: Diagnostic;
}

/** An open call, or open parentheses without a name. */
export interface Frame {
  readonly outer: Frame | undefined;
  /** Undefined for parentheses that follow no name. */
  readonly callee: IToken | undefined;
  readonly parenthesis: IToken;
  readonly args: PartialExpression[];
  strength: Strength | undefined;
  /** Whether the call or group contains a mistake. */
  isPartial: boolean;
  /** Missing commas whose fixes are chosen when the call ends. */
  readonly gaps: Gap[];
  /** Diagnostics of commas without an argument. */
  readonly missing: Diagnostic[];
  /** The last comma, as long as no argument follows it. */
  comma: IToken | undefined;
  /** End offset of the last part that is not an argument. */
  end: number;
}

export function newFrame(outer: Frame | undefined, callee: IToken | undefined, parenthesis: IToken): Frame {
  return {
    outer,
    callee,
    parenthesis,
    args: [],
    strength: undefined,
    isPartial: false,
    gaps: [],
    missing: [],
    comma: undefined,
    end: parenthesis.startOffset + 1,
  };
}
