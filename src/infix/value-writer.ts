import { isComparisonName } from "../functions/definition/comparisons.ts";
import { readNumeral } from "../ast/literals.ts";
import { localDate } from "../ast/local-dates.ts";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression, Literal } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { ForeignName, ForeignNode } from "../readers/nodes.ts";
import type { Findings } from "./findings.ts";
import type { MixedText } from "./mixed-operands.ts";

/** Writes values and names. */
export class ValueWriter {
  readonly source: MixedText;
  readonly findings: Findings;

  constructor(source: MixedText) {
    this.source = source;
    this.findings = source.findings;
  }

  imageOf({ span }: ForeignNode): string {
    return this.source.text.slice(span.start, span.end);
  }

  /** Whether the text counts characters from 1, as SQL does. Undefined if no operator shows its language. */
  get countsFromOne(): boolean | undefined {
    for (const { kind, image } of this.findings.constructs) {
      if (kind !== "operator") continue;
      if (isComparisonName(image)) return false;
      if (/^(?:=|<>|like|is|in|between)$/i.test(image)) return true;
    }
    return undefined;
  }

  impossible(message: string, span: Span): Expression {
    return this.findings.impossible(message, span);
  }

  string(value: string, span: Span): Literal {
    return makeLiteral("string", value, span);
  }

  call(callee: string, args: readonly Expression[], span: Span): Expression {
    return makeCall(callee, undefined, args, span);
  }

  not(node: Expression, span: Span): Expression {
    return this.call("not", [node], span);
  }

  path({ path: name, isQuoted, span }: ForeignName): Expression {
    if (isQuoted) this.findings.note("quotedName", "`", span);
    const lower = name.toLowerCase();
    if (!isQuoted && (lower === "true" || lower === "false")) {
      if (name !== lower) this.findings.note("value", name, span);
      return makeLiteral("boolean", lower === "true", span);
    }
    const plain = name.replaceAll("?.", ".");
    if (plain !== name) this.findings.note("path", "?.", span);
    if (isDottedName(plain)) return makeName(plain, span);
    const message = `A name has letters, digits, _, @ and - only, so ${show(plain)} cannot be written; the catalog can give the member another name.`;
    return this.impossible(message, span);
  }

  numeral(image: string, span: Span): Expression {
    const { node, problem: invalid } = readNumeral(image, span);
    if (node !== undefined) return node;
    const problem = localDate(image, span) ?? invalid!;
    if (/^[-+]?0\d+$/.test(image)) {
      const message = `A number has no leading zeros: write ${Number(image)}, or '${show(image)}' for a string.`;
      return this.impossible(message, span);
    }
    // The fix of an invalid number or date contains the corrected value, which is used instead.
    const meant = problem.fixes.length === 1 ? problem.fixes[0]!.edits[0]!.text : undefined;
    if (meant === undefined) {
      this.findings.problems.push(problem);
      return makeName("_", span);
    }
    this.findings.note("value", image, span);
    if (meant.startsWith("'")) return this.string(meant.slice(1, -1).replaceAll("''", "'"), span);
    return readNumeral(meant, span).node ?? this.impossible(problem.message, span);
  }

  /** Writes an unquoted value of RSQL: a number, a date, `true`, `false` or a string. */
  bare(image: string, span: Span): Expression {
    const lower = image.toLowerCase();
    if (lower === "true" || lower === "false") return makeLiteral("boolean", lower === "true", span);
    const read = /^-?\d/.test(image) ? readNumeral(image, span).node : undefined;
    return read ?? this.string(image, span);
  }
}
