import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installCommand } from "../../src/io/load-driver.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "tamis-install-")));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Creates an empty program in a folder. */
function program(...folder: readonly string[]): string {
  const path = join(directory, ...folder, "tamis/bin");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "tamis.cjs"), "");
  return join(path, "tamis.cjs");
}

describe("the command that installs a driver", () => {
  const local = program("project", "node_modules");

  it("installs it into the project of the program, also from a folder inside", () => {
    mkdirSync(join(directory, "project/data"));
    for (const folder of ["project", "project/data"])
      expect(installCommand("pg", local, join(directory, folder))).toBe("npm install pg");
  });

  it("follows a link to the program", () => {
    symlinkSync(local, join(directory, "tamis"));
    expect(installCommand("pg", join(directory, "tamis"), join(directory, "project"))).toBe("npm install pg");
  });

  it("installs it globally for a program outside of the current project", () => {
    expect(installCommand("pg", local, directory)).toBe("npm install --global pg");
    const elsewhere = installCommand("mariadb", local, join(directory, "project-2"));
    expect(elsewhere).toBe("npm install --global mariadb");
  });

  it("names it for npx, which installs the program in a folder of its own", () => {
    const temporary = program("cache", "_npx", "1a2b", "node_modules");
    const command = installCommand("pg", temporary, join(directory, "project"));
    expect(command).toBe("npx --package=tamis --package=pg tamis …");
  });

  it("installs it into a clone of the repository", () => {
    expect(installCommand("pg", program("clone"), join(directory, "project"))).toBe("npm install pg");
  });
});
