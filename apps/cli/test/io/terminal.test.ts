import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { TextOutput } from "../../src/io/text-output.ts";
import { folder, lines } from "../files.ts";
import { output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
/** Erases the screen, sets the title, reverses the direction, and hides characters. */
const EVIL = "a\x1b[2J\x1b]0;t\x07\x9b1m\r\u202eb\u2066c\u200b\u{e0041}\u3164d";
const ROWS = [{ id: 1, name: EVIL, [EVIL]: "x" }];
const ndjson = file("rows.ndjson", lines(ROWS));
const csv = file("rows.csv", `id,"${EVIL}"\n1,"${EVIL}"\n`);
const members = { id: "integer", name: { type: "string", enum: [EVIL], description: EVIL } };
const catalog = file("catalog.json", JSON.stringify({ name: "rows", members }));
const request = file("list.http", `GET /items?filter=eq(${EVIL},1)\n`);
const literal = `'${EVIL}'`;
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u3164]/u;
const COLORS = /\x1b\[[\d;]*m/g;

const COMMAND_LINES: readonly (readonly string[])[] = [
  ["fmt", `eq(name,${literal})`],
  ["fmt", "--compact", `eq(name,${literal})`],
  ["check", `eq(name,${literal})`],
  ["check", "--json", `eq(name,${literal})`],
  ["check", `eq(${EVIL}`],
  ["check", "--catalog", catalog, `eq(nmae,${literal})`],
  ["lint", request],
  ["lint", "--output", "json", request],
  ["url", "-f", `eq(name,${literal})`],
  ["url", "-f", "true", `http://example.com/${EVIL}`],
  ["url", "--decode", `filter=eq(name,${encodeURIComponent(literal)})`],
  ["url", "--decode", `filter=${encodeURIComponent(`eq(${EVIL}`)}&${EVIL}=1`],
  ["sql", "-d", "postgres", "-f", `eq(name,${literal})`],
  ["sql", "-d", "postgres", "--json", "-f", `eq(name,${literal})`],
  ["sql", "-d", "postgres", "-t", `t${EVIL}`],
  ["sql", "ddl", "-d", "postgres", "-t", `t${EVIL}`, "--catalog", catalog],
  ["explain", ndjson, "-f", `eq(name,${literal})`],
  ["explain", ndjson, "--json", "-f", `eq(name,${literal})`],
  ["catalog", "infer", ndjson, "--name", "rows"],
  ["catalog", "infer", csv],
  ["catalog", "show", catalog],
  ["catalog", "types", catalog],
  ["catalog", "jsonschema", "--catalog", catalog],
  ["catalog", "openapi", "--catalog", catalog],
  ["collate", ndjson],
  ["collate", "--explain", EVIL, "b"],
  ["query", `nosuch${EVIL}`],
  ["query", ndjson, `--${EVIL}`],
  ["query", ndjson, "--locale", EVIL],
  ["query", ndjson, "-f", `eq(${EVIL},1)`],
  [EVIL],
  ...[ndjson, csv].flatMap((path) =>
    ["json", "ndjson", "csv", "tsv", "table", "envelope"].flatMap((format) => [
      ["query", path, "-o", format],
      ["query", path, "-o", format, "--color", "never"],
    ]),
  ),
];

describe("on a terminal", () => {
  it.each(COMMAND_LINES)(
    "control characters and invisible characters are escaped: %j %j %j",
    async (...args) => {
      const { out, err } = await tamis(args, { columns: 100 });
      expect(out + err).not.toBe("");
      expect((out + err).replace(COLORS, "").match(UNSAFE)?.[0]).toBeUndefined();
    },
  );

  const LINES = [".facets name", ".minmax name", ".members", "eq(name,'x", ".explain eq(id,1)", ".url"];

  it.each([...LINES, ".nosuch\u202e"])("control characters are escaped in the shell: %s", async (line) => {
    for (const format of ["table", "csv", "json"]) {
      // The prompt of a terminal writes sequences of its own, so the lines come from a pipe.
      const around = { stdin: `${line}\n`, columns: 100, isInputPiped: true };
      const { out, err } = await tamis(["shell", ndjson, "-o", format], around);
      expect(out + err).not.toBe("");
      expect((out + err).replace(COLORS, "").match(UNSAFE)?.[0]).toBeUndefined();
    }
  });

  it("JSON keeps its meaning", async () => {
    for (const args of [
      ["query", ndjson, "-o", "ndjson"],
      ["query", ndjson, "-o", "json"],
      ["catalog", "show", catalog],
      ["check", "--json", `eq(name,${literal})`],
    ]) {
      const { out } = await tamis(args, { columns: 100 });
      expect(JSON.parse(out)).toEqual(JSON.parse((await tamis(args)).out));
    }
  });

  it("emoji and other printable characters are shown as they are", async () => {
    const name = "❤️ 👍🏽 é ß 漢字 नमस्ते";
    const path = file("emoji.ndjson", lines([{ name }]));
    for (const format of ["ndjson", "csv", "table"])
      expect((await tamis(["query", path, "-o", format], { columns: 100 })).out).toContain(name);
  });
});

describe("in a file or a pipe", () => {
  it("data is exact", async () => {
    expect(await output(["query", ndjson, "-o", "ndjson"])).toBe(lines(ROWS));
    expect(await output(["query", csv, "-o", "csv"])).toBe(`id,"${EVIL}"\n1,"${EVIL}"\n`);
    const filter = "eq(name,'\u202e\u0007')";
    expect(await output(["fmt", "--compact", filter])).toBe(`${filter}\n`);
    const line = `${EVIL.replaceAll("\r", "")}\n`;
    expect(await output(["collate"], { stdin: line })).toBe(line);
  });

  it("messages are escaped", async () => {
    const { err } = await tamis(["query", `nosuch${EVIL}`]);
    expect(err.match(UNSAFE)).toBe(null);
  });
});

it("an output is escaped only for a terminal", async () => {
  for (const [isTerminal, expected] of [
    [true, '<U+001B>x "\\u202e"\x1b[1m'],
    [false, '\x1bx "\u202e"\x1b[1m'],
  ] as const) {
    const stream = new PassThrough();
    const output = new TextOutput(stream, isTerminal);
    await output.write("\x1bx ");
    await output.write('"\u202e"', "json");
    await output.write("\x1b[1m", "styled");
    await output.end();
    expect((stream.read() as Buffer).toString()).toBe(expected);
  }
});
