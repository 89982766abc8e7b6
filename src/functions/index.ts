/** Functions: what the language has, and how a service adds its own. */
export { FUNCTIONS, functionTable, type FunctionTable } from "./list.ts";
export { defineFunction, type ServiceFunction, type ServiceParameter } from "./definition/define-function.ts";
export { signatureText } from "./definition/signature-text.ts";
export type {
  Compiled,
  CallToCompile,
  Example,
  FunctionDefinition,
  FunctionGroup,
  Operand,
  Parameter,
  ParameterType,
  Signature,
} from "./definition/types.ts";
