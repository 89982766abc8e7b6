import { makeLiteral } from "../../ast/make-node.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { isRecord } from "../../values/is-object.ts";
import { classifyTemporal, type TemporalType } from "../../values/instant.ts";
import { isTemporal } from "../../values/types.ts";
import { GridImporter } from "../grids/importer.ts";
import { JsonPlace, NO_TEXT, own, stringIn, type JsonRecord } from "../grids/json.ts";
import { comparisonsOf } from "../syntax/comparisons.ts";

export const SCALAR_TESTS = /* @__PURE__ */ comparisonsOf(
  "equals notEqual lessThan lessThanOrEqual greaterThan greaterThanOrEqual",
);
const TEXT_TESTS: ReadonlyMap<string, string> = new Map([
  ["equals", "eq"],
  ["notEqual", "ne"],
  ["contains", "contains"],
  ["notContains", "contains"],
  ["startsWith", "startsWith"],
  ["endsWith", "endsWith"],
]);
const DATE_TYPES: ReadonlySet<string | undefined> = new Set([
  "date",
  "dateString",
  "dateTime",
  "dateTimeString",
]);

/** A condition of a model, and the place of its values in the source. */
interface Condition {
  readonly model: JsonRecord;
  readonly of: Expression;
  readonly place: JsonPlace;
  /** Whether the condition belongs to an advanced filter model, whose dates are in `filter`. */
  readonly isAdvanced: boolean;
}

/** Translates a filter model into the condition that AG Grid evaluates. */
export class AgGridImporter extends GridImporter {
  filter(source: unknown): Expression | undefined {
    if (source === null) return this.all([]);
    const place = new JsonPlace();
    if (!isRecord(source))
      return this.to.report.fail(
        "syntax",
        "A filter model is an object with a model for each column.",
        place,
      );
    if (stringIn(source, "filterType") !== undefined) return this.#advanced(source, place, 0);
    const parts: (Expression | undefined)[] = [];
    for (const [id, model] of Object.entries(source)) {
      const at = place.at(id);
      if (model === null || model === undefined) continue;
      if (!isRecord(model)) return this.to.report.fail("syntax", "The model of a column is an object.", at);
      const of = this.member(id, at);
      if (of === undefined) parts.push(undefined);
      else parts.push(...this.#column({ model, of, place: at, isAdvanced: false }));
    }
    return this.all(parts);
  }

  /** Translates a condition. Recursion is safe: the depth is limited. */
  #advanced(model: JsonRecord, place: JsonPlace, depth: number): Expression | undefined {
    const { report, limits } = this.to;
    if (depth > limits.depth)
      return report.fail("limit", `The model is nested deeper than ${limits.depth}.`, place);
    if (stringIn(model, "filterType") === "join") {
      const conditions = own(model, "conditions");
      if (!Array.isArray(conditions) || !conditions.every(isRecord))
        return report.fail("syntax", "A join has a list of conditions.", place.at("conditions"));
      const parts = conditions.map((item, i) => this.#advanced(item, place.at("conditions", i), depth + 1));
      return own(model, "type") === "OR" && parts.length > 0 ? this.any(parts) : this.all(parts);
    }
    const id = stringIn(model, "colId");
    if (id === undefined)
      return report.fail("syntax", "A condition of an advanced filter has a colId.", place);
    const of = this.member(id, place.at("colId"));
    return of && this.#condition({ model, of, place, isAdvanced: true });
  }

  /** Translates the filter model of one column. The returned conditions are joined by `and`. */
  #column(column: Condition): readonly (Expression | undefined)[] {
    const { model, of, place } = column;
    if (stringIn(model, "filterType") === "multi") {
      const models = own(model, "filterModels");
      if (!Array.isArray(models)) return [];
      return (models as readonly unknown[]).flatMap((item, i) =>
        isRecord(item) ? this.#column({ ...column, model: item, place: place.at("filterModels", i) }) : [],
      );
    }
    const operator = own(model, "operator");
    if (operator === undefined || operator === null || operator === "") return [this.#condition(column)];
    const list = own(model, "conditions");
    // Versions before 29.2 have the properties `condition1` and `condition2` instead of a list.
    const conditions: readonly (readonly [unknown, JsonPlace])[] = Array.isArray(list)
      ? list.map((item: unknown, i) => [item, place.at("conditions", i)] as const)
      : ["condition1", "condition2"].map((key) => [own(model, key), place.at(key)] as const);
    const filterType = own(model, "filterType");
    const parts = conditions.flatMap(([item, at]) => {
      if (!isRecord(item)) return [];
      const typed = stringIn(item, "filterType") === undefined ? { ...item, filterType } : item;
      return [this.#condition({ model: typed, of, place: at, isAdvanced: false })];
    });
    return operator === "OR" && parts.length > 0 ? [this.any(parts)] : parts;
  }

  #condition(condition: Condition): Expression | undefined {
    const { model, of, place } = condition;
    const filterType = stringIn(model, "filterType");
    const type = stringIn(model, "type");
    if (filterType === "set") return this.#set(condition, type);
    if (type === "blank" || type === "notBlank") return this.isEmpty(of, place, type === "notBlank");
    if (this.isList(of) && filterType !== "set")
      return this.to.report.drop("list-logic", "Only the set filter compares the elements of a list.", place);
    if (filterType === "text" || filterType === "object") return this.#text(condition, type);
    if (filterType === "number" || filterType === "bigint") return this.#scalar(condition, type, "filter");
    if (DATE_TYPES.has(filterType))
      return this.#scalar(condition, type, condition.isAdvanced ? "filter" : "dateFrom");
    if (filterType === "boolean" && (type === "true" || type === "false"))
      return this.#boolean(condition, type);
    const filterName = show(String(filterType ?? type));
    return this.to.report.drop(
      "unsupported-operator",
      `AG Grid has no built-in filter of the type ${filterName}.`,
      place,
    );
  }

  #boolean({ of, place }: Condition, type: "true" | "false"): Expression | undefined {
    const declared = this.typeOf(of);
    if (declared === undefined || declared === "boolean")
      return this.compare("eq", of, [this.to.boolean(type === "true", NO_TEXT)]);
    return this.to.report.drop(
      "type-conversion",
      `A boolean is compared with a member of the type ${declared}.`,
      place,
    );
  }

