/** Help, made of what the commands say of themselves. */
import type { Command } from "./command.ts";
import type { Option } from "./options.ts";

/** Columns of help that is read in a terminal. */
const WIDTH = 100;

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `tamis: filter, sort and check with the expression language of the platform

Usage: tamis COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

  tamis COMMAND --help tells more of one; tamis --version prints the version.

Try:
  ${commands[0]!.examples[0]!}

Exit codes:
${exitCodes()
  .map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join("\n")}
`;
}

/** What the exit codes mean. */
export function exitCodes(): readonly (readonly [code: number, meaning: string])[] {
  return [
    [0, "it ran"],
    [1, "nothing matched, and -e was given"],
    [2, "usage, a file that cannot be read or written, a wrong catalog"],
    [3, "an expression is wrong"],
    [4, "the data are wrong"],
    [130, "interrupted (Ctrl-C)"],
  ];
}

export function helpOf(command: Command): string {
  const options = allOptions(command);
  const width = Math.max(...options.map(({ left }) => left.length));
  const notes = (command.notes ?? []).map((note) => `${wrap(note)}\n\n`).join("");
  return `${command.summary}.

Usage: tamis ${command.usage}

Options:
${options.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join("\n")}

${notes}Examples:
${command.examples.map((example) => `  ${example}`).join("\n")}
`;
}

/** The options as help shows them, `--help` with them. */
export function allOptions({
  options,
}: Command): readonly { readonly left: string; readonly help: string }[] {
  return [...options, HELP].map(({ name, short, value, help }) => ({
    left: `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
    help,
  }));
}

const HELP: Option = { name: "help", short: "h", help: "this text" };

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
