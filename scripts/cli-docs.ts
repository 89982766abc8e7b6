import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "../apps/cli/src/command/command.ts";
import { ENVIRONMENT } from "../apps/cli/src/command/environment.ts";
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

## Environment variables

| variable | meaning |
|---|---|
${ENVIRONMENT.map(([names, meaning]) => `| ${escaped(names)} | ${escaped(meaning)} |`).join("\n")}

## Output

If the reader of the output closes its pipe (\`tamis … | head\`), the command ends silently with exit code 0. Data is
written to standard output; diagnostics and notes are written to standard error. Colors are used on terminals;
\`--color\`, \`NO_COLOR\` and \`FORCE_COLOR\` override this.

## Formats

| format | input | output |
|---|---|---|
| json | an array of objects; a collection, whose \`items\` are such an array; or one object, which is one row | an array, one row per line |
| ndjson | one object per line; blank lines are skipped | one object per line |
| csv | a header line and rows, separated by commas, semicolons, tabs or vertical bars | a header line and rows, separated by commas |
| tsv | like csv, separated by tabs | like csv, separated by tabs |
| xlsx | one sheet of an Excel workbook; its first row that is not empty is the header | |
| table | | aligned columns, fitted to the width of a terminal |
| markdown | | a table for documents and comments, with numbers at the right |
| envelope | like json | one page of the collection: name, start, limit, count, links, items |

- The input format is detected from the file name, otherwise from the first bytes; \`--input\` overrides it. All inputs can
  be compressed with gzip or zstd. Text must be UTF-8, or UTF-16 that begins with a byte order mark or with two ASCII characters;
  \`--encoding\` names any other encoding, such as windows-1252.
- Workbooks need the package hucre: \`npm install hucre\`. \`--sheet\` selects a sheet; by default it is the first visible one that
  has rows. Formulas are their last values, and errors such as #N/A are null. Dates are written in ISO 8601, without a
  time zone. Empty rows and columns are left out. A sheet is kept in memory.
- Bytes that are not valid UTF-8 are read as U+FFFD, and a note gives the first place, with the number of its byte in the file. \`--strict\` stops at it. Binary files are
  refused, also if \`--input\` or \`--encoding\` is given: databases, images, archives, and files with U+0000
  and bytes that are not valid UTF-8.
- JSON can have several values one after the other, as jq writes them. A list of lists whose first list has distinct strings is
  a table with a header. The rows of GeoJSON are the features of the FeatureCollection.
- In JSON, \`NaN\`, \`Infinity\` and numbers beyond doubles are read as null, and a note counts them. \`--strict\` stops at the first.
- An object is a collection if all its members are among name, accept, start, limit, count, links, items and version, and
  if it has more than name, version and items, or only items. Any other object is one row. \`--path data.items\` reads the
  rows at any location, of an object of any size; names that contain dots are written as a JSON Pointer, \`/a.b/items\`.
  A number enters a list, as in \`--path results.0.rows\`. \`--path '*'\` reads all values of an object as rows, with their names in
  the member key, or in key_2 if rows have a member key.
- Integers keep all their digits, whatever their size.
- Cells of CSV and TSV get the types that \`--type qty=integer\`, \`--types FILE\` or a catalog declare for their columns.
  Otherwise types are inferred from the first 1,000 rows: boolean, integer, number, date, date-time, time or string (007 is a string). A column of integers also reads 1.0, 1e3 and +1. A cell that
  does not match the type of its column counts as null, and a note lists its row. An empty cell is null, and \`--null NA\` makes
  all cells NA null. Conditions see values, and outputs print
  cells: a filter compares 1234.5, and the output has $1,234.50, also from a saved collection and from \`tamis serve\`. The key of a
  group of rows of a file is printed like their cells if these are written alike, and as a value otherwise. JSON has numbers for cells such as 1.50 and .5.
- The columns of databases and collection files have types. \`--type\` reads their values like cells instead, and a note says
  that tamis then filters the rows, not the database.
- Dates and date-times are those of ISO 8601, with a space or a T, and forms without doubt: 2024/1/5, Jan 5, 2024 and
  5-Jan-2024. Strings of JSON are dates, too, if all strings of their member are in the first 1,000 rows, also in nested objects. A later
  value that is no date counts as null for filters, orders and groups that read the member, and a note counts such rows. \`--dates day-first\` reads 05.01.2024 as January 5,
  and \`--dates month-first\` reads 05/01/2024 as May 1. Without the option such cells are strings.
- \`--type\` reads further forms: as numbers $1,234.50, (20.00), 20.00- and 7.5 %, as booleans Y and N, yes and no, t and f, on and off,
  1 and 0, as dates 20240105, and as instants the numbers of \`unixSeconds\` and \`unixMilliseconds\`.
- Numbers with a decimal comma, such as 1,50 in an export of a spreadsheet, are strings, and a note says so.
  \`--decimal-comma\` reads them as numbers; 1.234,50 is then 1234.5.
- The delimiter of CSV is detected in the first rows, outside quoted cells. A first line such as \`sep=;\` declares it.
  \`--delimiter\` overrides both.
- These are detected, too, and a note says so: lines before the header, comments before the header that begin with #, quotes
  escaped by backslashes, and cells quoted by apostrophes. \`--skip\`, \`--comment\`, \`--escape\` and \`--quote\` state
  what a file has. The last comment is the header if it has a name for each column. Later lines with # are comments if they do not
  fit the columns.
- Further kinds of tables are detected, with a note: rows that leave out cells at their end, tables of R whose header lacks the name
  of the first column, and lines that spaces, colons or white space of any length split, such as \`/etc/passwd\` and the output of
  \`df\` and \`ps\`. If a column of such lines has only numbers, from the first line on, there is no header.
- If a space follows each delimiter, spaces around cells are not a part of them. A quote inside an unquoted
  cell is a part of it. Columns at the end with neither a name nor a value are left out: each line ends with the delimiter.
- A column without a name is called column1, column2 … by its position, and a second column \`x\` is called x_2. A note lists
  these names. \`--no-header\` names all columns in this way.
- A member whose name is not valid in expressions is renamed there: \`First Name\` becomes \`First_Name\`. A name with dots, \`a.b\`, is
  kept, unless there is a member \`a\`: it is then \`a_b\`, and \`a.b\` is the member \`b\` of \`a\`. The output keeps the original name, and notes of
  \`catalog infer\`, \`save\`, \`serve\` and \`shell\` list the renamed members.
- The columns of csv, tsv and table are the members of the first rows, or the members that \`--select\` lists. Nested
  values are printed as JSON.

## Tables

Outside a terminal, tables show each cell, up to 2,000 characters. On a terminal they are fitted to its width:

- Numbers, dates, times and other codes of digits are never cut. Strings are cut first, and not within a number: \`Order 123\`
  does not stand for \`Order 12345\`. The sign … stands for the missing part.
- If this is not enough, columns are left out from the end, and a note gives their number.
- If the columns that \`--select\` lists do not fit, or not even the first column, each row is written as a record with one
  member a line. Long values are then wrapped.

## Invalid rows

Invalid rows are skipped: lines of NDJSON that are not objects, rows of CSV with invalid quotes or with more or fewer cells
than the header, and invalid elements of a JSON array. After the last row, a note on standard error gives their number and
the position and reason of the first one. The exit code is then 4. \`--ragged\` accepts rows with more or fewer cells:
missing cells are null, and further cells are in column4, column5 … If several of the first rows leave out cells at their end, and
none has more than the header, all such rows are accepted.

With \`--strict\`, reading stops at the first invalid row, at the first cell or date of JSON that does not match its type, and at a blank or
duplicate column name, and at the first bytes that are not valid in the encoding. Without it, such bytes are read as U+FFFD, and a
note gives the first line. Files that end too early always stop the command.

## Dates relative to the present

Filters of the program can call \`now()\`, \`today()\` and \`ago(n,unit)\`:

\`\`\`sh
npx tamis query examples/data/languages.ndjson --filter "and(ge(added,ago(20,'years')),lt(added,today()))" --count
\`\`\`

| call | value |
|---|---|
| \`now()\` | the present, as a date-time |
| \`today()\` | the present date |
| \`ago(7,'days')\` | the date-time 7 days before the present. The units are seconds, minutes, hours, days, weeks, months and years, also in the singular |

- The present is that of the start of the command, or of the current line of the shell. All parts of a query see the same
  instant, also in a database.
- \`--time-zone\` sets the time zone in which days begin. The default is that of the computer.
- The calls are not a part of the language of [grammar.md](../grammar.md): a service accepts them only if it offers
  [these functions](custom-functions.md#the-present). Catalogs with a list of \`functions\` must list them too.
- A date compared with a date-time is its first instant in UTC. Compare members that are dates with \`today()\`.

## Names and types

With \`--catalog\` or \`--family\`, expressions are checked completely before a row is read. A note lists the rows whose
values do not match the declared types. Databases, collection files and the header of a CSV file list all members: a name
that does not exist is then an error, also in \`--select\`, before any row is written. Otherwise the first 1,000 rows
determine which members exist. A name that none of them has is an error if these are all rows, and a warning if more rows
follow. Each row then has its own types.

## Shared options

Several commands have these options. The section of a command lists which of them it has, and describes the others. The *file options*
are those from \`--input\` to \`--encoding\`.

${optionTable(namedShared())}

${COMMANDS.map(commandPart).join("\n\n")}
`;
}

