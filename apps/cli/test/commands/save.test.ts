import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { example, folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const places = example("places.ndjson");
const saved = join(dirname(file("x", "")), "places.tamis");

describe("tamis save", () => {
  it("saves rows, and queries of the collection file return the same rows as the source", async () => {
    const { code, out, err } = await tamis(["save", places, "-o", saved, "--locale", "sv"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^tamis: 243 rows saved in .*places\.tamis \(0\.\d MB\)\n$/);
    for (const args of [
      ["--filter", "gt(pop_max,10000000)"],
      ["--filter", "contains($primary,name,'sao')", "--sortBy", "name:descending", "--locale", "sv"],
      ["--sortBy", "adm0name,pop_max:descending", "--start", "5", "--limit", "7", "--select", "name,pop_max"],
      ["--query", "featurecla=Admin-1 capital&limit=3"],
      ["--count", "--filter", "isNull(namealt)"],
      ["--count", "--filter", "isNull(namealt)", "--filter", "and(gt(pop_max,1000000),gt(pop_max,2000000))"],
      ["--count", "--query", "filter=gt(pop_max,1000000)"],
      ["--count"],
      ["--count", "--filter", "gt(pop_max,"],
      ["-o", "csv", "--filter", "eq(fid,3)", "--select", "fid,name"],
      ["-o", "envelope", "--filter", "gt(pop_max,10000000)", "--limit", "2"],
      ["--exit-status", "--filter", "eq(name,'nowhere')"],
      ["--filter", "eq(nmae,'x')"],
    ]) {
      const of = await tamis(["query", saved, ...args]);
      const source = await tamis(["query", places, ...args]);
      // Rows in a file have no collection name.
      const out = source.out.replaceAll('"rows"', '"places"').replaceAll("/rows", "/places");
      expect([args, of.code, of.out]).toEqual([args, source.code, out]);
      expect(of.err === "").toBe(source.err === "");
    }
  });

  it("counts rows without reading them, and reports damaged rows when they are read", async () => {
    const source = file("numbers.ndjson", lines(Array.from({ length: 9 }, (_, n) => ({ n, s: `row ${n}` }))));
    const target = join(dirname(source), "damaged.tamis");
    await tamis(["save", source, "-o", target]);
    const bytes = readFileSync(target);
    bytes.write("X", bytes.indexOf("row 8"));
    writeFileSync(target, bytes);
    expect((await tamis(["query", target, "--count"])).out).toBe("9\n");
    const { code, err } = await tamis(["query", target, "--limit", "1"]);
    expect(code).toBe(4);
    const reason = "The file was changed after it was written: wrong checksum of rows 0 to 8.";
    expect(err).toContain(reason);
    // A session goes on after the line that reads them.
    const session = await tamis(["shell", target], { stdin: "eq(n,3)\n.members\n" });
    expect(session.code).toBe(4);
    expect(session.err).toMatch(/^tamis: line 1: .*damaged\.tamis/);
    expect(session.err).toContain(reason);
    expect(session.out).toContain("integer");
  });

  it("reports why a file cannot be written, without the name of the temporary file", async () => {
    const target = join(dirname(saved), "missing", "x.tamis");
    const err = await failure(2, ["save", places, "-o", target]);
    expect(err).toBe(`tamis: ${target} cannot be written. There is no such folder.\n`);
  });

  it("writes a file that a session can open and save again", async () => {
    const again = join(dirname(saved), "again.tamis");
    const stdin = `gt(pop_max,20000000)\n.facets featurecla\n.save ${again}\n`;
    const { code, out, err } = await tamis(["shell", saved, "--select", "name"], { stdin });
    expect([code, err.replace(/\(.*\)/, "")]).toEqual([0, `243 rows saved in ${again} \n`]);
    expect(out.split("\n")[0]).toBe('{"name":"Tokyo"}');
    expect((await tamis(["query", again, "--count"])).out).toBe("243\n");
    const own = await tamis(["shell", saved], { stdin: `.save ${saved}\n` });
    expect(own.code).toBe(2);
    expect(own.err).toContain("The rows were read from");
  });

  it("keeps CSV values, and columns with invalid names", async () => {
    const csv = file("people.csv", "First Name,Größe\nAnna,3\nBert,1.50\n");
    const target = join(dirname(csv), "people.tamis");
    expect((await tamis(["save", csv, "-o", target])).code).toBe(0);
    const { out } = await tamis(["query", target, "--filter", "eq(First_Name,'Bert')"]);
    expect(out).toBe('{"First Name":"Bert","Größe":1.5}\n');
  });

  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ["changed", (bytes: Buffer) => Buffer.from(bytes).fill(1, 1_000, 1_001)],
  ])("rejects a file that is %s with its name and exit code 4", async (how, spoil) => {
    const path = file(`${how}.tamis`, spoil(readFileSync(saved)));
    for (const command of ["query", "shell"]) {
      expect(await failure(4, [command, path], { stdin: "gt(pop_max,20000000)\n" })).toContain(path);
    }
  });

  it("reports wrong arguments, and keeps existing files", async () => {
    for (const args of [
      [places],
      ["-o", saved],
      ["nosuch.csv", "-o", saved],
      [places, "-o", "/nosuch/x.tamis"],
    ])
      await failure(2, ["save", ...args]);
    expect(existsSync("/nosuch")).toBe(false);
    const wrong = file("wrong.ndjson", `${lines([{ a: 1 }])}{`);
    const before = statSync(saved).size;
    await failure(4, ["save", wrong, "-o", saved, "--force", "--strict"]);
    expect(statSync(saved).size).toBe(before);
    const other = file("other.json", JSON.stringify({ name: "places", members: { name: "integer" } }));
    for (const args of [[places], ["--explain"], ["--catalog", other]])
      await failure(2, ["query", saved, ...args]);
  });
});
