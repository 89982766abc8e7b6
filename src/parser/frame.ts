import type { IToken } from "chevrotain";
import type { Strength } from "../collation/order/strength.ts";
import type { PartialExpression } from "./partial-tree.ts";

/** A call, or parentheses without a name, whose end is not yet reached. */
export interface Frame {
  /** The call around it. */
  readonly outer: Frame | undefined;
  /** Undefined for parentheses that follow no name. */
  readonly callee: IToken | undefined;
  readonly parenthesis: IToken;
  readonly args: PartialExpression[];
  strength: Strength | undefined;
  /** Whether something in it is wrong. */
  isPartial: boolean;
  /** The last separator. */
  comma: IToken | undefined;
  /** End offset of the last part that was read, arguments aside. */
  end: number;
}
