import type { NodeExplanation } from "tamis";
import type { NodeValue } from "../contract/answers.ts";
import { cellText } from "./cell-text.ts";

/** @param isCondition whether null is an unknown result, rather than a missing value */
export function nodeValue(value: NodeExplanation["value"], isCondition: boolean): NodeValue {
  if (isCondition && (value === null || typeof value === "boolean"))
    return value === null
      ? { result: "unknown", text: "unknown" }
      : { result: `${value}`, text: String(value) };
  return { result: "other", text: cellText(value) ?? "no value" };
}
