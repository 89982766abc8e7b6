import { show } from "tamis/diagnostics";
import { signatureText, type FunctionDefinition } from "tamis/functions";
import { SHELL_FUNCTIONS } from "./functions.ts";
import { didYouMean, UsageError } from "../../command/arguments.ts";
import type { ShellSession } from "./session.ts";
import { showTable } from "./show-page.ts";

const MAX_EXAMPLES = 5;

/**
 * Shows the function with this name, or lists all functions if the name is empty.
 * @throws UsageError for an unknown name
 */
export async function showFunctions(session: ShellSession, name: string): Promise<void> {
  const allowed = SHELL_FUNCTIONS.filter(
    (definition) => session.catalog.functions?.has(definition.name) !== false,
  );
  if (name === "") {
    return showTable(
      session,
      allowed.map((definition) => ({
        function: signaturesOf(definition).join(" "),
        summary: definition.summary,
      })),
    );
  }
  const match = allowed.find((candidate) => candidate.name === name);
  if (match === undefined) {
    const suggestion = didYouMean(
      name,
      allowed.map((allowedFunction) => allowedFunction.name),
    );
    throw new UsageError(`There is no function '${show(name)}'.${suggestion || " .functions lists them."}`);
  }
  await session.scope.out.write(`${functionText(match)}\n`);
}

function signaturesOf({ name, signatures }: FunctionDefinition): readonly string[] {
  return signatures.map((signature) => signatureText(name, signature));
}

function functionText(definition: FunctionDefinition): string {
  const { summary, nulls, result, strength, examples } = definition;
  const lines = [
    ...signaturesOf(definition).map((text) => `${text} -> ${result}`),
    summary,
    nulls,
    ...(strength ? [`The first argument can be a strength: ${definition.name}($primary,…).`] : []),
    ...examples.slice(0, MAX_EXAMPLES).map(({ expression, row, is }) => {
      return `  ${expression} is ${is === null ? "unknown" : String(is)} for ${JSON.stringify(row)}`;
    }),
  ];
  return lines.join("\n");
}