  /** Translates a condition on text. In AG Grid, null is unequal to each text, and contains none. */
  #text({ model, of, place, isAdvanced }: Condition, type: string | undefined): Expression | undefined {
    const { report } = this.to;
    const callee = TEXT_TESTS.get(type ?? "");
    if (callee === undefined)
      return report.drop(
        "unsupported-operator",
        `AG Grid has no filter of text ${show(type ?? "")}.`,
        place.at("type"),
      );
    const value = own(model, "filter");
    const isText = typeof value === "string" || typeof value === "number";
    if (!this.isSearchable(of, place)) return undefined;
    const isNegative = type === "notEqual" || type === "notContains";
    if (!isText || value === "") {
      if (isAdvanced) return report.drop("unsupported-value", "The condition has no text.", place);
      // A search without text matches no value. Its opposite matches null only.
      return isNegative ? this.isNull(of) : this.to.boolean(false, NO_TEXT);
    }
    const test = this.compareLetters(callee, "lower", of, [String(value)]);
    if (!isNegative) return test;
    return this.orNull(of, type === "notEqual" ? test : this.not(test));
  }

  /** Translates a condition on numbers or dates. Null matches none of them. */
  #scalar(
    condition: Condition,
    type: string | undefined,
    key: "filter" | "dateFrom",
  ): Expression | undefined {
    const { model, of, place } = condition;
    const { report } = this.to;
    const callee = SCALAR_TESTS.get(type ?? "");
    const isRange = type === "inRange";
    if (callee === undefined && !isRange)
      return report.drop(
        "unsupported-operator",
        `${show(type ?? "This condition")} depends on the current day, or is no condition of AG Grid.`,
        place.at("type"),
      );
    const keys = isRange ? [key, key === "filter" ? "filterTo" : "dateTo"] : [key];
    const values = keys.map((item) => this.#value(condition, own(model, item)));
    if (values.includes(undefined))
      return report.drop(
        "unsupported-value",
        "The condition has no value of the type of the column.",
        place.at(key),
      );
    const [from, to] = values as [Literal, Literal];
    // `inRange` of AG Grid excludes both bounds.
    const comparison =
      callee === undefined
        ? this.all([this.compare("gt", of, [from]), this.compare("lt", of, [to])])
        : this.compare(callee, of, [from]);
    if (from.type === "dateTime") {
      const message = "AG Grid reads dates in the time zone of the browser, tamis in UTC.";
      report.note("time-zone", "other", message, place, comparison);
    }
    return comparison;
  }

  #value({ model, of }: Condition, value: unknown): Literal | undefined {
    const type = this.typeOf(of);
    if (!DATE_TYPES.has(stringIn(model, "filterType"))) {
      const isBigint = typeof value === "string" && /^\s*[+-]?\d{1,300}n?\s*$/.test(value);
      const isText = stringIn(model, "filterType") === "bigint" && isBigint;
      const number = isText
        ? BigInt(
            value
              .replace(/n?\s*$/, "")
              .trim()
              .replace(/^\+/, ""),
          )
        : value;
      return typeof number === "number" || typeof number === "bigint"
        ? this.literal(number, type)
        : undefined;
    }
    if (typeof value !== "string" || (type !== undefined && !isTemporal(type))) return undefined;
    const [day, time] = value.split(/[ T]/) as [string, string | undefined];
    const isDay = type === "date" || (type === undefined && (time === undefined || time === "00:00:00"));
    const text = isDay ? day : `${day}T${time ?? "00:00:00"}`;
    if (isDay && time !== undefined && time !== "00:00:00") return undefined;
    const target: TemporalType = isDay ? "date" : "dateTime";
    return classifyTemporal(text) === target ? makeLiteral<TemporalType>(target, text, NO_TEXT) : undefined;
  }

  /** Translates a set filter. Its values are strings, which are compared in upper case. White space counts as null. */
  #set({ model, of, place, isAdvanced }: Condition, type: string | undefined): Expression | undefined {
    const { report } = this.to;
    const values = own(model, "values");
    if (!Array.isArray(values)) return report.drop("unsupported-value", "A set has a list of values.", place);
    const isNegated = isAdvanced && type === "isNoneOf";
    const keys = (values as readonly unknown[]).filter(
      (key): key is string => typeof key === "string" && !isBlank(key),
    );
    const hasNull = values.includes(null);
    const declared = this.typeOf(of);
    if (declared !== undefined && (isTemporal(declared) || declared === "map" || declared === "object"))
      return report.drop(
        "type-conversion",
        `A set has the strings of values of the type ${declared}.`,
        place,
      );
    if (this.isList(of)) return this.#setOfList(of, keys, hasNull, isNegated, place);
    const test = this.#oneOf(of, keys);
    const condition = hasNull
      ? this.any([this.isEmpty(of, place, false), ...(test === undefined ? [] : [test])])
      : (test ?? this.to.boolean(false, NO_TEXT));
    if (!isNegated) return condition;
    return hasNull
      ? condition && this.not(condition)
      : this.orNull(of, condition === undefined ? this.any([])! : this.not(condition));
  }

  #setOfList(
    of: Expression,
    keys: readonly string[],
    hasNull: boolean,
    isNegated: boolean,
    place: JsonPlace,
  ): Expression | undefined {
    const { report } = this.to;
    const type = this.typeOf(of);
    if (hasNull || (type !== undefined && type !== "string"))
      return report.drop(
        "list-logic",
        "A set finds empty lists and null elements, which tamis cannot find.",
        place,
      );
    const test =
      keys.length === 0
        ? this.to.boolean(false, NO_TEXT)
        : this.compare(
            "in",
            of,
            keys.map((key) => this.string(key)),
          );
    const condition = isNegated ? this.orNull(of, this.not(test)) : test;
    if (keys.length > 0) {
      const message = "AG Grid compares strings in upper case, and tamis cannot change the case of a list.";
      report.note("case-sensitivity", isNegated ? "more" : "fewer", message, place, condition);
    }
    return condition;
  }

  #oneOf(of: Expression, keys: readonly string[]): Expression | undefined {
    const type = this.typeOf(of);
    if (keys.length === 0) return undefined;
    if (type === undefined || type === "string") return this.compareLetters("in", "upper", of, keys);
    const literals = keys.flatMap((key) => {
      const upper = key.toUpperCase();
      const value =
        type === "boolean" ? (upper === "TRUE" ? true : upper === "FALSE" ? false : undefined) : Number(key);
      // AG Grid compares the set's strings with the number's own string: `"1.0"` never equals 1.
      const isSame: boolean = type === "boolean" || String(value).toUpperCase() === upper;
      const literal = isSame ? this.literal(value, type) : undefined;
      return literal === undefined ? [] : [literal];
    });
    return literals.length === 0 ? undefined : this.compare("in", of, literals);
  }
}

/** Returns whether AG Grid counts a string as blank. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
