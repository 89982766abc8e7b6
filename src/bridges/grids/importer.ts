import { makeLiteral } from "../../ast/make-node.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { normalNumber } from "../../ast/normal-number.ts";
import { classifyTemporal } from "../../values/instant.ts";
import { isTemporal, type ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import type { BridgePlace } from "../contract/types.ts";

export type GridType = ValueType["type"] | undefined;

/** Builds conditions on the columns of data grids, which compare values as JavaScript does. */
export class GridImporter extends Translator {
  protected member(id: string, place: BridgePlace): Expression | undefined {
    return this.to.name(id, NOWHERE, place);
  }

  /** Returns the type of a member, or of the elements of a list. */
  protected typeOf(member: Expression): GridType {
    return this.to.types.typeOfAll([member]);
  }

  protected isList(member: Expression): boolean {
    return this.to.types.isList(member);
  }

  /** Joins conditions. Without conditions, the result is true. */
  protected all(parts: readonly (Expression | undefined)[]): Expression | undefined {
    return parts.length === 0 ? this.to.boolean(true, NOWHERE) : this.to.and(parts, NOWHERE);
  }

  protected any(parts: readonly (Expression | undefined)[]): Expression | undefined {
    return parts.length === 0 ? this.to.boolean(false, NOWHERE) : this.to.or(parts, NOWHERE);
  }

  protected not(of: Expression): Expression {
    return this.to.call("not", [of], NOWHERE);
  }

  protected isNull(of: Expression): Expression {
    return this.to.isNull(of, NOWHERE);
  }

  /** Adds the rows in which a member is null, if it can be. */
  protected orNull(of: Expression, condition: Expression): Expression {
    if (!this.to.types.isNullable(of)) return condition;
    return this.to.call("or", [this.isNull(of), condition], NOWHERE);
  }

  protected string(value: string): Literal {
    return this.to.string(value, NOWHERE);
  }

  /** Builds a comparison by code points. */
  protected compare(callee: string, of: Expression, values: readonly Literal[]): Expression {
    const isString = values.some(({ type }) => type === "string");
    const strength = isString ? this.to.types.exactStrength([of]) : undefined;
    return this.to.call(callee, [of, ...values], NOWHERE, strength);
  }

  /** Builds a comparison in lower or upper case. Numbers and booleans are compared as strings. */
  protected compareLetters(
    callee: string,
    letters: "lower" | "upper",
    of: Expression,
    values: readonly string[],
  ): Expression {
    const changed = values.map((text) =>
      this.string(letters === "lower" ? text.toLowerCase() : text.toUpperCase()),
    );
    const member = this.to.call(letters === "lower" ? "downCase" : "upCase", [of], NOWHERE);
    return this.to.call(callee, [member, ...changed], NOWHERE);
  }

  /** Returns whether strings of a member can be searched. If not, adds a note that the condition is left out. */
  protected isSearchable(of: Expression, place: BridgePlace): boolean {
    const { report } = this.to;
    const type = this.typeOf(of);
    if (this.isList(of))
      report.drop("list-logic", "The string of a list, such as 'a,b', cannot be searched.", place);
    else if (type !== undefined && (isTemporal(type) || type === "map" || type === "object"))
      report.drop("type-conversion", `The string of a value of the type ${type} cannot be searched.`, place);
    else return true;
    return false;
  }

  /** Builds a test for null, and for strings that are empty or white space. */
  protected isEmpty(of: Expression, place: BridgePlace, isNegated: boolean): Expression {
    const type = this.typeOf(of);
    const isString = (type === undefined || type === "string") && !this.isList(of);
    const test = isString
      ? this.to.call("or", [this.isNull(of), this.to.call("blank", [of], NOWHERE)], NOWHERE)
      : this.isNull(of);
    const condition = isNegated ? this.not(test) : test;
    if (isString) {
      const message =
        "JavaScript counts U+FEFF as white space and U+0085 not; tamis counts them the other way round.";
      this.to.report.note("white-space", "other", message, place, condition);
    }
    return condition;
  }

  /** Converts a JSON value to a literal of the member's type. Undefined, without a note, if the two can never be equal. */
  protected literal(value: unknown, type: GridType): Literal | undefined {
    if (typeof value === "boolean")
      return type === undefined || type === "boolean" ? this.to.boolean(value, NOWHERE) : undefined;
    if (typeof value === "number" || typeof value === "bigint") {
      if (typeof value === "number" && !Number.isFinite(value)) return undefined;
      const isNumber = type === undefined || type === "number" || type === "integer";
      return isNumber ? makeLiteral("number", normalNumber(value), NOWHERE) : undefined;
    }
    if (typeof value !== "string") return undefined;
    if (type !== undefined && isTemporal(type)) {
      const temporalType = classifyTemporal(value);
      return temporalType === type ? makeLiteral(type, value, NOWHERE) : undefined;
    }
    return type === undefined || type === "string" ? this.string(value) : undefined;
  }
}
