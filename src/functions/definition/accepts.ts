import { hasText, isComparable } from "../../values/comparable.ts";
import { isNumeric, type ValueType } from "../../values/types.ts";
import type { FunctionDeclaration, FunctionParameter } from "./types.ts";

/** Describes the values of each parameter type, for messages. */
export const ACCEPTED: Record<FunctionParameter["type"], string> = {
  condition: "a condition",
  comparable: "a single value or a list of them",
  text: "a text",
  searchable: "a text or a list",
  searchString: "a single value",
  pattern: "a pattern",
  sized: "a text, a list or a map",
  map: "a map",
  any: "anything",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  string: "a string",
  date: "a date",
  time: "a time",
  dateTime: "a date-time",
};

/** Returns whether a parameter accepts values of a type. */
export function accepts(
  { type: expected }: Pick<FunctionParameter, "type">,
  type: ValueType,
  definition: Partial<Pick<FunctionDeclaration, "someElement">>,
): boolean {
  switch (expected) {
    case "any":
    case "condition":
      return true;
    case "comparable":
      return isComparable(type);
    case "text":
      return type.type === "list" ? definition.someElement === true && hasText(type.items) : hasText(type);
    case "searchable":
      return type.type === "list" ? isComparable(type) : hasText(type);
    case "searchString":
      // Whether the type matches that of the searched argument is checked by the caller.
      return type.type !== "list" && isComparable(type);
    case "pattern":
      return type.type === "string";
    case "sized":
      return type.type === "list" || type.type === "map" || hasText(type);
    case "map":
      return type.type === "map";
    case "integer":
    case "number":
      return isNumeric(type.type);
    case "string":
    case "boolean":
    case "date":
    case "time":
    case "dateTime":
      return type.type === expected;
  }
}
