import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { memberReadersModule } from "./member-readers.ts";
import { diagnosticsPage } from "./pages/diagnostics.ts";
import { functionsPage, functionTable } from "./pages/functions.ts";
import { limitTable } from "./pages/limits.ts";
import { sqlVerdictsPage } from "./pages/sql-verdicts.ts";

/**
 * Writes the parts of the documentation that are derived from the sources: `npm run generate`. A test says if they are
 * out of date.
 */

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The files that are generated, in part or as a whole, with what they are to hold. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  let grammar = readFileSync(path("grammar.md"), "utf8");
  grammar = between(grammar, "functions", functionTable());
  grammar = between(grammar, "limits", limitTable());
  return new Map([
    [path("grammar.md"), grammar],
    [path("docs/functions.md"), functionsPage()],
    [path("src/functions/in-memory/plain-member-readers.ts"), memberReadersModule()],
    [path("docs/diagnostics.md"), await diagnosticsPage()],
    [path("docs/sql-verdicts.md"), await sqlVerdictsPage()],
  ]);
}

/** Replaces what stands between two marks. */
function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The marks of ${name} are missing.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

if (import.meta.main) {
  for (const [file, content] of await generated()) writeFileSync(file, content);
}
