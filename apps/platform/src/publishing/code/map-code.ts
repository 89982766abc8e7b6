import type { Model } from "../../models/models.ts";
import { failMember } from "../contract/request-values.ts";
import { namesIn, replaceNames, type CodeLanguage } from "./score-code.ts";

/** Maximum number of characters in the name of a column. */
const MAX_COLUMN = 255;

// Databases accept neither controls nor half characters in the name of a column.
const INVALID = /\p{Cc}/u;

/** Returns the variables of a model that its score code reads and writes. */
export function variablesOf({ inputVariables, predictionVariable }: Model): readonly string[] {
  return [...(inputVariables ?? []), predictionVariable].filter(
    (name) => name !== null && name !== undefined,
  );
}

/**
 * Returns score code in which columns replace variables.
 *
 * @param columns columns by variable
 * @throws a failed request (400) for an unknown variable, a column that the language cannot write, and a column with the name of
 * something else in the program
 */
export function mapCode(
  code: string,
  { language, variables }: { readonly language: CodeLanguage; readonly variables: readonly string[] },
  columns: ReadonlyMap<string, string>,
): string {
  const { fold, write } = language;
  const replacements = new Map<string, string>();
  const usedNames = new Set(namesIn(code, language));
  for (const variable of columns.keys()) {
    if (!variables.includes(variable))
      failMember(pointerOf(variable), `The model has no such variable. It has ${variables.join(", ")}.`);
    usedNames.delete(fold(variable));
  }
  for (const [variable, column] of columns) {
    if (!isColumn(column))
      failMember(pointerOf(variable), `A column has 1 to ${MAX_COLUMN} characters, and no controls.`);
    const columnCode = write(column);
    if (columnCode === undefined)
      return failMember(pointerOf(variable), "The language of the score code has no such names.");
    if (usedNames.has(fold(column)))
      failMember(pointerOf(variable), "The score code uses this name for something else.");
    usedNames.add(fold(column));
    replacements.set(fold(variable), columnCode);
  }
  return replaceNames(code, language, replacements);
}

function isColumn(column: string): boolean {
  return (
    column.trim() !== "" && column.length <= MAX_COLUMN && column.isWellFormed() && !INVALID.test(column)
  );
}

/** Returns the JSON Pointer (RFC 6901) to the column of a variable. */
function pointerOf(variable: string): string {
  return `/variables/${variable.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
