import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { namesOf } from "../../src/command/arguments.ts";
import { loadCommands } from "../../src/commands/list.ts";
import { folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const COMMANDS = await loadCommands();

const file = folder();

/** Returns the completions of bash for the last word. */
function offered(script: string, words: readonly string[], directory: string): string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _tamis
for word in "\${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done`;
  const { stdout } = spawnSync("bash", ["-c", program, "bash", ...words], {
    cwd: directory,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

const hasBash = spawnSync("bash", ["--version"]).status === 0;

function hasShell(name: string): boolean {
  return spawnSync(name, ["--version"]).status === 0;
}

describe("tamis completion", () => {
  it.runIf(hasBash)("is a script that bash accepts", async () => {
    const { out } = await tamis(["completion", "bash"]);
    const { status, stderr } = spawnSync("bash", ["-n"], { input: out, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it.runIf(hasBash)("completes commands, options, values, actions and files", async () => {
    const { out } = await tamis(["completion", "bash"]);
    const directory = file("rows one.csv", "").replace(/rows one\.csv$/, "");
    const offer = (...words: string[]) => offered(out, ["tamis", ...words], directory);
    expect(offer("")).toEqual([...COMMANDS.map(({ name }) => name), "help", "--help", "--version"]);
    expect(offer("qu")).toEqual(["query"]);
    expect(offer("help", "ca")).toEqual(["catalog"]);
    expect(offer("query", "--fi")).toEqual(["--filter"]);
    expect(offer("query", "-o", "t")).toEqual(["tsv", "table"]);
    expect(offer("query", "--output", "=", "e")).toEqual(["envelope"]);
    expect(offer("query", "--family", "rep")).toEqual(["reports"]);
    expect(offer("query", "--filter", "")).toEqual([]);
    expect(offer("query", "--catalog", "")).toEqual(["rows one.csv"]);
    expect(offer("query", "rows")).toEqual(["rows one.csv"]);
    expect(offer("catalog", "inf")).toEqual(["infer"]);
    expect(offer("completion", "z")).toEqual(["zsh"]);
    expect(offer("check", "")).toEqual([]);
    for (const { name, options } of COMMANDS) {
      const words = [...options.flatMap(namesOf), "help"];
      expect(offer(name, "--")).toEqual(words.map((word) => `--${word}`));
    }
  });

  it("lists every option for fish, with quoted words", async () => {
    const { out } = await tamis(["completion", "fish"]);
    for (const { name, options } of COMMANDS) {
      for (const option of options) {
        const words = namesOf(option).map((word) => ` -l ${word}`);
        expect(out).toContain(`'__fish_seen_subcommand_from ${name}'${words.join("")}`);
      }
    }
    for (const line of out.trimEnd().split("\n")) {
      expect(line).toMatch(/^complete -c tamis (?:'(?:[^'\\]|\\.)*'|[^'])*$/);
    }
  });

  it.runIf(hasShell("fish"))("completes commands, options and values in fish", async () => {
    const { out } = await tamis(["completion", "fish"]);
    const script = file("tamis.fish", out);
    const offer = (line: string) => {
      const program = `source '${script}'; complete -C '${line}'`;
      const { stdout } = spawnSync("fish", ["--no-config", "-c", program], { encoding: "utf8" });
      return stdout.split("\n").flatMap((word) => word.split("\t", 1).filter((name) => name !== ""));
    };
    expect(offer("tamis qu")).toContain("query");
    expect(offer("tamis help sav")).toEqual(["save"]);
    expect(offer("tamis query --no-p")).toEqual(["--no-pager"]);
    expect(offer("tamis query -o ts")).toEqual(["tsv"]);
    expect(offer("tamis completion z")).toEqual(["zsh"]);
  });

  it.runIf(hasShell("zsh"))("is a function that zsh accepts for the program", async () => {
    const { out } = await tamis(["completion", "zsh"]);
    const script = file("tamis.zsh", out);
    const program = `source '${script}'; print -r -- $_comps[tamis]`;
    const { stdout } = spawnSync("zsh", ["-f", "-c", program], { encoding: "utf8" });
    expect(stdout).toContain("-F _tamis");
  });

  it("wraps the bash script for zsh", async () => {
    const { out } = await tamis(["completion", "zsh"]);
    expect(out).toMatch(
      /^autoload -U \+X compinit && compinit\nautoload -U \+X bashcompinit && bashcompinit\n_tamis\(\)/,
    );
  });

  it.each([[[]], [["bsh"]], [["bash", "zsh"]]])("rejects %j", async (args) => {
    await failure(2, ["completion", ...args]);
  });
});
