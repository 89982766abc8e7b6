import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { describe, expect, it } from "vitest";
import { folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const write = folder();
const catalog = write(
  "catalog.json",
  JSON.stringify({ name: "items", members: { name: "string", size: "integer" } }),
);

describe("tamis lint", () => {
  it("prints each problem with its file, line and column, and exits with 3", async () => {
    const path = write(
      "list.http",
      "# 😀\nGET https://host/items\n  ?filter=eq(nmae,%27a%27)\n  &sortBy=size\n",
    );
    expect(await tamis(["lint", "-c", catalog, path])).toEqual({
      code: 3,
      out: "",
      err:
        `${path}:3:14: error[unknown-member]: ${unknownMember("nmae", "name")}\n` +
        "    ?filter=eq(nmae,%27a%27)\n               ^^^^\n  help: Write name:   ?filter=eq(name,%27a%27)\n",
    });
  });

  it("prints nothing for correct files, and exits with 0", async () => {
    const paths = [
      write("a.json", '{"filter":"eq(name,\\"x\\")","other":"eq(("}'),
      write("b.ts", "const f = filter`eq(name,${value})`; const url = '/items?sortBy=name:descending';"),
      write("c.sh", "curl -G https://host --data-urlencode 'filter=gt(size,1)'\n"),
      write("d.yaml", "filter: |\n  and(\n    eq(name,'a'),\n    gt(size,1))\n"),
    ];
    expect(await tamis(["lint", "-c", catalog, ...paths])).toEqual({ code: 0, out: "", err: "" });
  });

  it("prints one object of JSON per problem, with the fixes as edits of the file", async () => {
    const text = 'a: 1\nwhere: "eq(nmae,\\"x\\")"\n';
    const path = write("where.yml", text);
    const args = ["lint", "-c", catalog, "--filter-key", "where", "-o", "json", path];
    const { code, out, err } = await tamis(args);
    const found = JSON.parse(out) as { start: number; end: number; fixes: { edits: { text: string }[] }[] };
    expect({ code, err, found }).toMatchObject({
      code: 3,
      err: "",
      found: { file: path, line: 2, column: 12, code: "unknown-member", severity: "error" },
    });
    expect([text.slice(found.start, found.end), found.fixes[0]?.edits[0]?.text]).toEqual(["nmae", "name"]);
  });

  it("reads standard input in the given language, and applies --strict", async () => {
    const stdin = '{"filter":"and(eq(name,\'a\'))"}';
    const lenient = await tamis(["lint", "--language", "json"], { stdin });
    expect([lenient.code, lenient.err.split(": ", 2)]).toEqual([
      0,
      ["standard input:1:12", "warning[single-argument]"],
    ]);
    expect((await tamis(["lint", "--language", "json", "--strict", "-"], { stdin })).code).toBe(3);
  });

  it("reports a file that cannot be read", async () => {
    await failure(2, ["lint", "nosuch.http"]);
  });
});
