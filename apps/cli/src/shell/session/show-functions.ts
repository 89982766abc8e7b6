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
  const allowed = SHELL_FUNCTIONS.filter((each) => session.catalog.functions?.has(each.name) !== false);
  if (name === "") {
    return showTable(
      session,
      allowed.map((each) => ({ function: signaturesOf(each).join(" "), summary: each.summary })),
    );
  }
  const found = allowed.find((each) => each.name === name);
  if (found === undefined) {
    const suggestion = didYouMean(
      name,
      allowed.map((each) => each.name),
    );
    throw new UsageError(`There is no function '${show(name)}'.${suggestion || " .functions lists them."}`);
  }
  await session.scope.out.write(`${functionText(found)}\n`);
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
