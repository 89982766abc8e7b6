import { namesOf } from "./arguments.ts";
import type { Command } from "./command.ts";
import { EXIT_CODE_MEANINGS } from "./exit-codes.ts";
import type { Option } from "./option.ts";

/** Example that runs in any folder: the package has no example data. */
const EXAMPLE = `printf 'name,size\\nZoë,12\\nBob,7\\n' | tamis query --filter "gt(size,10)"`;

/** Maximum line length of notes in help, in characters. */
const WIDTH = 100;

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `tamis: filter, sort and check data with the expression language of the platform

Usage: tamis COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

Run tamis COMMAND --help for the options of a command, and tamis --version for the version.

Try:
  ${EXAMPLE}

Exit codes:
${EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join("\n")}
`;
}

export function helpOf(command: Command): string {
  const options = optionLines(command);
  const width = Math.max(...options.map(({ left }) => left.length));
  const notes = (command.notes ?? []).map((note) => `${wrap(note)}\n\n`).join("");
  return `${command.summary}.

Usage: ${command.usage
    .split(" | ")
    .map((usage) => `tamis ${usage}`)
    .join("\n       ")}

Options:
${options.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join("\n")}

${notes}Examples${command.examples.some((example) => example.includes("examples/")) ? ", in a clone of the repository" : ""}:
${command.examples.map((example) => `  ${example}`).join("\n")}
`;
}

export function optionLines({
  options,
}: Command): readonly { readonly left: string; readonly help: string }[] {
  return [...options, HELP].map((option) => {
    const { short, value, help } = option;
    const names = namesOf(option).map((name) => `--${name}`);
    return {
      left: `${short === undefined ? "    " : `-${short}, `}${names.join(", ")}${value === undefined ? "" : ` ${value}`}`,
      help,
    };
  });
}

const HELP: Option = { name: "help", short: "h", help: "show this help" };

function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
