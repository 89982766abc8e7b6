import { FUNCTIONS } from "../../src/functions/list.ts";
import { signatureText } from "../../src/functions/definition/signature-text.ts";
import type { Example, FunctionDefinition, FunctionGroup } from "../../src/functions/definition/types.ts";
import { code, literal, table } from "./markdown.ts";

/** The table of functions in grammar.md, and the page with all examples. Both come from the one list of functions. */

export function functionTable(): string {
  const rows = FUNCTIONS.map((definition) => [
    signatures(definition),
    definition.result,
    definition.strength ? "yes" : "",
    definition.summary,
    definition.nulls,
    exampleText(definition.examples.find(({ is }) => is === true) ?? definition.examples[0]!),
  ]);
  return table(["function", "gives", "strength", "meaning", "nulls", "example"], rows);
}

function signatures({ name, signatures: all }: FunctionDefinition): string {
  return all.map((signature) => code(signatureText(name, signature))).join(" ");
}

function exampleText({ expression, row, is }: Example): string {
  return `${code(expression)} is ${outcome(is)} for ${code(literal(row))}`;
}

function outcome(is: Example["is"]): string {
  return typeof is === "string" ? code(literal(is)) : is === null ? "unknown" : String(is);
}

const GROUPS: Readonly<Record<FunctionGroup, string>> = {
  logic: "Logic",
  comparison: "Comparisons",
  text: "Texts",
  pattern: "Patterns",
  value: "Values",
  service: "Functions of services",
};

export function functionsPage(): string {
  const parts = [
    "# Functions",
    "Made by `npm run generate` from the definitions of the functions. Every example is a test. *unknown* is null where the function gives a value. The language is described in [grammar.md](../grammar.md).",
  ];
  for (const [group, title] of Object.entries(GROUPS)) {
    const members = FUNCTIONS.filter((definition) => definition.group === group);
    if (members.length > 0) parts.push(`## ${title}`, ...members.map(section));
  }
  return `${parts.join("\n\n")}\n`;
}

function section(definition: FunctionDefinition): string {
  const { name, summary, nulls, result, strength, examples } = definition;
  const rows = examples.map(({ expression, row, is, locale }) => [
    code(expression),
    code(literal(row)),
    outcome(is),
    locale === undefined ? "" : code(locale),
  ]);
  return [
    `### ${name}`,
    signatures(definition),
    `${summary} Gives ${article(result)}.${strength ? " A strength may stand first." : ""}`,
    `Nulls: ${nulls}`,
    table(["expression", "row", "is", "locale"], rows),
  ].join("\n\n");
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
