import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addNode, MAX_DEPTH, type ContentElement, type ContentNode } from "../src/reports/form/content.ts";
import { readJson, toJson, type JsonContent } from "../src/reports/form/json-form.ts";
import { readXml, writeXml } from "../src/reports/form/xml-form.ts";
import { REPORT_NAMESPACE, REPORT_SCHEMA } from "../src/reports/schema/report-schema.ts";

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9._-]{0,8}$/),
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "é", "x:y", "xmlns", "xml:lang"),
);

/** Characters of XML, with those that XML writes in a special way. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."&<>\"'\r\n\t -]![#;x".split("")) },
  fc
    .integer({ min: 0x20, max: 0x10_ff_ff })
    .filter((code) => (code < 0xd8_00 || code > 0xdf_ff) && code !== 0xff_fe && code !== 0xff_ff)
    .map((code) => String.fromCodePoint(code)),
);
const text = fc.oneof(
  fc.array(character, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.constantFrom("]]>", "&amp;", "<!DOCTYPE a>", "<?x?>", "<![CDATA[", "--", "&#10;", "\uFEFF"),
);
const comment = text
  .map((value) => value.replace(/-/g, "_").replace(/\r/g, ""))
  .map((value): ContentNode => ({ kind: "comment", text: value }));

const { element } = fc.letrec<{ readonly element: ContentElement; readonly node: ContentNode }>((tie) => ({
  node: fc.oneof({ maxDepth: 5 }, text, comment, tie("element")),
  element: fc
    .tuple(name, fc.dictionary(name, text, { maxKeys: 4 }), fc.array(tie("node"), { maxLength: 5 }))
    .map(([own, attributes, nodes]): ContentElement => {
      const children: ContentNode[] = [];
      for (const node of nodes) addNode(children, node);
      return { kind: "element", name: own, attributes: new Map(Object.entries(attributes)), children };
    }),
}));

describe("the page about report content", () => {
  const page = readFileSync(new URL("../docs/report-content.md", import.meta.url), "utf8");

  it("describes the elements of the schema", () => {
    const lines = page.split("\n").filter((line) => /^\| `[A-Z]/.test(line));
    const described = lines.flatMap((line) => {
      const [, elements, attributes, children] = line.split("|").map((cell) => cell.trim()) as [
        string,
        string,
        string,
        string,
      ];
      const rest = [attributes, children].flatMap((cell) => [namesIn(cell), requiredIn(cell)]);
      return namesIn(elements).map((element) => [element, ...rest, children.startsWith("text")]);
    });
    const defined = Object.entries(REPORT_SCHEMA.elements).map(([element, rule]) => {
      const attributes = Object.entries(rule.attributes);
      const required = attributes.filter(([, { isRequired }]) => isRequired);
      return [
        element,
        attributes.map(([own]) => own),
        required.map(([own]) => own),
        Object.keys(rule.children),
        rule.requires,
        rule.hasText,
      ];
    });
    expect(described).toEqual(defined);
    expect(page).toContain(REPORT_NAMESPACE);
  });

  it("shows examples that convert to each other", () => {
    const examples = [...page.matchAll(/^\| .*? \| `(<.*>)` +\| `(\{.*\})` +\|$/gm)].filter(
      ([, xml]) => !xml!.startsWith("<!--"),
    );
    expect(examples).toHaveLength(3);
    for (const [, xml, json] of examples) expect(toJson(readXml(xml!))).toEqual(JSON.parse(json!));
  });
});

/** Names in backticks outside of parentheses. */
function namesIn(cell: string): readonly string[] {
  return [...cell.replace(/\([^)]*\)/g, "").matchAll(/`([^`]+)`/g)].map(([, found]) => found!);
}

function requiredIn(cell: string): readonly string[] {
  return [...cell.matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, found]) => found!);
}

describe("content", () => {
  it("converts from JSON to XML and back without loss", () => {
    fc.assert(
      fc.property(element, (content) => {
        const json = JSON.parse(JSON.stringify(toJson(content))) as JsonContent;
        const stored = writeXml(readJson(json));
        expect(toJson(readXml(stored))).toEqual(json);
      }),
      { numRuns: 2_000 },
    );
  });

  it("converts from XML to JSON and back without loss", () => {
    fc.assert(
      fc.property(element, (content) => {
        const xml = writeXml(content);
        const json = JSON.parse(JSON.stringify(toJson(readXml(xml)))) as JsonContent;
        expect(writeXml(readJson(json))).toBe(xml);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same for all ways to write XML", () => {
    const written = `\uFEFF<?xml version='1.0' encoding="utf-8"?>\r\n<a  b = 'x&#10;y'\r\n c="1 &quot;"><![CDATA[<q>]]>&amp;<!-- c --><d></d></a >\r\n`;
    expect(writeXml(readXml(written))).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a b="x&#10;y" c="1 &quot;">&lt;q&gt;&amp;<!-- c --><d/></a>',
    );
  });

  it("has at most 30 nested elements in both forms", () => {
    const xml = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    const empty = (depth: number) => `${"<a>".repeat(depth - 1)}<a/>${"</a>".repeat(depth - 1)}`;
    expect(() => readXml(xml(MAX_DEPTH))).not.toThrow();
    expect(() => readXml(empty(MAX_DEPTH))).not.toThrow();
    for (const depth of [MAX_DEPTH + 1, MAX_DEPTH + 2, MAX_DEPTH + 3, 100_000])
      for (const form of [xml, empty]) expect(() => readXml(form(depth))).toThrow(/nested deeper than 30/);
    const json = (depth: number): JsonContent =>
      depth === 1 ? { "@element": "a" } : { "@element": "a", "@children": [json(depth - 1)] };
    expect(readJson(json(MAX_DEPTH))).toEqual(readXml(xml(MAX_DEPTH)));
    expect(() => readJson(json(MAX_DEPTH + 1))).toThrow(/nested deeper/);
  });

  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
    "",
  );
  it.each([
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/">]><a>&x;</a>',
    `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a>&e10;</a>`,
    '<?xml version="1.0"?><!doctype a><a/>',
    "<?xml-stylesheet href='x'?><a/>",
    "<a><?php x ?></a>",
    '<?xml version="1.0" encoding="UTF-16"?><a/>',
    "<a>&x;</a>",
    "<a b='&x;'/>",
    "<a>& </a>",
    "<a>&#0;</a>",
    "<a>&#xD800;</a>",
    "<a>&#xFFFE;</a>",
    "<a>&#1114112;</a>",
    "<a>\u0001</a>",
    "<a>]]></a>",
    "<a b='<'/>",
    "<a b='1' b='2'/>",
    "<a b=1/>",
    "<a b/>",
    "<a></b>",
    "<a><b></a></b>",
    "<a/><b/>",
    "<a/>x",
    "x<a/>",
    "<?xml version='1.0'?>x<a/>",
    "<!-- x --><a/>",
    "<a/><!-- x -->",
    "<a><!-- -- --></a>",
    "<a><!--</a>",
    "<a><![CDATA[</a>",
    "<a:b:c/>",
    "<:a/>",
    "<1/>",
    "<a",
    "<a>",
    "",
    " ",
    "<>",
    "</a>",
    "<".repeat(100_000),
    `<a ${"b".repeat(256)}=''/>`,
  ])("refuses the XML %s", (xml) => {
    expect(() => readXml(xml)).toThrow(expect.objectContaining({ name: "ContentProblem" }));
  });

  it.each([
    {},
    { "@element": 1 },
    { "@element": "" },
    { "@element": "a b" },
    { "@element": "a", b: 1 },
    { "@element": "a", b: null },
    { "@element": "a", "b c": "" },
    { "@element": "a", "@x": "" },
    { "@element": "a", b: "\u0000" },
    { "@element": "a", b: "\uD800" },
    { "@element": "a", "@children": "x" },
    { "@element": "a", "@children": [1] },
    { "@element": "a", "@children": [null] },
    { "@element": "a", "@children": [["x"]] },
    { "@element": "a", "@children": [{ "@comment": "--" }] },
    { "@element": "a", "@children": [{ "@comment": "x-" }] },
    { "@element": "a", "@children": [{ "@comment": 1 }] },
    { "@element": "a", "@children": [{ "@comment": "x", b: "" }] },
  ])("refuses the JSON %j", (json) => {
    expect(() => readJson(json)).toThrow(expect.objectContaining({ name: "ContentProblem" }));
  });
});
