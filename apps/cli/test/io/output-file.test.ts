import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { moveIntoPlace } from "../../src/io/output-file.ts";
import { tamis, type Outcome } from "../run-command.ts";

const file = folder();
const root = dirname(file("x", ""));
const ROWS = lines([{ id: 1 }, { id: 2 }]);
let count = 0;

/** Each way to write a file. Returns the result, and the path of the input. */
type Write = (input: string, target: string, force: boolean) => Promise<Outcome>;
const inShell =
  (command: string): Write =>
  (input, target, force) =>
    tamis(["shell", input], { stdin: `${command} ${force ? "--force " : ""}${target}\n` });
const WRITERS: Readonly<Record<string, Write>> = {
  "tamis save -o": (input, target, force) =>
    tamis(["save", input, "-o", target, ...(force ? ["--force"] : [])]),
  ".save": inShell(".save"),
  ".write": inShell(".write"),
};

function fresh(): { input: string; target: string; linkTo: (path: string, hard?: boolean) => string } {
  const name = `case${count++}`;
  return {
    input: file(`${name}/rows.ndjson`, ROWS),
    target: join(root, name, "out.ndjson"),
    linkTo: (path, hard = false) => {
      const link = join(root, name, `link${count++}.ndjson`);
      if (hard) linkSync(path, link);
      else symlinkSync(path, link);
      return link;
    },
  };
}

describe.each(Object.entries(WRITERS))("%s", (_, write) => {
  it("writes a new file, and replaces an existing one only by force", async () => {
    const { input, target } = fresh();
    expect(await write(input, target, false)).toMatchObject({ code: 0 });
    const before = readFileSync(target);
    file(relative(root, target), "old");
    const refused = await write(input, target, false);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("exists. --force");
    expect(readFileSync(target, "utf8")).toBe("old");
    expect(await write(input, target, true)).toMatchObject({ code: 0 });
    expect(readFileSync(target).length).toBe(before.length);
  });

  it("never overwrites its input, also not by force or through a link", async () => {
    const { input, linkTo } = fresh();
    const other = join(dirname(input), "..", relative(root, input));
    for (const target of [input, other, linkTo(input), linkTo(linkTo(input)), linkTo(input, true)]) {
      for (const force of [false, true]) {
        const { code, err } = await write(input, target, force);
        expect({ target, code }).toEqual({ target, code: 2 });
        expect(err).toContain("The rows were read from");
      }
    }
    const link = linkTo(input, true);
    expect((await write(link, input, true)).code).toBe(2);
    expect(readFileSync(input, "utf8")).toBe(ROWS);
  });

  it("replaces neither devices nor named pipes, folders and dangling links", async () => {
    const { input, target, linkTo } = fresh();
    const pipe = `${target}.pipe.ndjson`;
    execFileSync("mkfifo", [pipe]);
    const device = linkTo("/dev/full");
    const folderLink = linkTo(root);
    const dangling = linkTo(join(root, "nosuch"));
    for (const path of [pipe, linkTo(pipe), device, folderLink, dangling]) {
      for (const force of [false, true]) {
        const { code, err } = await write(input, path, force);
        expect({ path, code }).toEqual({ path, code: 2 });
        expect(err).toMatch(/a named pipe|a device|a directory|a link/);
      }
    }
    expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it("replaces the target of a link, and keeps the link", async () => {
    const { input, target, linkTo } = fresh();
    file(relative(root, target), "old");
    const link = linkTo(target);
    expect(await write(input, link, true)).toMatchObject({ code: 0 });
    expect(readFileSync(target, "utf8")).not.toBe("old");
    rmSync(link);
    expect(statSync(target).isFile()).toBe(true);
  });
});

it("tamis save does not overwrite its catalog", async () => {
  const { input } = fresh();
  const catalog = file("catalog.json", JSON.stringify({ name: "rows", members: { id: "integer" } }));
  const { code } = await tamis(["save", input, "-c", catalog, "-o", catalog, "--force"]);
  expect(code).toBe(2);
  expect(readFileSync(catalog, "utf8")).toContain("members");
});

describe("a complete file", () => {
  /** Attempts and pauses until the file is in its place, if the first attempts fail with a code. */
  async function attempts(platform: NodeJS.Platform, code: string, failures: number) {
    const pauses: number[] = [];
    let made = 0;
    const move = () =>
      ++made > failures ? Promise.resolve() : Promise.reject(Object.assign(new Error("in use"), { code }));
    const wait = (ms: number) => Promise.resolve(pauses.push(ms));
    const error = await moveIntoPlace("a.part", "a", { platform, move, wait }).catch(
      (reason: unknown) => reason,
    );
    return { made, waited: pauses.reduce((sum, ms) => sum + ms, 0), failed: error instanceof Error };
  }

  it("replaces a file that another program of Windows has open for up to a second", async () => {
    expect(await attempts("win32", "EPERM", 0)).toEqual({ made: 1, waited: 0, failed: false });
    expect(await attempts("win32", "EBUSY", 2)).toEqual({ made: 3, waited: 30, failed: false });
    expect(await attempts("win32", "EACCES", 6)).toEqual({ made: 7, waited: 1_000, failed: false });
    expect(await attempts("win32", "EPERM", 7)).toEqual({ made: 7, waited: 1_000, failed: true });
  });

  it("is not moved again after other errors, and on other systems", async () => {
    expect(await attempts("win32", "ENOSPC", 1)).toEqual({ made: 1, waited: 0, failed: true });
    expect(await attempts("linux", "EPERM", 1)).toEqual({ made: 1, waited: 0, failed: true });
  });
});
