import { describe, expect, it } from "vitest";
import type { Registry } from "vscode-textmate";
import { findEmbedded } from "tamis/editor/embedded";
import { readTokens } from "../../../src/editor/syntax/tokens.ts";
import { countOf } from "../../../test/effort.ts";
import { RandomTexts } from "../../../test/grammars/random-texts.ts";
import { SCOPES } from "../../../test/grammars/text-mate.ts";
import { colorsOf, createColors } from "./colors.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);
const registry: Promise<Registry> = createColors();

/** Returns the tokens of the expressions in a text, each with its TextMate scope. */
async function wordsOf(host: string, text: string): Promise<readonly string[]> {
  const grammar = (await (await registry).loadGrammar(host))!;
  return colorsOf(grammar, text)
    .filter(({ scope }) => scope !== undefined)
    .map(({ start, end, scope }) => `${text.slice(start, end)} ${scope!}`);
}

/** Returns the names of members, which show where expressions were found. */
async function membersOf(host: string, text: string): Promise<readonly string[]> {
  const words = await wordsOf(host, text);
  return words.filter((word) => word.endsWith(" variable.other")).map((word) => word.split(" ")[0]!);
}

describe("the grammars that VS Code injects", () => {
  it("color a filter in JSON by its key, and leave the rest to JSON", async () => {
    const text = String.raw`{ "filter": "and(eq(name,'a'),in(b,\"c\"))", "other": ["filter", 1] }`;
    expect(await wordsOf("source.json", text)).toEqual([
      "and entity.name.function",
      "( punctuation.section.begin",
      "eq entity.name.function",
      "( punctuation.section.begin",
      "name variable.other",
      ", punctuation.separator",
      "' string.quoted",
      "a string.quoted",
      "' string.quoted",
      ") punctuation.section.end",
      ", punctuation.separator",
      "in entity.name.function",
      "( punctuation.section.begin",
      "b variable.other",
      ", punctuation.separator",
      String.raw`\" string.quoted`,
      "c string.quoted",
      String.raw`\" string.quoted`,
      ") punctuation.section.end",
      ") punctuation.section.end",
    ]);
    const grammar = (await (await registry).loadGrammar("source.json"))!;
    const scopes = colorsOf(grammar, text).flatMap((word) => word.scopes);
    expect(scopes.filter((scope) => scope.startsWith("invalid"))).toEqual([]);
  });

  it.each([
    ["source.json", `{ "next": "https://h/r?x=1&filter=eq(a,'x')&sortBy=b:descending#c" }`, ["a", "b"]],
    ["source.yaml", "filter: eq(a,'x') # eq(b,1)\nname: eq(c,1)", ["a"]],
    ["source.yaml", "- filter: \"eq(a,'x')\"\n- sortBy: 'b'\n- name: c", ["a", "b"]],
    ["source.yaml", "filter: >-\n  and(\n    eq(a,1))\nname: eq(b,1)", ["a"]],
    ["source.yaml", "- filter: |\n    eq(a,1)\n  name: eq(b,1)", ["a"]],
    ["source.yaml", "url: https://h/r?filter=eq(a,1)&x=eq(b,1)", ["a"]],
    ["source.ts", "const f = filter`eq(a,${b + `c`})`; const g = d;", ["a"]],
    ["source.js", "items.filter((x) => y); fetch(\"/r?filter=eq(a,'x')\"); // ?filter=eq(b,1)", ["a"]],
    ["source.ts", "fetch(`${base}/r?filter=eq(a,${b})&sortBy=c`)", ["a", "c"]],
    ["source.shell", "curl 'https://h/r?filter=gt(a,1)' && echo 'gt(b,1)'", ["a"]],
    [
      "source.shell",
      `curl -G h --data-urlencode 'filter=eq(a, "x y")' --data-urlencode "sortBy=b"`,
      ["a", "b"],
    ],
    ["source.http", "GET https://h/r?filter=eq(a,%27x%27)&sortBy=b HTTP/1.1\nAccept: c", ["a", "b"]],
    ["source.http", "GET https://h/r\n  ?x=1\n  &filter=eq(a,{{id}})\n\n###", ["a"]],
    ["text.html.markdown", "See https://h/r?filter=eq(a,'x') and eq(b,1).", ["a"]],
    ["text.html.markdown", "```tamis-filter\neq(a,1)\n```\neq(b,1)", ["a"]],
    ["text.html.markdown", '```json\n{ "filter": "eq(a,1)" }\n```\neq(b,1)', ["a"]],
  ])("find expressions in %s as the language server does: %s", async (host, text, members) => {
    expect(await membersOf(host, text)).toEqual(members);
  });

  const encodings: readonly [string, string, string, (text: string) => string | undefined][] = [
    ["JSON", "source.json", "json", (text) => `{ "filter": ${JSON.stringify(text)} }`],
    ["YAML", "source.yaml", "yaml", (text) => `filter: ${JSON.stringify(text)}`],
    [
      "YAML",
      "source.yaml",
      "yaml",
      (text) => (/[\n\r]/.test(text) ? undefined : `filter: '${text.replaceAll("'", "''")}'`),
    ],
    ["TypeScript", "source.ts", "typescript", (text) => `const a = filter\`${text}\`;`],
    // In a shell, `$` in double quotes is a variable.
    [
      "shell",
      "source.shell",
      "shellscript",
      (text) => (/["$\n\r]/.test(text) ? undefined : `curl -G h --data-urlencode "filter=${text}"`),
    ],
    [
      "http",
      "source.http",
      "http",
      (text) =>
        /[+&#]/.test(text)
          ? undefined
          : `GET https://h/r?filter=${text.replaceAll(/['"\s]/g, (each) => encodeURIComponent(each).replace("'", "%27"))}`,
    ],
  ];
  it.each(encodings)("color all words of random filters in %s", async (_, host, language, encode) => {
    const grammar = (await (await registry).loadGrammar(host))!;
    const texts = new RandomTexts(seed);
    const count = countOf("apps/vscode/test/colors: texts");
    let compared = 0;
    for (let i = 0; compared < count && i < 20 * count; i++) {
      const text = encode(texts.filter());
      const [embedded, ...others] = text === undefined ? [] : findEmbedded(text, language);
      if (text === undefined || embedded === undefined) continue;
      expect(others).toEqual([]);
      compared++;
      const words = colorsOf(grammar, text);
      const wrong = readTokens(embedded.text).flatMap(({ kind, start, end }) => {
        const outer = embedded.toOuterSpan({ start, end });
        const inside = words.filter((word) => word.start < outer.end && outer.start < word.end);
        const isRight = inside.every(
          (word) =>
            word.start >= outer.start &&
            word.end <= outer.end &&
            (SCOPES[kind].includes(word.scope ?? "") ||
              (kind === "string" && word.scope === "constant.character.escape")),
        );
        return isRight
          ? []
          : [{ token: text.slice(outer.start, outer.end), scopes: inside.map(({ scope }) => scope) }];
      });
      expect({ seed, text, wrong }).toEqual({ seed, text, wrong: [] });
    }
    expect(compared).toBe(count);
  });
});
