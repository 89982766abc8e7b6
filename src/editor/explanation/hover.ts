import { readNumeral, unquoted } from "../../ast/literals.ts";
import { isStrength } from "../../collation/order/strength.ts";
import { usableMember } from "../../checker/member-gate.ts";
import type { Member } from "../../catalog/types.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { escapeControls } from "../../diagnostics/show.ts";
import { alternatives } from "../../diagnostics/suggest.ts";
import { signatureText } from "../../functions/definition/signature-text.ts";
import type { FunctionDeclaration } from "../../functions/definition/types.ts";
import { parseTemporal } from "../../values/instant.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Environment } from "../contract/environment.ts";
import { typeText } from "../syntax/members.ts";
import { isOption, partAt } from "../syntax/name-parts.ts";
import { DIRECTION_TEXTS, isDirection, STRENGTH_TEXTS } from "../contract/texts.ts";
import { spanOfToken, tokenAt, type Token } from "../syntax/tokens.ts";
import type { Hover } from "../contract/types.ts";

export function hoverAt(
  tokens: readonly Token[],
  offset: number,
  environment: Environment,
): Hover | undefined {
  const token = tokenAt(tokens, offset);
  if (token === undefined) return undefined;
  const span = spanOfToken(token);
  switch (token.kind) {
    case "callee": {
      const definition = environment.functions.get(token.text);
      return definition && { span, ...describeFunction(definition) };
    }
    case "name":
      return describeWord(tokens, token, offset, environment);
    case "string":
      return { span, ...describeString(token) };
    case "numeral":
      return describeNumeral(token, environment);
    case "strength": {
      const strength = token.text.slice(1);
      return isStrength(strength)
        ? { span, title: token.text, lines: [STRENGTH_TEXTS[strength]] }
        : undefined;
    }
    default:
      return undefined;
  }
}

type Description = Omit<Hover, "span">;

function describeFunction(definition: FunctionDeclaration): Description {
  const { name, signatures, summary, nulls, result, strength, examples } = definition;
  const example = examples.find(({ is }) => is === true) ?? examples.at(0);
  return {
    title: signatures.map((signature) => `${signatureText(name, signature)}: ${result}`).join("\n"),
    lines: [
      summary,
      nulls,
      ...(strength ? [`The first argument can be a strength: ${name}($primary,…).`] : []),
    ],
    ...(example === undefined
      ? {}
      : { example: { expression: example.expression, row: example.row, is: example.is } }),
  };
}

function describeWord(
  tokens: readonly Token[],
  token: Token,
  offset: number,
  environment: Environment,
): Hover | undefined {
  const span = spanOfToken(token);
  const { text } = token;
  if (text === "true" || text === "false") return { span, title: text, lines: [`The boolean ${text}.`] };
  if (isOption(tokens, token)) {
    if (isStrength(text)) return { span, title: text, lines: [STRENGTH_TEXTS[text]] };
    if (isDirection(text)) return { span, title: text, lines: [DIRECTION_TEXTS[text]] };
  }
  const { catalog } = environment;
  if (catalog === undefined) return undefined;
  const part = partAt(token, offset, catalog);
  const name = text.slice(0, part.end - token.start);
  const resolved = usableMember(catalog, name);
  if (resolved === undefined) return undefined;
  return { span: { start: token.start, end: part.end }, ...describeMember(name, resolved, catalog.name) };
}

const maxShownValues = 12;

function describeMember(name: string, resolved: ResolvedMember, collection: string): Description {
  const { member, type, nullable } = resolved;
  return {
    title: `${name}: ${typeText(type)}`,
    lines: [
      ...(member.description === undefined ? [] : [member.description]),
      ...(nullable ? ["Can be null or missing."] : []),
      ...enumLines(member),
      ...(member.strength === undefined ? [] : [`Strings are compared at the strength ${member.strength}.`]),
      ...(resolved.sortable ? [] : [`${collection} cannot be sorted by it.`]),
      ...(member.functions === undefined ? [] : [functionsLine([...member.functions])]),
    ],
  };
}

function functionsLine(names: readonly string[]): string {
  return names.length === 0 ? "No function can be called on it." : `Functions: ${names.join(", ")}.`;
}

function enumLines({ enum: values }: Member): readonly string[] {
  if (values === undefined || values.length === 0) return [];
  const items = values.slice(0, maxShownValues).map((value) => `'${escapeControls(value)}'`);
  const extra = values.length - items.length;
  return [extra === 0 ? `One of ${alternatives(items)}.` : `One of ${items.join(", ")} and ${extra} others.`];
}

const maxShownString = 200;

function describeString({ text, isUnterminated }: Token): Description {
  const value = unquoted(isUnterminated ? text : text.slice(0, -1));
  const length = [...value].length;
  const excerpt = value.length > maxShownString ? `${value.slice(0, maxShownString).toWellFormed()}…` : value;
  return {
    title: escapeControls(excerpt),
    lines: [`A string of ${length} ${length === 1 ? "character" : "characters"}.`],
  };
}

function describeNumeral(token: Token, { locale, timeZone }: Environment): Hover | undefined {
  const { node } = readNumeral(token.text, spanOfToken(token));
  if (node === undefined || node.type === "string" || node.type === "boolean") return undefined;
  const span = spanOfToken(token);
  if (node.type === "number")
    return {
      span,
      title: token.text,
      lines: [
        `The number ${new Intl.NumberFormat(locale, ownProperties({ maximumSignificantDigits: 21 })).format(node.value)}.`,
      ],
    };
  const { milliseconds } = parseTemporal(node.type, node.value)!;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, ownProperties({ ...options, calendar: "gregory" })).format(milliseconds);
  const lines =
    node.type === "date"
      ? [
          `${format({ dateStyle: "full", timeZone: "UTC" })}.`,
          "Compared with date-times, it is the first instant of the day in UTC.",
        ]
      : node.type === "time"
        ? [`${format({ timeStyle: "medium", timeZone: "UTC" })} in UTC.`]
        : [
            `${format({ dateStyle: "full", timeStyle: "long", timeZone })}.`,
            ...(timeZone === "UTC"
              ? []
              : [`${format({ dateStyle: "medium", timeStyle: "long", timeZone: "UTC" })}.`]),
          ];
  return { span, title: token.text, lines };
}