type OptionLine = ReturnType<typeof optionLines>[number];

const MIN_COMMANDS_OF_SHARED = 3;
/** Options with the same description in several commands, by their names and descriptions. */
const SHARED = new Map(
  [...Map.groupBy(COMMANDS.flatMap(optionLines), keyOf)]
    .filter(([, lines]) => lines.length >= MIN_COMMANDS_OF_SHARED)
    .map(([key, lines]) => [key, lines[0]!]),
);

/** Returns the shared options. If several have one name, the description of each begins with its commands. */
function namedShared(): readonly OptionLine[] {
  const shared = [...SHARED.values()];
  return shared.map((line) => {
    const { left, help } = line;
    if (shared.filter((each) => each.left.trim() === left.trim()).length === 1) return line;
    const commands = COMMANDS.filter((command) =>
      optionLines(command).some((each) => keyOf(each) === keyOf(line)),
    );
    return { left, help: `${commands.map(({ name }) => name).join(", ")}: ${help}` };
  });
}

function keyOf({ left, help }: OptionLine): string {
  return `${left.trim()}\n${help}`;
}

function optionTable(lines: readonly OptionLine[]): string {
  const rows = lines.map(
    ({ left, help }) => `| \`${left.trim()}\` | ${escaped(help).replaceAll("|", "\\|")} |`,
  );
  return ["| option | description |", "|---|---|", ...rows].join("\n");
}

