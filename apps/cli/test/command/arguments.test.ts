import { describe, expect, it } from "vitest";
import { loadCommands } from "../../src/commands/list.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const COMMANDS = await loadCommands();

describe("the command line", () => {
  it("prints an overview and exits with 2 without a command", async () => {
    expect(await failure(2, [])).toContain("Usage: tamis COMMAND");
  });

  it("shows an example that runs in any folder", async () => {
    const [, input, filter] = /Try:\n {2}printf '(.*)' \| tamis query --filter "(.*)"\n/.exec(
      (await tamis(["--help"])).out,
    )!;
    const ran = await tamis(["query", "--filter", filter!], { stdin: input!.replaceAll("\\n", "\n") });
    expect(ran).toEqual({ code: 0, out: "name,size\nZoë,12\n", err: "" });
  });

  it("prints help for the program and for each command, in three spellings", async () => {
    const { out } = await tamis(["--help"]);
    const width = Math.max(...COMMANDS.map(({ name }) => name.length));
    for (const { name, summary, options } of COMMANDS) {
      expect(out).toContain(`${name.padEnd(width)}  ${summary}`);
      const help = await tamis([name, "--help"]);
      expect(help.code).toBe(0);
      for (const option of options) expect(help.out).toContain(`--${option.name}`);
      expect((await tamis(["help", name])).out).toBe(help.out);
      expect((await tamis([name, "-h", "whatever"])).out).toBe(help.out);
    }
  });

  it("does not read options after --", async () => {
    expect((await tamis(["check", "--", "--help"])).code).toBe(3);
  });

  it.each([
    [["qery"], "There is no command 'qery'. Did you mean query?"],
    [["help", "nosuch"], "There is no command 'nosuch'."],
    [["--filter", "x"], "Options follow the command"],
    [["query", "--sort", "name"], "There is no option --sort. Did you mean --sortBy?"],
    [["query", "--lim", "5"], "There is no option --lim. Did you mean --limit?"],
    [["query", "--flter", "x"], "There is no option --flter. Did you mean --filter?"],
    [["query", "-z"], "There is no option -z."],
    [["query", "--filter"], "--filter needs a value: --filter E"],
    [["query", "--filter", "--count"], "--filter needs a value"],
    [["query", "-en"], "needs a value"],
    [["query", "--count=yes"], "--count is a switch"],
    [["query", "--limit", "-1"], "--limit must be an integer >= 0, not '-1'."],
    [["query", "--limit=1e3"], "not '1e3'"],
    [["query", "--limit", "99999999999999999999"], "--limit must be an integer"],
    [["query", "-n", ""], "not ''"],
    [
      ["query", "-o", "jsn"],
      "--output must be one of json, ndjson, csv, tsv, table, markdown, envelope, not 'jsn'. Did you mean json?",
    ],
    [["query", "-s", "a", "--sort-by", "b"], "--sort-by is given twice"],
    [["query", "--head", "x"], "--head must be an integer >= 0, not 'x'."],
    [["query", "--where", "x"], "There is no option --where. Use --filter instead."],
    [["query", "--all", "--head=1"], "--all cannot be combined with --head."],
    [["check", "--kind", "nope", "x"], "--kind must be one of filter, sortBy, query"],
    [["query", "--\x1b[31m"], "<U+001B>"],
  ])("reports the error of %j", async (args, words) => {
    const err = await failure(2, args, { stdin: "" });
    expect(err).toContain(words);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});
