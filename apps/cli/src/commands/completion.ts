/** `tamis completion`: scripts that teach a shell the commands and options. Made of the same list as the help. */
import type { Command, Scope } from "../command.ts";
import { EXIT } from "../command.ts";
import { UsageError } from "../options.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Print a completion script for a shell",
    usage: "completion bash|zsh|fish",
    options: [],
    examples: [
      "tamis completion bash > ~/.local/share/bash-completion/completions/tamis",
      "tamis completion fish > ~/.config/fish/completions/tamis.fish",
    ],
    run: ({ io, args }: Scope) => {
      const shell = args.positionals[0];
      const script = SCRIPTS.get(shell ?? "");
      if (script === undefined) throw new UsageError(`tamis completion takes one of ${SHELLS.join(", ")}.`);
      io.stdout.write(script(commands()));
      return Promise.resolve(EXIT.ran);
    },
  };
}

const SCRIPTS = new Map<string, (commands: readonly Command[]) => string>([
  ["bash", bash],
  ["zsh", (commands) => `#compdef tamis\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`],
  ["fish", fish],
]);

function bash(commands: readonly Command[]): string {
  const cases = commands
    .map(({ name, options }) => `    ${name}) words="${options.map((option) => `--${option.name}`).join(" ")} --help" ;;`)
    .join("\n");
  const values = new Map<string, readonly string[]>();
  for (const { options } of commands) {
    for (const { name, choices } of options) if (choices !== undefined && !values.has(name)) values.set(name, choices);
  }
  const choices = [...values].map(([name, list]) => `    --${name}) COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$current")); return ;;`).join("\n");
  return `_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
${choices}
  esac
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _tamis tamis
`;
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines: string[] = [];
  for (const { name, summary, options } of commands) {
    lines.push(`complete -c tamis -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`);
    for (const option of options) {
      const short = option.short === undefined ? "" : ` -s ${option.short}`;
      const value = option.value === undefined ? "" : option.choices === undefined ? " -r" : ` -x -a ${quote(option.choices.join(" "))}`;
      lines.push(`complete -c tamis -n ${quote(`__fish_seen_subcommand_from ${name}`)} -l ${option.name}${short}${value} -d ${quote(option.help)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
