import { isRefusal } from "../definition/port.ts";
import type { FunctionDefinition } from "../definition/types.ts";
import { compileStringValue } from "../in-memory/string-form.ts";
import { stringOperand } from "../in-sql/string-form.ts";

export type ChangeCaseParts = Pick<
  FunctionDefinition,
  "name" | "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
> & {
  readonly to: "upper" | "lower";
};

export function defineCaseFunction({ to, ...parts }: ChangeCaseParts): FunctionDefinition {
  return {
    ...parts,
    group: "value",
    nulls: "Null if the value is null.",
    signatures: [{ parameters: [{ name: "s", type: "text" }] }],
    result: "string",
    strength: false,
    someElement: false,
    compile: ({ operands: [value], locale }) => compileStringValue(value!, caseMapping(to, locale)),
    toSql: ({ operands: [value], port, locale }) => {
      const text = stringOperand(value!, port);
      if (text === undefined) return port.constant(null, "string");
      return isRefusal(text) ? text : port.changeCase(to, text, locale);
    },
  };
}

function caseMapping(to: "upper" | "lower", locale: string | undefined): (text: string) => string {
  if (to === "upper") {
    return locale === undefined ? (text) => text.toUpperCase() : (text) => text.toLocaleUpperCase(locale);
  }
  return locale === undefined ? (text) => text.toLowerCase() : (text) => text.toLocaleLowerCase(locale);
}
