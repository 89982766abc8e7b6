import { makeLiteral } from "../../ast/make-node.ts";
import type { Literal } from "../../ast/nodes.ts";
import { normalNumber } from "../../ast/normal-number.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { classifyTemporal } from "../../values/instant.ts";
import { isTemporal, type ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { BridgePlace } from "../contract/types.ts";
import type { JsonSource } from "./source.ts";

const NUMBER = /^-?(?:0|[1-9]\d{0,307})(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts a value of JSON to a literal of the type that a member has. Without a type, the literal has the type of the value.
 * Undefined, with a note, if there is no such literal.
 */
export function jsonLiteral(
  { value, place }: Pick<JsonSource, "value" | "place">,
  type: ValueType["type"] | undefined,
  importer: BridgeImporter,
): Literal | undefined {
  const { report } = importer;
  const mismatch = (): undefined =>
    report.drop("type-conversion", `${print(value)} is compared with a member of the type ${type!}.`, place);
  switch (typeof value) {
    case "boolean":
      return type === undefined || type === "boolean" ? importer.boolean(value, NOWHERE) : mismatch();
    case "bigint":
    case "number":
      if (typeof value === "number" && !Number.isFinite(value)) break;
      if (type === "string") return numberAsString(String(value), place, importer);
      if (type === "boolean")
        return value == 0 || value == 1 ? importer.boolean(value == 1, NOWHERE) : mismatch();
      if (type !== undefined && isTemporal(type)) return mismatch();
      return makeLiteral("number", normalNumber(value), NOWHERE);
    case "string":
      if (type === "integer" || type === "number") {
        if (!NUMBER.test(value) || !Number.isFinite(Number(value))) return mismatch();
        const isInteger = /^-?\d+$/.test(value);
        return makeLiteral("number", normalNumber(isInteger ? BigInt(value) : Number(value)), NOWHERE);
      }
      if (type === "boolean")
        return value === "true" || value === "false"
          ? importer.boolean(value === "true", NOWHERE)
          : mismatch();
      return type !== undefined && isTemporal(type)
        ? (temporalLiteral(value, type) ?? mismatch())
        : importer.string(value, NOWHERE);
  }
  return report.drop("unsupported-value", `tamis has no value such as ${describeValue(value)}.`, place);
}

/** Reads a date, time or date-time. Dates and date-times can be compared with each other, but not with times. */
export function temporalLiteral(text: string, type: "date" | "time" | "dateTime"): Literal | undefined {
  const plain = text.replace(/^(\d{4}-\d\d-\d\d) /, "$1T").replace(/\+00:?(?:00)?$/, "Z");
  const temporalType = classifyTemporal(plain);
  if (temporalType === undefined || (temporalType === "time") !== (type === "time")) return undefined;
  return makeLiteral(temporalType, plain, NOWHERE);
}

function numberAsString(text: string, place: BridgePlace, importer: BridgeImporter): Literal {
  const node = importer.string(text, NOWHERE);
  importer.report.note(
    "type-conversion",
    "other",
    `The number ${text} is compared with strings.`,
    place,
    node,
  );
  return node;
}

function print(value: unknown): string {
  return typeof value === "string" ? `'${show(value)}'` : String(value);
}
