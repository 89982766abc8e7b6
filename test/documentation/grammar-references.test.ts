import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const grammar = readFileSync(`${root}grammar.md`, "utf8");
const headings = [...grammar.matchAll(/^## (.+)$/gm)].map((match) => match[1]!);

describe("grammar.md", () => {
  it("contains every section that a comment in the sources cites", () => {
    const files = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const named = files.flatMap((name) => {
      const source = readFileSync(`${root}src/${name}`, "utf8");
      return [...source.matchAll(/grammar\.md,(?:\s|\*)*"([^"]+)"/g)].map((match) =>
        match[1]!.replaceAll(/\s*\n\s*\*?\s*/g, " "),
      );
    });
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((heading) => !headings.includes(heading))).toEqual([]);
  });

  it("lists all its sections in the table of contents", () => {
    const anchors = [...grammar.matchAll(/\[[^\]]+\]\(#([^)]+)\)/g)].map((match) => match[1]!);
    const known = headings.map((heading) => heading.toLowerCase().replaceAll(" ", "-"));
    expect(anchors.filter((anchor) => !known.includes(anchor))).toEqual([]);
    expect(known.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});
