import { isRefusal } from "../definition/port.ts";
import { implement } from "../definition/implement.ts";
import type { FunctionDeclaration, FunctionDefinition } from "../definition/types.ts";
import { compileStringValue } from "../in-memory/string-form.ts";
import { stringOperand } from "../in-sql/string-form.ts";

export type ChangeCaseParts = Pick<
  FunctionDeclaration,
  "name" | "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
>;

export function declareCase(parts: ChangeCaseParts): FunctionDeclaration {
  return {
    ...parts,
    group: "value",
    nulls: "Null if the value is null.",
    signatures: [{ parameters: [{ name: "member", type: "text" }] }],
    result: "string",
    strength: false,
    someElement: false,
  };
}

export function implementCase(declaration: FunctionDeclaration, to: "upper" | "lower"): FunctionDefinition {
  return implement(declaration, {
    compile: ({ operands: [value], locale }) => compileStringValue(value!, caseMapping(to, locale)),
    toSql: ({ operands: [value], port, locale }) => {
      const text = stringOperand(value!, port);
      if (text === undefined) return port.constant(null, "string");
      return isRefusal(text) ? text : port.changeCase(to, text, locale);
    },
  });
}

function caseMapping(to: "upper" | "lower", locale: string | undefined): (text: string) => string {
  if (to === "upper") {
    return locale === undefined ? (text) => text.toUpperCase() : (text) => text.toLocaleUpperCase(locale);
  }
  return locale === undefined ? (text) => text.toLowerCase() : (text) => text.toLocaleLowerCase(locale);
}
