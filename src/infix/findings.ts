import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { Construct, ConstructKind } from "./constructs.ts";

/** Foreign syntax of a text, and the reasons why the text has no translation. */
export class Findings {
  readonly constructs: Construct[] = [];
  readonly problems: Diagnostic[] = [];

  note(kind: ConstructKind, image: string, span: Span): void {
    this.constructs.push({ kind, image, span });
  }

  /** Removes the constructs within a span. */
  forget({ start, end }: Span): void {
    const kept = this.constructs.filter(({ span }) => span.start < start || span.end > end);
    this.constructs.splice(0, Infinity, ...kept);
  }

  /** Records a path. Its beginning is no construct of its own. */
  notePath(image: string, span: Span): void {
    const last = this.constructs.at(-1);
    if (last?.kind === "path" && last.span.start === span.start) this.constructs.pop();
    this.note("path", image, span);
  }

  /** Records a problem that makes the translation impossible. Returns a placeholder node. */
  impossible(message: string, span: Span): Expression {
    this.problems.push(diagnostic("foreign-syntax", span, message));
    return makeName("_", span);
  }
}
