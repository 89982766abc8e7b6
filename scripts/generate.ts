import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { diagnosticsPage } from "./pages/diagnostics.ts";
import { functionsPage, functionTable } from "./pages/functions.ts";
import { grammarEbnf } from "./pages/grammar-rules.ts";
import { limitTable } from "./pages/limits.ts";
import { mistakesPage } from "./pages/mistakes.ts";
import { sqlVerdictsPage } from "./pages/sql-verdicts.ts";
import { syntaxDiagrams } from "./pages/syntax-diagrams.ts";
import { withBridges } from "./sources/bridge-exports.ts";
import { builderExports, builderModule } from "./sources/builder.ts";
import { builderMethods, builderShapes } from "./sources/builder-methods.ts";
import { lezerGrammar } from "./sources/lezer/grammar.ts";
import { lezerTokens } from "./sources/lezer/bundle.ts";
import { injectionGrammars, withGrammars } from "./sources/injection-grammars.ts";
import { decisionsModule } from "./sources/decisions.ts";
import { ownMemberReadersModule, plainMemberReadersModule } from "./sources/member-readers.ts";
import { propertyNamesModule } from "./sources/property-names.ts";
import { platformPathsModule } from "./sources/platform-paths.ts";
import { textMateGrammar } from "./sources/text-mate-grammar.ts";

/**
 * Writes the documentation and the source files that are derived from other source files: `npm run generate`. A test fails
 * if one of them is out of date.
 */

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Returns the path and the content of each generated file. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  let grammar = readFileSync(path("grammar.md"), "utf8");
  grammar = between(grammar, markdownMarks("rules"), grammarEbnf());
  grammar = between(grammar, markdownMarks("functions"), functionTable());
  grammar = between(grammar, markdownMarks("limits"), limitTable());
  const builder = readFileSync(path("src/builder/index.ts"), "utf8");
  const extension = readFileSync(path("apps/vscode/package.json"), "utf8");
  return new Map([
    [path("package.json"), withBridges(readFileSync(path("package.json"), "utf8"))],
    [path("grammar.md"), grammar],
    [path("docs/syntax.svg"), syntaxDiagrams()],
    [path("docs/functions.md"), functionsPage()],
    [path("src/functions/in-memory/plain-member-readers.ts"), plainMemberReadersModule()],
    [path("src/functions/in-memory/own-member-readers.ts"), ownMemberReadersModule()],
    [path("src/parser/rules/decisions.ts"), decisionsModule()],
    [path("src/pattern/property-names.ts"), await propertyNamesModule()],
    [path("src/client/apis/platform-paths.ts"), platformPathsModule()],
    [path("grammars/tamis.tmLanguage.json"), await textMateGrammar()],
    [path("apps/vscode/package.json"), await withGrammars(extension)],
    ...[...(await injectionGrammars())].map(([file, text]) => [path(`apps/vscode/${file}`), text] as const),
    [path("grammars/tamis.grammar"), lezerGrammar()],
    [path("grammars/tamis-tokens.js"), await lezerTokens()],
    [path("src/builder/functions.ts"), builderModule()],
    [path("src/builder/function-shapes.ts"), builderShapes()],
    [path("src/builder/function-methods.ts"), builderMethods()],
    [path("src/builder/index.ts"), between(builder, BUILDER_MARKS, builderExports())],
    [path("docs/mistakes.md"), mistakesPage()],
    [path("docs/diagnostics.md"), await diagnosticsPage()],
    [path("docs/sql-verdicts.md"), await sqlVerdictsPage()],
  ]);
}

/** Lines before and after a generated part of a file. */
type Marks = readonly [begin: string, end: string];

const BUILDER_MARKS: Marks = ["// functions:begin (npm run generate)", "// functions:end"];

function markdownMarks(name: string): Marks {
  return [`<!-- ${name}:begin -->\n`, `\n<!-- ${name}:end -->`];
}

function between(text: string, [begin, end]: Marks, content: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The file lacks the marks ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

if (import.meta.main) {
  for (const [file, content] of await generated()) writeFileSync(file, content);
}
