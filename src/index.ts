/**
 * tamis: the filter and sort expression language of a REST platform. Parse, check, explain, build, print and evaluate.
 *
 * @packageDocumentation
 */
export {
  parseFilter,
  parseSortBy,
  type ParseMode,
  type ParseOptions,
  type ParseResult,
} from "./parser/parse.ts";
export type {
  Hole,
  PartialCall,
  PartialExpression,
  PartialFilter,
  PartialName,
  PartialSortBy,
  PartialSortKey,
  PartialSortOption,
  PartialString,
} from "./parser/partial-tree.ts";
export { createParseCache, type ParseCache, type ParseCacheOptions } from "./parser/cache.ts";
export { PatternWorkError } from "./pattern/pattern-work.ts";
export { print } from "./ast/print.ts";
export { format, type FormatOptions } from "./ast/format.ts";
export { fromJson, type FromJsonResult } from "./ast/json.ts";
export { toJson, type JsonExpression } from "./ast/to-json.ts";
export type {
  BooleanLiteral,
  Call,
  Expression,
  Literal,
  Name,
  NumberLiteral,
  SortBy,
  SortKey,
  StringLiteral,
  TemporalLiteral,
} from "./ast/nodes.ts";
export { check, checkSortBy } from "./checker/check.ts";
export { checkPartial } from "./checker/check-partial.ts";
export {
  FILTER_SCHEMA_EXCEPTIONS,
  filterSchema,
  type FilterSchemaException,
  type FilterSchemaOptions,
} from "./checker/schema/filter-schema.ts";
export type {
  CheckedFilter,
  CheckedSortBy,
  CheckedSortKey,
  CheckOptions,
  CheckResult,
  CheckSortResult,
} from "./checker/checked.ts";
export { defineCatalog } from "./catalog/define-catalog.ts";
export { readCatalog, type CatalogProblem, type CatalogResult } from "./catalog/read-catalog.ts";
export type { Catalog, CatalogDefinition, MemberDefinition, MemberDefinitions } from "./catalog/types.ts";
export type { RowOf } from "./catalog/row-type.ts";
export { clockFunctions, type ClockOptions } from "./functions/factories/clock-functions.ts";
export { defineFunction, type ServiceFunction } from "./functions/factories/define-function.ts";
export type { FunctionDefinition } from "./functions/definition/types.ts";
export { compilePredicate, type EvaluateOptions, type Predicate } from "./evaluator/predicate.ts";
export { compileComparator, type Comparator } from "./evaluator/comparator.ts";
export {
  compileFilter,
  compileSortBy,
  type CompiledFilter,
  type CompiledSortBy,
  type CompileOptions,
} from "./evaluator/compile-filter.ts";
export { explain, type NodeExplanation, type RowExplanation } from "./evaluator/explain.ts";
export { sortRows } from "./evaluator/sort-rows.ts";
export { filter, type FilterText } from "./builder/template.ts";
export { applyFixes, hasErrors, type Diagnostic, type Fix, type TextEdit } from "./diagnostics/diagnostic.ts";
export type { DiagnosticCode } from "./diagnostics/codes.ts";
export type { Severity } from "./diagnostics/severities.ts";
export { codeFrame, type CodeFrameOptions, type FramedProblem } from "./diagnostics/code-frame.ts";
export { DEFAULT_LIMITS, MAXIMUM_LIMITS, type Limits } from "./diagnostics/limits.ts";
export type { Span } from "./diagnostics/span.ts";
export { STRENGTHS, type Comparison, type Strength } from "./collation/order/strength.ts";
