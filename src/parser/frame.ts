import type { IToken } from "chevrotain";
import type { Strength } from "../collation/order/strength.ts";
import type { PartialExpression } from "./partial-tree.ts";

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
  /** The last comma, as long as no argument follows it. */
  comma: IToken | undefined;
  /** End offset of the last part that is not an argument. */
  end: number;
}
