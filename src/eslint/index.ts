/** A plugin of ESLint that checks filters and sorts in scripts. */
export { eslintPlugin, type EslintOptions } from "./plugin.ts";
export type { EslintPlugin, ExpressionsRule, Fixer, EslintPosition, Report, RuleContext } from "./context.ts";
