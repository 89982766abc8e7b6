import type { Expression } from "../../ast/nodes.ts";
import type { BridgeCode } from "./codes.ts";
import type { ExportContext } from "./define-bridge.ts";

/** Base of the writers of conditions. `N` is the type of the result's nodes. */
export abstract class BridgeExporter<N extends object> {
  protected readonly context: ExportContext<N>;

  constructor(context: ExportContext<N>) {
    this.context = context;
  }

  /** Records a condition that is left out. Returns undefined, the translation of such a condition. */
  protected drop(code: BridgeCode, message: string, node: Expression): undefined {
    return this.context.report.drop(code, message, node.span);
  }
}
