import { describe, expect, it } from "vitest";
import { choosePager } from "../../src/io/pager.ts";

const exists = (name: string) => name === "less" || name === "more" || name === "/opt/my-pager";

describe("the pager", () => {
  it.each([
    [{}, ["less"]],
    [{ PAGER: "more" }, ["more"]],
    [{ PAGER: "less -S  -X" }, ["less", "-S", "-X"]],
    [{ PAGER: "/opt/my-pager" }, ["/opt/my-pager"]],
    [{ PAGER: "less | cat" }, ["sh", "-c", "less | cat"]],
    [{ PAGER: "LESS=R less" }, ["sh", "-c", "LESS=R less"]],
    [{ PAGER: "" }, undefined],
    [{ PAGER: " cat " }, undefined],
    [{ TERM: "dumb" }, undefined],
    [{ TERM: "dumb", PAGER: "less" }, undefined],
  ])("of the environment %j is %j", (env, words) => {
    const { command, missing } = choosePager(env, exists);
    expect(command?.words).toEqual(words);
    expect(missing).toBeUndefined();
  });

  it("is more if there is no less, and none if there is neither", () => {
    expect(choosePager({}, (name) => name === "more").command?.words).toEqual(["more"]);
    expect(choosePager({}, () => false)).toEqual({ command: undefined });
  });

  it("is none if PAGER names a program that does not exist", () => {
    expect(choosePager({ PAGER: "nosuch -x" }, exists)).toEqual({ command: undefined, missing: "nosuch" });
    expect(choosePager({ PAGER: "nosuch", PATH: "/nowhere" }).missing).toBe("nosuch");
    expect(choosePager({ PAGER: "sh", PATH: process.env["PATH"] }).command?.words).toEqual(["sh"]);
  });

  it("gets the options of git, unless the environment sets others", () => {
    expect(choosePager({}, exists).command?.env).toMatchObject({ LESS: "FRX", LV: "-c" });
    expect(choosePager({ LESS: "", LV: "-x" }, exists).command?.env).toMatchObject({ LESS: "", LV: "-x" });
  });
});
