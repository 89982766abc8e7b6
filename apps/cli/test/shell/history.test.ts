import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRedact } from "../../src/io/redact.ts";
import { History, historyPath } from "../../src/shell/history.ts";
import { folder } from "../files.ts";

const file = folder();
let count = 0;
/** Returns a path that does not exist. */
const fresh = () => join(dirname(file("x", "")), `state${count++}`, "tamis", "history");

function opened(path: string | undefined) {
  const notes: string[] = [];
  return { history: new History(path, (text) => notes.push(text), createRedact([], {})), notes };
}

describe("the history of the shell", () => {
  it("is restored in the next session, with the last line first", () => {
    const path = fresh();
    const { history, notes } = opened(path);
    for (const line of ["a", "b", "b", "ä'\"\\"]) history.add(line);
    expect(readFileSync(path, "utf8")).toBe("a\nb\nb\nä'\"\\\n");
    expect(opened(path).history.lines).toEqual(["ä'\"\\", "b", "b", "a"]);
    expect(notes).toEqual([]);
  });

  it("does not contain lines with a password", () => {
    const path = fresh();
    const { history } = opened(path);
    for (const line of ["a", "postgres://me:sesame@h/db", "host=h password=sesame", "b"]) history.add(line);
    expect(readFileSync(path, "utf8")).toBe("a\nb\n");
  });

  it("is readable only by its owner, even if the file was readable by others before", () => {
    const path = fresh();
    opened(path).history.add("eq(name,'me')");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const open = file("open-history", "a\n");
    execFileSync("chmod", ["644", open]);
    expect(opened(open).history.lines).toEqual(["a"]);
    expect(statSync(open).mode & 0o777).toBe(0o600);
  });

  it("contains a line before it runs, so that a crash does not lose it", () => {
    const path = fresh();
    opened(path).history.add("a");
    expect(readFileSync(path, "utf8")).toBe("a\n");
  });

  it("omits empty lines, lines that begin with a space, and control characters", () => {
    const path = fresh();
    const { history } = opened(path);
    for (const line of [" secret", "", "\u001b[2J", "a\tb", "x".repeat(10_001), "good"]) history.add(line);
    expect(readFileSync(path, "utf8")).toBe("good\n");
  });

  it("is read with the line ends of Windows too", () => {
    expect(opened(file("crlf", "a\r\nb\r\n")).history.lines).toEqual(["b", "a"]);
  });

  it("has a maximum size", () => {
    const path = file("long", Array.from({ length: 2_500 }, (_, i) => `line ${i}\n`).join(""));
    const { lines } = opened(path).history;
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, "line 2499", "line 1500"]);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(1_001);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith("long"))).toEqual(["long"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("reads only the end of a huge file", () => {
    const path = file("huge", `${"x".repeat(50)}\n`.repeat(200_000) + "last\n");
    const { history, notes } = opened(path);
    expect([history.lines.length, history.lines[0], notes]).toEqual([1_000, "last", []]);
    expect(statSync(path).size).toBeLessThan(60_000);
  });

  it("ignores invalid text and an incomplete last line", () => {
    const binary = Buffer.from("\xff\xfe\0\x01\ngood\n\x80\n\x1b[\n", "latin1");
    const { history, notes } = opened(file("binary", binary));
    expect([history.lines, notes]).toEqual([["good"], []]);
    expect(opened(file("cut", "a\nb")).history.lines).toEqual(["b", "a"]);
  });

  it("is disabled with one note if the file cannot be used", () => {
    const directory = dirname(file("folder/x", ""));
    const under = join(file("plain", ""), "history");
    for (const path of [directory, under]) {
      const { history, notes } = opened(path);
      history.add("a");
      history.add("b");
      expect(history.lines).toEqual([]);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(/^the history is not saved: .* cannot be used \(.+\)\.$/);
    }
  });

  it("neither reads from a named pipe nor writes to it", () => {
    const pipe = join(dirname(file("y", "")), "pipe");
    execFileSync("mkfifo", [pipe]);
    const { history, notes } = opened(pipe);
    history.add("a");
    expect(notes).toHaveLength(1);
  });

  it("follows a symbolic link, and is not saved without a path", () => {
    const target = file("target", "a\n");
    const link = join(dirname(target), "link");
    symlinkSync(target, link);
    opened(link).history.add("b");
    expect(readFileSync(target, "utf8")).toBe("a\nb\n");
    const { history, notes } = opened(undefined);
    history.add("a");
    expect([history.lines, notes]).toEqual([[], []]);
  });
});

describe("the path of the history", () => {
  it("follows the XDG Base Directory Specification", () => {
    const ofHome = "/home/me/.local/state/tamis/history";
    expect(historyPath({ XDG_STATE_HOME: "/state", HOME: "/home/me" })).toBe("/state/tamis/history");
    expect(historyPath({ HOME: "/home/me" })).toBe(ofHome);
    expect(historyPath({ XDG_STATE_HOME: "relative", HOME: "/home/me" })).toBe(ofHome);
    expect(historyPath({ XDG_STATE_HOME: "", USERPROFILE: "/home/me" })).toBe(ofHome);
    expect(historyPath({})).toBe(undefined);
    expect(historyPath({ LOCALAPPDATA: "/local", HOME: "/home/me" }, "linux")).toBe(ofHome);
    expect(existsSync("/state/tamis")).toBe(false);
  });

  it("is in the folder for local data on Windows", () => {
    const env = { LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local", USERPROFILE: "C:\\Users\\me" };
    expect(historyPath(env, "win32")).toBe("C:\\Users\\me\\AppData\\Local\\tamis\\history");
    expect(historyPath({ ...env, XDG_STATE_HOME: "D:\\state" }, "win32")).toBe("D:\\state\\tamis\\history");
    const withoutFolder = historyPath({ ...env, LOCALAPPDATA: "" }, "win32");
    expect(withoutFolder).toBe("C:\\Users\\me\\.local\\state\\tamis\\history");
  });
});
