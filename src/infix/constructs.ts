import type { Span } from "../diagnostics/span.ts";

/** A kind of syntax that this language does not have. */
export type ConstructKind =
  | "operator"
  /** The colon of a search: `name:x`. */
  | "colon"
  | "clause"
  | "order"
  | "path"
  | "regex"
  | "method"
  | "function"
  | "lambda"
  | "separator"
  | "strength"
  | "json"
  | "url"
  | "percent"
  | "direction"
  | "sign"
  | "type"
  | "list"
  | "group"
  | "quote"
  | "quotedName"
  | "escape"
  | "value";

/** A piece of foreign syntax in a text. */
export interface Construct {
  readonly kind: ConstructKind;
  /** The syntax as written, for the message. */
  readonly image: string;
  readonly span: Span;
}

/** @param image the operator as written, with the colon of a search: `:>` */
export function kindOfOperator(image: string): ConstructKind {
  return image.startsWith(":") && image !== ":=" ? "colon" : "operator";
}

/** Constructs that prove little about the language of a text. The parser of this language explains them equally well. */
const WEAK: ReadonlySet<ConstructKind> = new Set(["value"]);
const MODERATE: ReadonlySet<ConstructKind> = new Set(["group", "quote", "quotedName", "escape", "direction"]);

/**
 * How certainly a text is written in another language. `strong`: it has operators or other syntax that this language lacks.
 * `moderate`: it may be this language with one mistake, such as parentheses around a condition. `weak`: a value in another
 * notation. `none`: nothing foreign.
 */
export type Evidence = "strong" | "moderate" | "weak" | "none";

export function evidenceOf(constructs: readonly Construct[]): Evidence {
  let evidence: Evidence = "none";
  for (const { kind } of constructs) {
    if (MODERATE.has(kind)) evidence = "moderate";
    else if (!WEAK.has(kind)) return "strong";
    else if (evidence === "none") evidence = "weak";
  }
  return evidence;
}
