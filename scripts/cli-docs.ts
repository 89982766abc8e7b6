import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "../apps/cli/src/command/command.ts";
import { EXIT_CODE_MEANINGS } from "../apps/cli/src/command/exit-codes.ts";
import { optionLines } from "../apps/cli/src/command/help.ts";
import { loadCommands } from "../apps/cli/src/commands/list.ts";

const COMMANDS = await loadCommands();

/**
 * Generates docs/cli.md from the commands: `node scripts/cli-docs.ts`, after building the package. A test fails if the
 * page is out of date.
 */

/** Path of the page. */
export const PAGE = fileURLToPath(new URL("../docs/cli.md", import.meta.url));

/** Returns the Markdown of the page. */
export function cliPage(): string {
  return `# The command line

This page is generated from the help of the commands (\`npx tamis COMMAND --help\`). The examples run in the root of
this repository. [grammar.md](../grammar.md) describes the language of filters and sort orders.

| command | description |
|---|---|
${COMMANDS.map(({ name, summary }) => `| [${name}](#tamis-${name}) | ${summary} |`).join("\n")}

## Exit codes

| code | meaning |
|---|---|
${EXIT_CODE_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`).join("\n")}

If the reader of the output closes its pipe (\`tamis … | head\`), the command ends silently with exit code 0. Data is
written to standard output; diagnostics and notes are written to standard error. Colors are used on terminals;
\`--color\`, \`NO_COLOR\` and \`FORCE_COLOR\` override this.

## Formats

| format | input | output |
|---|---|---|
| json | an array of objects; an object whose \`items\` are such an array; or one object, which is one row | an array, one row per line |
| ndjson | one object per line; blank lines are skipped | one object per line |
| csv | a header line and rows, separated by commas, or by semicolons if the header contains semicolons and no commas | a header line and rows, separated by commas |
| tsv | like csv, separated by tabs | like csv, separated by tabs |
| table | | aligned columns; cut to the width of a terminal, complete elsewhere |
| envelope | like json | one page of the collection: name, start, limit, count, links, items |

- The input format is detected from the file name, otherwise from the first bytes; \`--input\` overrides it. All inputs can
  be compressed with gzip. Text must be UTF-8, with or without a byte order mark.
- Integers keep all their digits, whatever their size.
- Cells of CSV and TSV get the types that a catalog declares for their columns. Without a catalog, types are inferred from
  the first 1,000 rows: boolean, integer, number or string (007 is a string). A cell that does not match the type of its
  column counts as null, and a note lists its row. CSV, TSV and tables print all cells unchanged. An empty cell is null.
- A member whose name is not valid in expressions is renamed there: \`First Name\` becomes \`First_Name\`. The output
  keeps the original name.
- The columns of csv, tsv and table are the members of the first rows, or the members that \`--select\` lists. Nested
  values are printed as JSON.

## Names and types

With \`--catalog\` or \`--family\`, expressions are checked completely before a row is read. A note lists the rows whose
values do not match the declared types. Without a catalog, the first 1,000 rows determine which members exist. A name that
none of them has is an error if these are all rows, and a warning if more rows follow. Each row then has its own types.

${COMMANDS.map(commandPart).join("\n\n")}
`;
}

function commandPart(command: Command): string {
  const notes = (command.notes ?? []).map((note) => `\n${escaped(note)}\n`).join("");
  return `## tamis ${command.name}

${command.summary}.

\`\`\`
tamis ${command.usage.replaceAll(" | ", "\ntamis ")}
\`\`\`

| option | description |
|---|---|
${optionLines(command)
  .map(({ left, help }) => `| \`${left.trim()}\` | ${escaped(help).replaceAll("|", "\\|")} |`)
  .join("\n")}
${notes}
\`\`\`sh
${command.examples.join("\n")}
\`\`\``;
}

/** Escapes characters with a meaning in Markdown. */
function escaped(text: string): string {
  return text.replace(/[<>*_]/g, "\\$&");
}

if (import.meta.main) writeFileSync(PAGE, cliPage());
