/** Help, made of what the commands say of themselves. */
import type { Command } from "./command.ts";

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `tamis: filter, sort and check with the expression language of the platform

Usage: tamis COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

  tamis COMMAND --help tells more of one; tamis --version prints the version.

Try:
  tamis query places.ndjson --filter "and(eq(adm0name,'France'),gt(pop_max,1000000))" --sortBy name

Exit codes: 0 ran; 1 nothing matched (with -e); 2 usage, or input and output; 3 the expression is wrong;
4 the data are wrong.
`;
}

export function helpOf(command: Command): string {
  const options = command.options.map(({ name, short, value, help }) => ({
    left: `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
    help,
  }));
  options.push({ left: "-h, --help", help: "this text" });
  const width = Math.max(...options.map(({ left }) => left.length));
  return `${command.summary}.

Usage: tamis ${command.usage}

Options:
${options.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join("\n")}

Examples:
${command.examples.map((example) => `  ${example}`).join("\n")}
`;
}
