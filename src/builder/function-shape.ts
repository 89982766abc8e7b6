import type { FunctionDefinition, FunctionParameter } from "../functions/definition/types.ts";
import type { ScalarType } from "../values/types.ts";

/**
 * The part of a function's definition from which the builder makes a method. Definitions of a service's own functions
 * have it. For the functions of the language it is generated, so that a browser loads no code that evaluates them.
 */
export interface FunctionShape extends Pick<FunctionDefinition, "name"> {
  readonly signatures: readonly SignatureShape[];
  readonly result: ScalarType;
  /** Default false. */
  readonly strength?: boolean;
  /** Default false. */
  readonly someElement?: boolean;
  readonly role?: { readonly kind: string; readonly operation?: string };
}

export interface SignatureShape {
  readonly parameters: readonly ParameterShape[];
  readonly rest?: ParameterShape;
}

export type ParameterShape = Omit<FunctionParameter, "name">;
