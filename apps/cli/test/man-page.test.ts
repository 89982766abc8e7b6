import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAN_PAGE, manPage } from "../../../scripts/man-page.ts";
import { loadCommands } from "../src/commands/list.ts";
import { ROOT } from "./files.ts";

const hasMandoc = spawnSync("mandoc", ["-T", "lint"], { input: "" }).error === undefined;

describe("man/tamis.1", () => {
  it("is up to date; else run node scripts/man-page.ts", () => {
    expect(readFileSync(MAN_PAGE, "utf8")).toBe(manPage());
  });

  it("is a part of the package", () => {
    const { man, files } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as {
      man: string;
      files: readonly string[];
    };
    expect(man).toBe("./man/tamis.1");
    expect(files).toContain("man");
  });

  it.runIf(hasMandoc)("has no errors and no warnings, except for the missing date", () => {
    const { stdout } = spawnSync("mandoc", ["-T", "lint", "-W", "warning", MAN_PAGE], { encoding: "utf8" });
    expect(stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"))).toEqual([]);
  });

  it.runIf(hasMandoc)("shows every option and every example unchanged", async () => {
    const { stdout } = spawnSync("mandoc", ["-T", "utf8", "-O", "width=500", MAN_PAGE], { encoding: "utf8" });
    const shown = stdout.replaceAll(/.\u0008/gu, "");
    for (const { options, examples } of await loadCommands()) {
      for (const { name } of options) expect(shown).toContain(`--${name}`);
      for (const example of examples) expect(shown).toContain(example);
    }
  });
});
