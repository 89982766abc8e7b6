import { isScalarType } from "../values/types.ts";
import type { MemberDefinition } from "./types.ts";

/** @example shortestDefinition({ type: "string" }, true) // "string" */
export function shortestDefinition(
  definition: Exclude<MemberDefinition, string>,
  nullable: boolean,
): MemberDefinition {
  if (!nullable) return { ...definition, nullable: false };
  const { type } = definition;
  return isScalarType(type) && Object.keys(definition).length === 1 ? type : definition;
}
