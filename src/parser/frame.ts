import type { IToken } from "chevrotain";
import type { Strength } from "../collation/order/strength.ts";
import type { PartialExpression } from "./partial-tree.ts";

/** A call, or parentheses without a name, that the parser is in. */
export interface Frame {
  /** The call around it. */
  readonly outer: Frame | undefined;
  /** Undefined for parentheses that follow no name. */
  readonly callee: IToken | undefined;
  readonly parenthesis: IToken;
  readonly args: PartialExpression[];
  strength: Strength | undefined;
  /** Whether there is a mistake in it. */
  isPartial: boolean;
  /** The last comma that no argument follows. */
  comma: IToken | undefined;
  /** End offset of the last part that is not an argument. */
  end: number;
}