function commandPart(command: Command): string {
  const notes = (command.notes ?? []).map((note) => `\n${escaped(note)}\n`).join("");
  return `## tamis ${command.name}

${command.summary}.

\`\`\`
tamis ${command.usage.replaceAll(" | ", "\ntamis ")}
\`\`\`

${optionPart(command)}
${notes}
\`\`\`sh
${command.examples.join("\n")}
\`\`\``;
}

function optionPart(command: Command): string {
  const [shared = [], particular = []] = [true, false].map((isShared) =>
    optionLines(command).filter((line) => SHARED.has(keyOf(line)) === isShared),
  );
  const names = withFileOptions(shared.map(nameOf));
  const table = particular.length === 0 ? [] : [optionTable(particular)];
  return [...table, `[Shared options](#shared-options): ${names.join(", ")}`].join("\n\n");
}

/** Replaces the options of files by one name, if all are there. */
function withFileOptions(names: readonly string[]): readonly string[] {
  const shared = [...SHARED.values()].map(nameOf);
  const files = shared.slice(shared.indexOf("`--input`"), shared.indexOf("`--encoding`") + 1);
  if (!files.every((name) => names.includes(name))) return names;
  return names.flatMap((name) => (name === files[0] ? "file options" : files.includes(name) ? [] : name));
}

function nameOf({ left }: OptionLine): string {
  return `\`${/--[\w-]+/.exec(left)![0]}\``;
}

/** Escapes characters with a meaning in Markdown. */
function escaped(text: string): string {
  return text.replace(/[<>*_]/g, "\\$&");
}

if (import.meta.main) writeFileSync(PAGE, cliPage());
