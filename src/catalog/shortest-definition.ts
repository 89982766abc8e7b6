import { isScalarType } from "../values/types.ts";
import type { MemberDefinition } from "./types.ts";

/**
 * The shortest equivalent definition: the type's name if nothing else is defined. `nullable` is written only if it is false,
 * because true is the default.
 *
 * @example shortestDefinition({ type: "string" }, true) // "string"
 */
export function shortestDefinition(
  definition: Exclude<MemberDefinition, string>,
  nullable: boolean,
): MemberDefinition {
  if (!nullable) return { ...definition, nullable: false };
  const { type } = definition;
  return isScalarType(type) && Object.keys(definition).length === 1 ? type : definition;
}
