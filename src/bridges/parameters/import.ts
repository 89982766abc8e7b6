import type { Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { classifyTemporal } from "../../values/instant.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { Search } from "../../readers/patterns.ts";
import { literalOf } from "../syntax/literals.ts";
import { searchCall } from "../syntax/searches.ts";

/** A test of one member, as a parameter has it. */
export interface ParameterTest {
  readonly path: string;
  readonly callee: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "in" | "contains" | "startsWith" | "endsWith";
  readonly values: readonly string[];
  readonly ignoresCase?: boolean;
  readonly span: Span;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Translates a test. Values have the type of the member. */
export function importTest(test: ParameterTest, importer: BridgeImporter): Expression | undefined {
  const { path, callee, values, ignoresCase = false, span } = test;
  const { report, types } = importer;
  const name = importer.name(path, span);
  if (name === undefined) return undefined;
  const type = types.typeOfAll([name]);
  const isSearch = /^(?:contains|startsWith|endsWith)$/.test(callee);
  if (isSearch && type !== undefined && type !== "string") {
    const message = `This searches strings, and the member has the type ${type}.`;
    return report.drop("type-conversion", message, span);
  }
  const literals = values.map((text) => parameterValue(text, isSearch ? "string" : type, span, importer));
  // One value has no translation. The list without it would keep other rows.
  if (literals.includes(undefined)) return undefined;
  const items = literals as readonly Literal[];
  const isString = items.some((item) => item.type === "string");
  const isOrdered = /^[lg][te]$/.test(callee);
  const exact = isString && !isOrdered ? types.exactStrength([name]) : undefined;
  const result = importer.call(callee, [name, ...items], span, ignoresCase && isString ? "secondary" : exact);
  if (ignoresCase && isString) {
    const message = "The server ignores case by rules of its own, tamis by the collation of a language.";
    report.note("case-sensitivity", "other", message, span, result);
  }
  if (isOrdered && isString && types.strengthOf([name]) !== "codePoint") {
    const message = "tamis compares strings in the order of a language, databases in that of a collation.";
    report.note("string-order", "other", message, span, result);
  }
  if (types.isList(name)) {
    const message = "In tamis, some element of the list has to match. The server may compare the whole list.";
    report.note("list-logic", "other", message, span, result);
  }
  return result;
}

/** Returns the literal of a value without quotes. It has the type of the member; without a catalog, the type of its notation. */
export function parameterValue(
  text: string,
  type: ValueType["type"] | undefined,
  span: Span,
  importer: BridgeImporter,
): Literal | undefined {
  if (type !== undefined) return literalOf({ kind: "value", type: "string", text, span }, type, importer);
  const guess = looksTyped(text);
  const literal = literalOf({ kind: "value", type: "string", text, span }, guess, importer);
  if (literal !== undefined && guess !== undefined) {
    const message = `${show(text)} is read as a ${guess}, because no catalog declares the member.`;
    importer.report.note("type-conversion", "other", message, span, literal);
  }
  return literal;
}

/** Returns the type whose notation a value has, such as "number" for `12`. Undefined for a string. */
export function looksTyped(text: string): "number" | "boolean" | "date" | "time" | "dateTime" | undefined {
  if (NUMBER.test(text)) return "number";
  return /^(?:true|false)$/i.test(text) ? "boolean" : classifyTemporal(text);
}

/** Translates a test that a member is null, or is not. */
export function importNullTest(
  path: string,
  isNull: boolean,
  span: Span,
  importer: BridgeImporter,
): Expression | undefined {
  const name = importer.name(path, span);
  if (name === undefined) return undefined;
  const test = importer.isNull(name, span);
  return isNull ? test : importer.call("not", [test], span);
}

/** Translates a pattern of LIKE or a regular expression. Ignores case by the collation of a language. */
export function importSearch(
  path: string,
  search: Search | undefined,
  ignoresCase: boolean,
  span: Span,
  importer: BridgeImporter,
): Expression | undefined {
  const { report, types } = importer;
  if (search === undefined) return report.drop("unsupported-value", "tamis has no such pattern.", span);
  const name = importer.name(path, span);
  if (name === undefined) return undefined;
  const type = types.typeOf(name);
  if (type !== undefined && type !== "string") {
    const message = `Patterns match strings, and the member has the type ${type}.`;
    return report.drop("type-conversion", message, span);
  }
  const strength = ignoresCase ? "secondary" : types.exactStrength([name]);
  const condition = searchCall(name, search, strength, span, importer);
  if (ignoresCase) {
    const message = "ILIKE ignores case by the rules of the database, tamis by the collation of a language.";
    report.note("case-sensitivity", "other", message, span, condition);
  }
  return condition;
}
