import { makeLiteral } from "../../ast/make-node.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { classifyTemporal, type TemporalType } from "../../values/instant.ts";
import { isTemporal } from "../../values/types.ts";
import { GridImporter } from "../grids/importer.ts";
import type { BridgePlace } from "../contract/types.ts";
import type { JsonSource } from "../json/source.ts";
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

/** A condition of a model. */
interface Condition {
  readonly model: JsonSource;
  readonly filterType: string | undefined;
  readonly of: Expression;
  /** Whether the condition belongs to an advanced filter model, whose dates are in `filter`. */
  readonly isAdvanced: boolean;
}

/** Translates a filter model into the condition that AG Grid evaluates. */
export class AgGridImporter extends GridImporter {
  filter(source: JsonSource): Expression | undefined {
    if (source.value === null) return this.all([]);
    if (!source.isObject) source.fail("A filter model is an object with a model for each column.");
    if (source.stringOf("filterType") !== undefined) return this.#advanced(source);
    const parts = source.entries().flatMap(([id, model]): readonly (Expression | undefined)[] => {
      if (model.value === null) return [];
      if (!model.isObject) model.fail("The model of a column is an object.");
      const of = this.member(id, model.place);
      return of === undefined ? [undefined] : this.#column(model, of);
    });
    return this.all(parts);
  }

  /** Translates a condition. Recursion is safe: the depth is limited. */
  #advanced(model: JsonSource): Expression | undefined {
    const filterType = model.stringOf("filterType");
    if (filterType === "join") {
      const conditions = model.property("conditions") ?? model;
      if (!conditions.isArray) conditions.fail("A join has a list of conditions.");
      const parts = model.nested(() => conditions.items().map((item) => this.#advanced(item)));
      return model.property("type")?.value === "OR" && parts.length > 0 ? this.any(parts) : this.all(parts);
    }
    const id = model.property("colId");
    if (typeof id?.value !== "string") model.fail("A condition of an advanced filter has a colId.");
    const of = this.member(id.value, id.place);
    return of && this.#condition({ model, filterType, of, isAdvanced: true });
  }

  /** Translates the filter model of one column. The returned conditions are joined by `and`. */
  #column(model: JsonSource, of: Expression): readonly (Expression | undefined)[] {
    const filterType = model.stringOf("filterType");
    if (filterType === "multi") {
      const models = model.property("filterModels")?.items() ?? [];
      return models.flatMap((item) => (item.isObject ? this.#column(item, of) : []));
    }
    const { value: operator = null } = model.property("operator") ?? {};
    if (operator === null || operator === "")
      return [this.#condition({ model, filterType, of, isAdvanced: false })];
    const list = model.property("conditions");
    // Versions before 29.2 have the properties `condition1` and `condition2` instead of a list.
    const conditions = list?.isArray
      ? list.items()
      : ["condition1", "condition2"].flatMap((key) => model.property(key) ?? []);
    const parts = conditions
      .filter(({ isObject }) => isObject)
      .map((item) => {
        const ownType = item.stringOf("filterType") ?? filterType;
        return this.#condition({ model: item, filterType: ownType, of, isAdvanced: false });
      });
    return operator === "OR" && parts.length > 0 ? [this.any(parts)] : parts;
  }

  #condition(condition: Condition): Expression | undefined {
    const { model, filterType, of } = condition;
    const { place } = model;
    const type = model.stringOf("type");
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

  #boolean({ of, model: { place } }: Condition, type: "true" | "false"): Expression | undefined {
    const declared = this.typeOf(of);
    if (declared === undefined || declared === "boolean")
      return this.compare("eq", of, [this.to.boolean(type === "true", NOWHERE)]);
    return this.to.report.drop(
      "type-conversion",
      `A boolean is compared with a member of the type ${declared}.`,
      place,
    );
  }

  /** Translates a condition on text. In AG Grid, null is unequal to each text, and contains none. */
  #text({ model, of, isAdvanced }: Condition, type: string | undefined): Expression | undefined {
    const { report } = this.to;
    const callee = TEXT_TESTS.get(type ?? "");
    if (callee === undefined)
      return report.drop(
        "unsupported-operator",
        `AG Grid has no filter of text ${show(type ?? "")}.`,
        placeIn(model, "type"),
      );
    const { place } = model;
    const value = model.property("filter")?.value;
    const isText = typeof value === "string" || typeof value === "number";
    if (!this.isSearchable(of, place)) return undefined;
    const isNegative = type === "notEqual" || type === "notContains";
    if (!isText || value === "") {
      if (isAdvanced) return report.drop("unsupported-value", "The condition has no text.", place);
      // A search without text matches no value. Its opposite matches null only.
      return isNegative ? this.isNull(of) : this.to.boolean(false, NOWHERE);
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
    const { model, of } = condition;
    const { report } = this.to;
    const callee = SCALAR_TESTS.get(type ?? "");
    const isRange = type === "inRange";
    if (callee === undefined && !isRange)
      return report.drop(
        "unsupported-operator",
        `${show(type ?? "This condition")} depends on the current day, or is no condition of AG Grid.`,
        placeIn(model, "type"),
      );
    const keys = isRange ? [key, key === "filter" ? "filterTo" : "dateTo"] : [key];
    const values = keys.map((item) => this.#value(condition, model.property(item)?.value));
    if (values.includes(undefined))
      return report.drop(
        "unsupported-value",
        "The condition has no value of the type of the column.",
        placeIn(model, key),
      );
    const [from, to] = values as [Literal, Literal];
    // `inRange` of AG Grid excludes both bounds.
    const comparison =
      callee === undefined
        ? this.all([this.compare("gt", of, [from]), this.compare("lt", of, [to])])
        : this.compare(callee, of, [from]);
    if (from.type === "dateTime") {
      const message = "AG Grid reads dates in the time zone of the browser, tamis in UTC.";
      report.note("time-zone", "other", message, model.place, comparison);
    }
    return comparison;
  }

  #value({ filterType, of }: Condition, value: unknown): Literal | undefined {
    const type = this.typeOf(of);
    if (!DATE_TYPES.has(filterType)) {
      const isBigint = typeof value === "string" && /^\s*[+-]?\d{1,300}n?\s*$/.test(value);
      const isText = filterType === "bigint" && isBigint;
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
    return classifyTemporal(text) === target ? makeLiteral<TemporalType>(target, text, NOWHERE) : undefined;
  }

  /** Translates a set filter. Its values are strings, which are compared in upper case. White space counts as null. */
  #set({ model, of, isAdvanced }: Condition, type: string | undefined): Expression | undefined {
    const { report } = this.to;
    const { place } = model;
    const list = model.property("values");
    if (!list?.isArray) return report.drop("unsupported-value", "A set has a list of values.", place);
    const isNegated = isAdvanced && type === "isNoneOf";
    const values = list.items().map(({ value }) => value);
    const keys = values.filter((key): key is string => typeof key === "string" && !isBlank(key));
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
      : (test ?? this.to.boolean(false, NOWHERE));
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
    place: BridgePlace,
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
        ? this.to.boolean(false, NOWHERE)
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

/** Returns the place of a property, or of the object if it lacks the property. */
function placeIn(model: JsonSource, key: string): BridgePlace {
  return (model.property(key) ?? model).place;
}

/** Returns whether AG Grid counts a string as blank. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
