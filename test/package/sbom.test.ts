import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BUNDLED } from "../../scripts/licenses.ts";
import { addPackages, sbomOf, type Sbom } from "../../scripts/sbom.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");
const sbom = JSON.parse(read("dist/sbom.cdx.json")) as Sbom;
const libraries = sbom.components.filter(({ type }) => type === "library");

it("the bill of materials lists the bundled libraries with their installed versions", () => {
  expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining([...BUNDLED]));
  for (const { name, version } of libraries) {
    const manifest = JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string };
    expect([name, version]).toEqual([name, manifest.version]);
  }
});

it("each library of the bill of materials has its license in the package", () => {
  const licenses = read("THIRD-PARTY-LICENSES.txt");
  for (const { name, version, licenses: own, hashes } of libraries) {
    expect(licenses).toContain(`\n${name} ${version} (`);
    expect(own.length).toBeGreaterThan(0);
    expect(hashes).toHaveLength(1);
  }
  expect(sbom.components.filter(({ type }) => type === "data").map(({ name }) => name)).toEqual([
    "unicode-cldr",
  ]);
});

it("the bill of materials is the same for each build", () => {
  expect(sbomOf(new Set(libraries.map(({ name }) => name).reverse()))).toEqual(sbom);
  expect(sbom).not.toHaveProperty("serialNumber");
  expect(JSON.stringify(sbom)).not.toMatch(/timestamp|\/(?:home|tmp|work)\//);
});

it("the packages of modules are found by their paths", () => {
  const found = new Set<string>();
  addPackages(found, [
    "/a/node_modules/x/node_modules/@b/c/lib/d.js",
    "C:\\a\\node_modules\\e\\f.js",
    "/a/src/index.ts",
    "\0virtual",
  ]);
  expect([...found]).toEqual(["@b/c", "e"]);
});
