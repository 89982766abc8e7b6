import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "../apps/cli/src/command/command.ts";
import { EXIT_CODE_MEANINGS } from "../apps/cli/src/command/exit-codes.ts";
import { optionLines } from "../apps/cli/src/command/help.ts";
import { COMMANDS } from "../apps/cli/src/commands/list.ts";

/**
 * Writes docs/cli.md from what the commands say of themselves: `node scripts/cli-docs.ts`, with the package built. A
 * test says if the page is out of date.
 */

/** The file. */
export const PAGE = fileURLToPath(new URL("../docs/cli.md", import.meta.url));

/** The page of the commands. */
export function cliPage(): string {
  return `# The command line

This page is generated from the commands' own help: \`npx tamis COMMAND --help\` says the same. The examples run in the
root of this repository; [grammar.md](../grammar.md) has the language of filters and orders.

| command | what it does |
|---|---|
${COMMANDS.map(({ name, summary }) => `| [${name}](#tamis-${name}) | ${summary} |`).join("\n")}

## Exit codes

| code | meaning |
|---|---|
${EXIT_CODE_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`).join("\n")}

A reader that goes away (\`tamis … | head\`) ends a command quietly with 0. Data go to standard output, words for people to
standard error. Colors are for terminals; \`--color\`, \`NO_COLOR\` and \`FORCE_COLOR\` say otherwise.

## Formats

| format | read | written |
|---|---|---|
| json | an array of objects; an object whose \`items\` are such an array; one object, which is one row | an array, a row a line |
| ndjson | an object a line; blank lines are skipped | an object a line |
| csv | a header line and rows, separated by commas, or by semicolons if the header is | the same, with commas |
| tsv | as csv, with tabs | the same |
| table | | columns for people: cut to fit a terminal, whole elsewhere |
| envelope | as json | one page of the collection: name, start, limit, count, links, items |

- The format is told from the name, else from the first bytes; \`--input\` names it. Any of them can be packed with gzip. Text
  is UTF-8, with or without a byte order mark.
- Whole numbers keep all their digits, however large.
- The cells of CSV and TSV have the types that a catalog gives their columns, else those of the first 1,000 rows: boolean,
  integer, number or text (007 is a text). A cell that its column's type cannot read counts as null and is reported by
  its row; written as CSV, TSV or table every cell is what it was. An empty cell is null.
- A member that the language cannot name gets a name for expressions: \`First Name\` is \`First_Name\`. The output keeps its own.
- csv, tsv and table have the members of the first rows for columns, or what \`--select\` lists; nested values are JSON text.

## Names and types

With \`--catalog\` or \`--family\` everything is checked before a row is read, and rows whose values do not have the declared
types are reported by number. Without a catalog the first 1,000 rows say which members there are: a name that none of them
has is an error if these are all rows, and a warning if more may come. Types then are those of each row.

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

| option | |
|---|---|
${optionLines(command)
  .map(({ left, help }) => `| \`${left.trim()}\` | ${escaped(help).replaceAll("|", "\\|")} |`)
  .join("\n")}
${notes}
\`\`\`sh
${command.examples.join("\n")}
\`\`\``;
}

/** Angle brackets and stars of a sentence are no Markdown. */
function escaped(text: string): string {
  return text.replace(/[<>*_]/g, "\\$&");
}

if (import.meta.main) writeFileSync(PAGE, cliPage());
