/** The functions of the language, and `defineFunction` for the functions of a service. */
export { FUNCTIONS, functionTable } from "./list.ts";
export type { FunctionTable } from "./definition/function-table.ts";
export {
  defineFunction,
  type ServiceFunction,
  type ServiceParameter,
  type ServiceSearch,
} from "./factories/define-function.ts";
export { clockFunctions, type ClockOptions } from "./factories/clock-functions.ts";
export { constantCallOf } from "./definition/constant-call.ts";
export { signatureText } from "./definition/signature-text.ts";
export type {
  ComparisonRole,
  FunctionRole,
  LogicRole,
  MeasureRole,
  NullTestRole,
  PatternRole,
  SearchRole,
} from "./definition/role.ts";
export type {
  CallToCompile,
  Compiled,
  Example,
  FunctionDefinition,
  FunctionGroup,
  FunctionParameter,
  FunctionParameterType,
  InvalidArgument,
  Operand,
  Signature,
} from "./definition/types.ts";
