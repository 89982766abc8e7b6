import type { Expression, Literal } from "../../ast/nodes.ts";
import { readTemporal } from "../../values/instant.ts";
import { isTemporal } from "../../values/types.ts";
import { GridImporter, type GridType } from "../grids/importer.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgePlace } from "../contract/types.ts";

/** Translates the filter functions for orders and ranges. */
export class TanStackRanges extends GridImporter {
  /** Translates a comparison in order. TanStack Table compares null as 0. */
  protected order(
    callee: "lt" | "le" | "gt" | "ge",
    of: Expression,
    value: unknown,
    place: BridgePlace,
  ): Expression | undefined {
    const type = this.typeOf(of);
    const isNumber =
      type === "integer" || type === "number" || (type === undefined && typeof value === "number");
    const literal = isNumber ? this.#number(value, type) : undefined;
    if (literal === undefined) {
      const message = "TanStack Table compares such values as numbers or in lower case, tamis does not.";
      return this.to.report.drop("type-conversion", message, place);
    }
    // The table tests equality with `===`, which is false for a number and a string. So `>=` with a string means `>`, and `<`,
    // its inverse, means `<=`.
    const isText = typeof value === "string";
    const exact = isText && callee === "ge" ? "gt" : isText && callee === "lt" ? "le" : callee;
    const node = this.compare(exact, of, [literal]);
    return keepsNull(callee, literal.value as number | bigint) ? this.orNull(of, node) : node;
  }

  #number(value: unknown, type: GridType): Literal | undefined {
    if (typeof value === "string" && value.trim() === "") return undefined;
    const isNumber = typeof value === "number" || typeof value === "string";
    return isNumber ? this.literal(Number(value), type) : undefined;
  }

  protected range(
    name: string,
    of: Expression,
    value: unknown,
    place: BridgePlace,
  ): readonly (Expression | undefined)[] {
    const { report } = this.to;
    const drop = (message: string) => [report.drop("unsupported-value", message, place)];
    if (!Array.isArray(value)) return drop("A range is a list of two values.");
    const [min, max] = [value.at(0) as unknown, value.at(1) as unknown];
    if (this.isList(of)) return [report.drop("list-logic", "No range contains a list.", place)];
    switch (name) {
      case "inNumberRange":
        return this.#numberRange(of, min, max);
      case "inDateRange":
        return this.#dateRange(of, min, max, place);
      default:
        return this.#between(name === "between", of, min, max, place);
    }
  }

  #numberRange(of: Expression, min: unknown, max: unknown): readonly Expression[] {
    const type = this.typeOf(of);
    if (type !== undefined && type !== "integer" && type !== "number")
      return [this.to.boolean(false, NOWHERE)];
    const bound = (end: unknown): number =>
      typeof end === "number" ? end : typeof end === "string" ? Number.parseFloat(end) : NaN;
    return this.#bounds(of, this.literal(bound(min), type), this.literal(bound(max), type));
  }

  /** Builds a range with inclusive bounds. Swaps bounds in the wrong order. */
  #bounds(of: Expression, min: Literal | undefined, max: Literal | undefined): readonly Expression[] {
    if (min !== undefined && max !== undefined) {
      if (min.value === max.value) return [this.compare("eq", of, [min])];
      if (min.value > max.value) return this.#bounds(of, max, min);
    }
    const bounds = [
      ...(min === undefined ? [] : [this.compare("ge", of, [min])]),
      ...(max === undefined ? [] : [this.compare("le", of, [max])]),
    ];
    return bounds.length === 0 ? [this.not(this.isNull(of))] : bounds;
  }

  #dateRange(
    of: Expression,
    min: unknown,
    max: unknown,
    place: BridgePlace,
  ): readonly (Expression | undefined)[] {
    const { report } = this.to;
    const type = this.typeOf(of) ?? temporalTypeOf(min) ?? temporalTypeOf(max);
    const isOpen = (end: unknown) => end === undefined || end === null || end === "";
    const bounds = [min, max].map((end) => (isOpen(end) ? undefined : this.literal(end, type)));
    const isKnown = [min, max].every((end, i) => isOpen(end) || bounds[i] !== undefined);
    if (type === undefined || !isTemporal(type) || type === "time" || !isKnown)
      return [
        report.drop("type-conversion", "A range of dates needs a member and values of the same type.", place),
      ];
    const parts = this.#bounds(of, bounds[0], bounds[1]);
    if (type === "dateTime") {
      const message =
        "TanStack Table reads times without a zone in the zone of the machine, to the millisecond.";
      report.note("time-zone", "other", message, place, parts[0]);
    }
    return parts;
  }

  /** Translates `between` functions. They ignore a maximum that is less than the minimum. */
  #between(
    isExclusive: boolean,
    of: Expression,
    min: unknown,
    max: unknown,
    place: BridgePlace,
  ): readonly (Expression | undefined)[] {
    const isOpen = (end: unknown) => end === undefined || end === "";
    const isReversed = !isOpen(min) && Number(min) > Number(max);
    if (min === null || (max === null && !isReversed)) {
      const message = "TanStack Table compares a bound of null with 0, and with null by ===.";
      return [this.to.report.drop("null-logic", message, place)];
    }
    return [
      ...(isOpen(min) ? [] : [this.order(isExclusive ? "gt" : "ge", of, min, place)]),
      ...(isOpen(max) || isReversed ? [] : [this.order(isExclusive ? "lt" : "le", of, max, place)]),
    ];
  }
}

function temporalTypeOf(value: unknown): "date" | "dateTime" | undefined {
  if (typeof value !== "string") return undefined;
  return readTemporal("date", value) ? "date" : readTemporal("dateTime", value) ? "dateTime" : undefined;
}

/** Returns whether null matches a comparison. It is compared as 0, but never equal to 0, and `<` is the inverse of `>=`. */
function keepsNull(callee: "lt" | "le" | "gt" | "ge", value: number | bigint): boolean {
  return callee === "lt" || callee === "le" ? value >= 0 : value < 0;
}
