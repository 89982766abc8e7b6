import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cliPage, PAGE } from "../../../scripts/cli-docs.ts";
import { loadCommands } from "../src/commands/list.ts";
import { canRunInBash, inBash } from "./built-program.ts";
import { ROOT } from "./files.ts";
import { tamis } from "./run-command.ts";

const COMMANDS = await loadCommands();

/** Command lines that demonstrate errors and exit with 3. */
const SHOW_ERRORS = new Set([
  `tamis check "eq(name,'O'Brien')"`,
  `tamis check --family reports "eq(nmae,'Sales')" "and(x)"`,
  `printf "eq(a,1)\\nin(b,1,2\\n" | tamis check`,
  `printf 'GET /reports?filter=eq(nmae,1)&sortBy=name\\n' | tamis lint --family reports --language http`,
  `printf '{"filter":"and(eq(a,1),eq(b,2)"}' | tamis lint --language json --output json`,
]);

const directory = mkdtempSync(join(tmpdir(), "tamis-docs-"));
symlinkSync(join(ROOT, "examples"), join(directory, "examples"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The file of docs/start-query.md whose column has numbers and five other cells. */
const UNKNOWN_QUANTITIES = new Set([100, 200, 300, 400]);
const orders = Array.from({ length: 500 }, (_, i) => i + 1).map((row) => {
  const quantity = row === 57 ? "twelve" : UNKNOWN_QUANTITIES.has(row) ? "n/a" : row;
  return `${row},${quantity}\n`;
});
writeFileSync(join(directory, "orders.csv"), `id,qty\n${orders.join("")}`);

describe("docs/cli.md", () => {
  it("is up to date; else run node scripts/cli-docs.ts", () => {
    expect(readFileSync(PAGE, "utf8")).toBe(cliPage());
  });
});

describe.runIf(canRunInBash)("an example in the help", () => {
  // In order: examples read files that earlier examples write.
  // Servers run until they are stopped. Their test runs their examples.
  for (const { name, examples } of COMMANDS.filter(({ name }) => name !== "serve")) {
    it.each(examples)(`of tamis ${name} works: %s`, (line) => {
      const { code, out, err } = inBash(line, directory);
      expect({ line, code, err: SHOW_ERRORS.has(line) ? "" : withoutNotes(err) }).toEqual({
        line,
        code: SHOW_ERRORS.has(line) ? 3 : 0,
        err: "",
      });
      if (!line.includes(">")) expect(out + err).not.toBe("");
    });
  }
});

const firstPage = readFileSync(join(ROOT, "docs/start-query.md"), "utf8");

describe.runIf(canRunInBash)("README.md and docs/start-query.md", () => {
  const commands = [
    ...(readFileSync(join(ROOT, "README.md"), "utf8") + firstPage).matchAll(/^```\w*\n([\s\S]*?)^```$/gm),
  ]
    .flatMap(([, block]) => block!.replaceAll("\\\n", "").split("\n"))
    .map((line) => line.replace(/^\$ /, "").replace(/^npm ci && /, ""))
    // Sessions are tested below, and servers by tests of their own.
    .filter((line) => /^(?:npx )?tamis (?!shell|serve)/.test(line) && !line.includes(" data.csv "));

  it("contains command lines", () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each([...new Set(commands)])("contains a command line that works: %s", (line) => {
    const { code, out, err } = inBash(line, directory);
    expect(code, err).toBe(/tamis check/.test(line) ? 3 : 0);
    expect(out + err).not.toBe("");
  });

  it("shows the actual output of groups", () => {
    const [, command, shown] = /```\n\$ (npx tamis query .*)\n([\s\S]*?)```/.exec(firstPage)!;
    expect(inBash(command!, directory)).toMatchObject({ code: 0, out: shown, err: "" });
  });

  it("shows the actual warning about a string column", () => {
    const [, command, shown] = /```\n\$ (npx tamis query orders\.csv .*)\n([\s\S]*?)```/.exec(firstPage)!;
    expect(inBash(command!, directory)).toMatchObject({ code: 0, err: shown });
  });

  it("shows the actual output of tamis check", () => {
    const [, command, shown] = /```\n\$ (npx tamis check .*)\n([\s\S]*?)```/.exec(firstPage)!;
    expect(inBash(command!, directory).err).toBe(shown);
  });
});

describe("docs/start-query.md", () => {
  it("shows the actual output of a session, except for the time", async () => {
    const [, command, shown] = /```\n\$ npx (tamis shell .*)\n([\s\S]*?)```/.exec(firstPage)!;
    const [, , file, ...args] = command!.split(" ");
    const lines = [...shown!.matchAll(/^places> (.*)\n/gm)].map(([, line]) => line);
    expect(lines.length).toBeGreaterThan(2);
    const stdin = lines.join("\n");
    const { out, err } = await tamis(["shell", join(ROOT, file!), ...args, "-o", "table"], { stdin });
    const said = shown!.split("\n").filter((line) => !line.startsWith("places> "));
    const answers = said.map((line) => line.replace(/^(?:\d+ rows?(?:, \d+ to \d+)?) \([\d.]+ ms\)$/, ""));
    const errors = err.replace("line 3: ", "").trimEnd().split("\n");
    expect(answers.filter((line) => line !== "" && !errors.includes(line))).toEqual(
      out.trimEnd().split("\n"),
    );
    for (const line of errors) expect(said).toContain(line);
  });
});

/** Removes the notes of catalogs. */
function withoutNotes(err: string): string {
  return err
    .split("\n")
    .filter((line) => !line.startsWith("tamis: "))
    .join("\n");
}
