import type { IToken } from "chevrotain";
import type { Expression } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";

/** A call whose end is not yet reached. */
export interface Frame {
  /** The call around it. */
  readonly outer: Frame | undefined;
  readonly callee: IToken | undefined;
  readonly parenthesis: IToken;
  readonly args: Expression[];
  strength: Strength | undefined;
  /** What was read last, which decides what may follow. */
  after: "start" | "argument" | "comma";
  comma: IToken | undefined;
  /** Where the last piece ended. */
  end: number;
}
