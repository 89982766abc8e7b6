import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "CHANGELOG.md",
  "README.md",
  "grammar.md",
  ...readdirSync(`${root}docs`).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));

/** Returns the anchors of the headings of a page, as Markdown renderers make them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = readFileSync(join(root, page), "utf8").matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, text]) =>
      text!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/g, "-"),
    ),
  );
}

it.each(pages)("every link of %s leads somewhere", (page) => {
  const links = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path!);
    // TypeDoc copies linked files, and fails for folders.
    if (!existsSync(join(root, target)) || !statSync(join(root, target)).isFile()) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

it("docs/threats.md links every test of hostile input", () => {
  const page = readFileSync(`${root}docs/threats.md`, "utf8");
  const tests = readdirSync(`${root}test/adversarial`).filter((name) => name.endsWith(".test.ts"));
  expect(tests.filter((name) => !page.includes(`test/adversarial/${name}`))).toEqual([]);
});

it("every row of docs/threats.md links a test", () => {
  const rows = readFileSync(`${root}docs/threats.md`, "utf8")
    .split("\n")
    .filter((line) => /^\| [A-Z`]/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !/\]\(\.\.\/(?:apps\/cli\/)?test\/[^)]+\)/.test(row))).toEqual([]);
});
