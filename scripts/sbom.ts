import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DATA_VERSION } from "../src/collation/uca/data/locales.ts";

/**
 * Writes the software bill of materials (CycloneDX) of the bundle of the program: `npm sbom`, reduced to the packages whose modules are in the
 * bundle. The result depends only on package-lock.json and on the modules.
 */

const ROOT = fileURLToPath(new URL("../", import.meta.url));

interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly object[];
  readonly [property: string]: unknown;
}

export interface Sbom {
  readonly $schema: string;
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Data of Unicode in `src/collation/uca/data`. */
const UNICODE_DATA: Component = {
  "bom-ref": `unicode-cldr@${DATA_VERSION}`,
  type: "data",
  name: "unicode-cldr",
  version: DATA_VERSION,
  scope: "required",
  licenses: [{ license: { id: "Unicode-3.0" } }],
};

/** Adds the names of the packages that the modules belong to. */
export function addPackages(packages: Set<string>, modules: readonly string[]): void {
  for (const module of modules) {
    const path = module.replaceAll("\\", "/");
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name !== undefined) packages.add(name);
  }
}

/**
 * @param packages names of the bundled packages
 * @throws Error if package-lock.json does not contain one of them
 */
export function sbomOf(packages: ReadonlySet<string>): Sbom {
  const all = lockedSbom();
  const installed = new Map([...packages].map((name) => [refOf(name), name]));
  const found = all.components.filter((component) => installed.has(component["bom-ref"]));
  const missing = [...installed.keys()].filter((ref) => !found.some((each) => each["bom-ref"] === ref));
  if (missing.length > 0) throw new Error(`package-lock.json does not contain ${missing.join(", ")}`);
  const components = [...found.map(asBundled), UNICODE_DATA].sort(byRef);
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const graph = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const inner = [...refs].map((ref) => ({
    ref,
    dependsOn: (graph.get(ref) ?? []).filter((each) => refs.has(each)),
  }));
  const indirect = new Set(inner.flatMap(({ dependsOn }) => dependsOn));
  const { $schema, bomFormat, specVersion } = all;
  // npm prints the name of the folder in place of that of the package.
  const component = { ...all.metadata.component, name: "tamis" };
  return {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    metadata: { component },
    components,
    dependencies: [
      { ref: component["bom-ref"], dependsOn: [...refs].filter((ref) => !indirect.has(ref)) },
      ...inner,
    ],
  };
}

export function writeSbom(packages: ReadonlySet<string>): void {
  writeFileSync(`${ROOT}dist/sbom.cdx.json`, `${JSON.stringify(sbomOf(packages), undefined, 2)}\n`);
}

let locked: Sbom | undefined;

/** Returns the bill of materials of package-lock.json, which includes the packages for development. */
function lockedSbom(): Sbom {
  const text = () =>
    execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 64 * 1_048_576,
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    });
  return (locked ??= JSON.parse(text()) as Sbom);
}

function refOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`${ROOT}node_modules/${name}/package.json`, "utf8")) as {
    readonly version: string;
  };
  return `${name}@${version}`;
}

/** Removes the marks of a package for development: users receive it as a part of the bundle. */
function asBundled(component: Component): Component {
  return { ...component, scope: "required", properties: [] };
}

function byRef(a: Component, b: Component): number {
  return a["bom-ref"] < b["bom-ref"] ? -1 : 1;
}
