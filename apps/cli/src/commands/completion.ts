import { withoutPrototype } from "../formats/own-members.ts";
import { show } from "tamis/diagnostics";
import type { Command } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { didYouMean, namesOf, UsageError } from "../command/arguments.ts";
import type { Option } from "../command/option.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completionCommand: Command = {
  name: "completion",
  summary: "Print a completion script for a shell",
  usage: "completion bash|zsh|fish",
  words: SHELLS,
  options: [],
  notes: [
    "bash: put source <(tamis completion bash) into ~/.bashrc. zsh: put source <(tamis completion zsh) into ~/.zshrc. fish: save the script as ~/.config/fish/completions/tamis.fish.",
  ],
  examples: ["tamis completion bash > tamis.bash", "tamis completion fish > tamis.fish"],
  run: async ({ out, args, loadCommands }) => {
    const [shell = "", ...extraWords] = args.positionals;
    const script = SCRIPTS.get(shell);
    if (script === undefined || extraWords.length > 0) {
      const unknown =
        script === undefined && shell !== ""
          ? `There is no script for '${show(shell)}'.${didYouMean(shell, SHELLS)} `
          : "";
      throw new UsageError(`${unknown}tamis completion needs one of ${SHELLS.join(", ")}.`);
    }
    const commands = await loadCommands();
    await out.write(script(await Promise.all(commands.map(withSuggestedChoices))));
    return EXIT.ran;
  },
};

/** Turns the values that options suggest into choices: scripts offer both. */
async function withSuggestedChoices(command: Command): Promise<Command> {
  const options = command.options.map(async (option) => {
    const { suggestions } = withoutPrototype(option);
    return withoutPrototype(suggestions === undefined ? option : { ...option, choices: await suggestions() });
  });
  return withoutPrototype({ ...command, options: await Promise.all(options) });
}

const SCRIPTS = new Map<string, (commands: readonly Command[]) => string>([
  ["bash", bash],
  [
    "zsh",
    (commands) =>
      `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
  ],
  ["fish", fish],
]);

/** Returns a bash completion script. It also runs on bash 3.2 (macOS): no mapfile, no compopt. */
function bash(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const withFiles = commands
    .filter(({ usage }) => usage.includes("FILE"))
    .map(({ name }) => name)
    .join("|");
  const options = commands.map(
    ({ name, options: commandOptions }) =>
      `    ${name}) words="${[...commandOptions.flatMap(namesOf), "help"].map((option) => `--${option}`).join(" ")}" ;;`,
  );
  const words = commands.flatMap(({ name, words: commandWords }) =>
    commandWords === undefined ? [] : [`      ${name}) words="${commandWords.join(" ")}" ;;`],
  );
  const values = commands.flatMap(({ name, options: commandOptions }) =>
    commandOptions.flatMap((option) => bashValue(name, option)),
  );
  return `_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  # Bash treats "=" as a separate word.
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _tamis_words "${names} help --help --version"
    return
  fi
  if [ "$command" = "help" ]; then
    _tamis_words "${names}"
    return
  fi
  case "$command $previous" in
${[...new Set(values)].join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$command" in
${words.join("\n")}
    esac
    if [ -n "$words" ] && [ "\${current#-}" = "$current" ]; then _tamis_words "$words"; return; fi
  fi
  case "$command" in
${options.join("\n")}
  esac
  case "$current" in
    -*) _tamis_words "$words" ;;
    *) case "$command" in ${withFiles}) _tamis_files ;; esac ;;
  esac
}
_tamis_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_tamis_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}
complete -o filenames -F _tamis tamis
`;
}

function bashValue(command: string, option: Option): string[] {
  const { short, value, choices } = option;
  if (value === undefined) return [];
  const action =
    choices !== undefined ? `_tamis_words "${choices.join(" ")}"` : value === "FILE" ? "_tamis_files" : ":";
  const words = [
    ...namesOf(option).map((name) => `--${name}`),
    ...(short === undefined ? [] : [`-${short}`]),
  ];
  const labels = words.map((word) => `"${command} ${word}"`);
  return [`    ${labels.join("|")}) ${action}; return ;;`];
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const names = commands.map(({ name }) => name).join(" ");
  const lines = [
    `complete -c tamis -n __fish_use_subcommand -f -a help -d 'Show the help of a command'`,
    `complete -c tamis -n '__fish_seen_subcommand_from help' -f -a ${quote(names)}`,
  ];
  for (const { name, summary, options, words } of commands) {
    const within = quote(`__fish_seen_subcommand_from ${name}`);
    lines.push(`complete -c tamis -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`);
    if (words !== undefined) lines.push(`complete -c tamis -n ${within} -f -a ${quote(words.join(" "))}`);
    for (const option of options) {
      const { short, value, choices, help } = option;
      const letter = short === undefined ? "" : ` -s ${short}`;
      const argument =
        choices !== undefined
          ? ` -x -a ${quote(choices.join(" "))}`
          : value === undefined
            ? ""
            : value === "FILE"
              ? " -r -F"
              : " -x";
      const long = namesOf(option).map((optionName) => ` -l ${optionName}`);
      lines.push(`complete -c tamis -n ${within}${long.join("")}${letter}${argument} -d ${quote(help)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
