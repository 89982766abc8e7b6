import { makeLiteral } from "../../ast/make-node.ts";
import type { Literal, TemporalLiteral } from "../../ast/nodes.ts";
import { normalNumber } from "../../ast/normal-number.ts";
import { show } from "../../diagnostics/show.ts";
import { classifyTemporal } from "../../values/instant.ts";
import { isTemporal, type ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { placeOf, type ForeignValue } from "../../readers/nodes.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Maximum number of significant digits of a double in its shortest decimal form. More digits get a note about precision. */
const maxDigits = 17;
const maxIntegerDigits = 309;

/**
 * Converts a value of another language to a literal of the type that a member has. Without a type, the literal has the type
 * of the value. Undefined, with a note, if there is no such literal.
 */
export function literalOf(
  value: ForeignValue,
  type: ValueType["type"] | undefined,
  importer: BridgeImporter,
): Literal | undefined {
  const { text, span } = value;
  const { report } = importer;
  const place = placeOf(value);
  const mismatch = (): undefined =>
    report.drop("type-conversion", `${print(value)} is compared with a member of the type ${type!}.`, place);
  switch (value.type) {
    case "null":
      return report.drop("unsupported-value", "Null cannot be used as a value here.", place);
    case "other":
      return report.drop("unsupported-value", `tamis has no value such as ${show(text)}.`, place);
    case "boolean":
      if (type === undefined || type === "boolean") return importer.boolean(text === "true", span);
      return mismatch();
    case "number":
      if (type === "string") {
        const node = importer.string(text, span);
        report.note(
          "type-conversion",
          "other",
          `The number ${show(text)} is compared with strings.`,
          place,
          node,
        );
        return node;
      }
      if (type === "boolean" && (text === "0" || text === "1")) return importer.boolean(text === "1", span);
      return type !== undefined && isTemporal(type) ? mismatch() : numberOf(value, importer);
    case "date":
    case "time":
    case "dateTime":
      if (type !== undefined && !areComparable(type, value.type)) return mismatch();
      return temporalOf(value) ?? mismatchOf(value, importer);
    case "string":
      if (type === "integer" || type === "number")
        return NUMBER.test(text) ? numberOf(value, importer) : mismatch();
      if (type === "boolean") {
        const isBoolean = /^(?:true|false)$/i.test(text);
        return isBoolean ? importer.boolean(text.toLowerCase() === "true", span) : mismatch();
      }
      if (type !== undefined && isTemporal(type)) {
        const literal = temporalOf(value);
        if (literal === undefined || !areComparable(type, literal.type)) return mismatch();
        if (type === "date" && literal.type === "dateTime") {
          const message = `A server can read ${print(value)} as a date, because the member is one.`;
          report.note("type-conversion", "other", message, place, literal);
        }
        return literal;
      }
      return importer.string(text, span);
  }
}

/** Returns the first instant of a date in UTC if the member has date-times. Returns all other literals as they are. */
export function instantOfDate(literal: Literal, type: ValueType["type"] | undefined): Literal {
  return literal.type === "date" && type === "dateTime"
    ? makeLiteral<TemporalLiteral["type"]>("dateTime", `${literal.value}T00:00:00Z`, literal.span)
    : literal;
}

function mismatchOf(value: ForeignValue, { report }: BridgeImporter): undefined {
  const { text, type } = value;
  return report.drop("unsupported-value", `${show(text)} is not a valid ${type}.`, placeOf(value));
}

/** Dates and date-times can be compared with each other, but not with times. */
function areComparable(a: ValueType["type"], b: ValueType["type"]): boolean {
  return isTemporal(a) && isTemporal(b) && (a === "time") === (b === "time");
}

function print({ type, text }: ForeignValue): string {
  return type === "string" ? `'${show(text)}'` : show(text);
}

function temporalOf({ text, span }: ForeignValue): Literal | undefined {
  const plain = text.replace(/^(\d{4}-\d\d-\d\d) /, "$1T").replace(/\+00:?(?:00)?$/, "Z");
  const temporalType = classifyTemporal(plain);
  return temporalType && makeLiteral(temporalType, plain, span);
}

export function numberOf(value: ForeignValue, { report }: BridgeImporter): Literal | undefined {
  const { text, span } = value;
  const isInteger = /^-?\d+$/.test(text);
  const isTooLong = isInteger && text.length > maxIntegerDigits;
  if (isTooLong || !NUMBER.test(text) || !Number.isFinite(Number(text)))
    return report.drop(
      "unsupported-value",
      `${show(text)} is not a number that a double can hold.`,
      placeOf(value),
    );
  const node = makeLiteral("number", normalNumber(isInteger ? BigInt(text) : Number(text)), span);
  const digits = isInteger
    ? 0
    : text
        .replace(/[eE].*$/, "")
        .replace(/^-?0*\.?0*/, "")
        .replace(".", "").length;
  if (digits > maxDigits)
    report.note(
      "number-precision",
      "other",
      `A number has about 17 significant digits, not ${digits}.`,
      placeOf(value),
      node,
    );
  return node;
}
