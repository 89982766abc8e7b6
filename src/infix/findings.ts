import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";

/** Kinds of syntax that this language does not have, and the sentences about them. `{}` is the syntax as written. */
const SENTENCES = {
  operator: "The language has no operator {}.",
  /** The colon of a search: `name:x`. */
  colon: "A colon compares no values: functions do.",
  clause: "Only the expression belongs here, without {}.",
  order: "The order belongs in sortBy.",
  path: "A path is written with dots.",
  regex: "A pattern is written as a string, and matches the whole string.",
  method: "{} is called with the member as its first argument.",
  function: "The function {} is written differently here.",
  lambda: "There is no {}(…): a comparison with a list holds if it holds for some element.",
  separator: "Arguments and sort keys are separated by commas, not by '{}'.",
  strength: "A strength is the first argument of a call: ${}.",
  json: "The text is JSON or an object, not an expression.",
  url: "Only the expression belongs here, decoded and without the rest of the URL.",
  percent: "The text is percent-encoded ({}): only its decoded form is an expression.",
  direction: "The direction {} is written differently here.",
  sign: "A sort key has no {}: its direction follows after a colon.",
  collation: "A sort key has no {}: its strength follows after a colon.",
  type: "A value is written without its type {}.",
  list: "A list has no '{}' here: its values are arguments.",
  group: "A parenthesis only follows a function's name.",
  quote: "A string is written in ' or \", not in {}.",
  quotedName: "A name is written without quotes.",
  escape: "A quote inside a string is doubled, not escaped.",
  value: "The value {} is written differently here.",
  unquoted: "The string {} is written in quotes.",
};

export type ConstructKind = keyof typeof SENTENCES;

/** A piece of foreign syntax in a text. */
export interface Construct {
  readonly kind: ConstructKind;
  /** The syntax as written, for the message. */
  readonly image: string;
  readonly span: Span;
}

/** Constructs of texts that may be this language with one mistake. */
const MODERATE: ReadonlySet<ConstructKind> = new Set(["group", "quote", "quotedName", "escape", "direction"]);

/**
 * How certainly a text is written in another language. `strong`: it has operators or other syntax that this language lacks.
 * `moderate`: it may be this language with one mistake, such as parentheses around a condition. `weak`: a value in another
 * notation, which the parser of this language explains equally well. `none`: nothing foreign.
 */
export type Evidence = "strong" | "moderate" | "weak" | "none";

export function evidenceOf(constructs: readonly Construct[]): Evidence {
  const strengths = constructs.map(({ kind }) =>
    MODERATE.has(kind) ? "moderate" : kind === "value" ? "weak" : "strong",
  );
  return (["strong", "moderate", "weak"] as const).find((strength) => strengths.includes(strength)) ?? "none";
}

export function describeConstruct({ kind, image }: Construct): string {
  return SENTENCES[kind].replace("{}", () => show(image));
}

/** Maximum number of operators that a message names. */
const maxOperators = 4;

/**
 * Describes the foreign syntax of a text at its first strong construct.
 *
 * @param written the text in this language, if it is known
 * @example describeConstructs(constructs, "eq(name,'x')").message // The language has no operator =. Write eq(name,'x').
 */
export function describeConstructs(
  constructs: readonly Construct[],
  written: string | undefined,
): { readonly message: string; readonly span: Span } {
  const evidence = evidenceOf(constructs);
  const main = constructs.find((construct) => evidenceOf([construct]) === evidence)!;
  const images = new Set(constructs.flatMap(({ kind, image }) => (kind === "operator" ? [show(image)] : [])));
  const operators = [...images].slice(0, maxOperators).join(", ");
  const sentence =
    main.kind === "operator" && images.size > 1
      ? `The language has no operators such as ${operators}${images.size > maxOperators ? ", …" : ""}.`
      : describeConstruct(main);
  const hasOrder = main.kind !== "order" && constructs.some(({ kind }) => kind === "order");
  // Long expressions are in the fix only.
  const isShort = written !== undefined && show(written) === written;
  return {
    message: sentence + (hasOrder ? ` ${SENTENCES.order}` : "") + (isShort ? ` Write ${written}.` : ""),
    span: main.span,
  };
}

/** Foreign syntax of a text, and the reasons why the text has no translation. */
export class Findings {
  readonly constructs: Construct[] = [];
  readonly problems: Diagnostic[] = [];

  note(kind: ConstructKind, image: string, span: Span): void {
    this.constructs.push({ kind, image, span });
  }

  /** Records an operator, or the colon of a search: `:>`. */
  noteOperator(image: string, span: Span): void {
    this.note(image.startsWith(":") && image !== ":=" ? "colon" : "operator", image, span);
  }

  /** Keeps only some of the constructs. */
  keep(isKept: (construct: Construct) => boolean): void {
    this.constructs.splice(0, Infinity, ...this.constructs.filter(isKept));
  }

  /** Records a problem that makes the translation impossible. Returns a placeholder node. */
  impossible(message: string, span: Span): Expression {
    this.problems.push(diagnostic("foreign-syntax", span, message));
    return makeName("_", span);
  }
}
