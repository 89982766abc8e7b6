import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { evidenceOf, type Construct, type ConstructKind } from "./constructs.ts";

/** The message about the foreign syntax of a text, and its position. */
export interface Description {
  readonly message: string;
  readonly span: Span;
}

const SENTENCES: Readonly<Record<ConstructKind, (image: string) => string>> = {
  operator: (image) => `The language has no operator ${image}.`,
  colon: () => "A colon compares no values: functions do.",
  clause: (image) => `Only the expression belongs here, without ${image}.`,
  order: () => "The order belongs in sortBy.",
  path: () => "A path is written with dots.",
  regex: () => "A pattern is written as a string, and matches the whole string.",
  method: (image) => `${image} is called with the member as its first argument.`,
  function: (image) => `The function ${image} is written differently here.`,
  lambda: (image) => `There is no ${image}(…): a comparison with a list holds if it holds for some element.`,
  separator: (image) => `Arguments and sort keys are separated by commas, not by '${image}'.`,
  strength: (image) => `A strength is the first argument of a call: $${image}.`,
  json: () => "The text is JSON or an object, not an expression.",
  url: () => "Only the expression belongs here, decoded and without the rest of the URL.",
  percent: (image) => `The text is percent-encoded (${image}): only its decoded form is an expression.`,
  direction: (image) => `The direction ${image} is written differently here.`,
  sign: (image) => `A sort key has no ${image}: its direction follows after a colon.`,
  type: (image) => `A value is written without its type ${image}.`,
  list: (image) => `A list has no '${image}' here: its values are arguments.`,
  group: () => "A parenthesis only follows a function's name.",
  quote: (image) => `A string is written in ' or ", not in ${image}.`,
  quotedName: () => "A name is written without quotes.",
  escape: () => "A quote inside a string is doubled, not escaped.",
  value: (image) => `The value ${image} is written differently here.`,
};

export const describeColon = (): string => SENTENCES.colon("");

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
): Description {
  const evidence = evidenceOf(constructs);
  const main = constructs.find((construct) => evidenceOf([construct]) === evidence)!;
  const order = constructs.find(({ kind }) => kind === "order");
  const sentence =
    main.kind === "operator" ? operatorSentence(constructs) : SENTENCES[main.kind](show(main.image));
  const addition = order === undefined || order === main ? "" : ` ${SENTENCES.order("")}`;
  // Long expressions are in the fix only.
  const isShort = written !== undefined && show(written) === written;
  return { message: sentence + addition + (isShort ? ` Write ${written}.` : ""), span: main.span };
}

function operatorSentence(constructs: readonly Construct[]): string {
  const images = new Set<string>();
  for (const { kind, image } of constructs) if (kind === "operator") images.add(show(image));
  const shown = [...images].slice(0, maxOperators);
  if (shown.length === 1) return SENTENCES.operator(shown[0]!);
  const more = images.size > maxOperators ? ", …" : "";
  return `The language has no operators such as ${shown.join(", ")}${more}.`;
}
