/** Packs the extension with `vsce package`, and runs the server in it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../language-server/test/client.ts";

const EXTENSION = fileURLToPath(new URL("../", import.meta.url));
const TOOLS = fileURLToPath(new URL("../../../scripts/vscode-package/", import.meta.url));
const VSCE = join(TOOLS, "node_modules/@vscode/vsce/vsce");

const isInstalled = existsSync(VSCE);
if (!isInstalled)
  console.warn(
    "vsce is not installed, so the test of the packed extension is skipped. Run npm run vscode:package.",
  );

/** The reader of ZIP files that vsce uses. */
interface ZipReader {
  open(
    path: string,
    options: { readonly lazyEntries: boolean },
    done: (error: Error | null, file: ZipFile) => void,
  ): void;
}
interface ZipFile {
  on(event: "entry", listener: (entry: { readonly fileName: string }) => void): void;
  on(event: "end", listener: () => void): void;
  readEntry(): void;
  openReadStream(entry: object, done: (error: Error | null, stream: Readable) => void): void;
}

/** Returns the files of a ZIP file by their paths. */
function unzip(path: string): Promise<ReadonlyMap<string, string>> {
  const reader = createRequire(VSCE)("yauzl") as ZipReader;
  return new Promise((resolve, reject) => {
    reader.open(path, { lazyEntries: true }, (error, file) => {
      if (error !== null) return reject(error);
      const files = new Map<string, string>();
      file.on("entry", (entry) => {
        file.openReadStream(entry, (failure, stream) => {
          if (failure !== null) return reject(failure);
          void text(stream).then((content) => {
            files.set(entry.fileName, content);
            file.readEntry();
          }, reject);
        });
      });
      file.on("end", () => resolve(files));
      file.readEntry();
    });
  });
}

describe.skipIf(!isInstalled)("the packed extension", () => {
  const folder = mkdtempSync(join(tmpdir(), "tamis-vscode-"));
  let files: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    const vsix = join(folder, "tamis.vsix");
    execFileSync(process.execPath, [VSCE, "package", "--out", vsix], { cwd: EXTENSION, stdio: "pipe" });
    files = await unzip(vsix);
    for (const [name, content] of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("contains the manifest, the code and what the manifest names, and nothing else", () => {
    const inside = [...files.keys()].filter((name) => name.startsWith("extension/"));
    const names = inside.map((name) => name.slice("extension/".length)).sort();
    const manifest = JSON.parse(files.get("extension/package.json")!) as {
      readonly main: string;
      readonly contributes: Readonly<Record<"grammars" | "snippets", readonly { readonly path: string }[]>>;
    };
    const named = [
      manifest.main,
      ...[...manifest.contributes.grammars, ...manifest.contributes.snippets].map(({ path }) => path),
    ].map((path) => path.replace("./", ""));
    const always = ["LICENSE.txt", "readme.md", "package.json", "language-configuration.json"];
    const rest = names.filter((name) => !always.includes(name) && !named.includes(name));
    expect(rest.filter((name) => !/^dist\/[\w-]+\.cjs$/.test(name))).toEqual([
      "dist/THIRD-PARTY-LICENSES.txt",
    ]);
    for (const name of [...always, ...named, "dist/server.cjs"]) expect(names).toContain(name);
  });

  it("contains each file that its code loads, and loads packages of Node and the editor only", () => {
    const missing: string[] = [];
    const packages = new Set<string>();
    for (const [name, content] of files) {
      if (!name.endsWith(".cjs")) continue;
      for (const [, specifier] of content.matchAll(/\brequire\([`'"]([^`'"]+)[`'"]\)/g)) {
        if (!specifier!.startsWith(".")) packages.add(specifier!);
        else if (!files.has(join(dirname(name), specifier!))) missing.push(`${name}: ${specifier!}`);
      }
    }
    expect(missing).toEqual([]);
    const others = [...packages].filter((name) => !builtinModules.includes(name.replace(/^node:/, "")));
    expect(others.filter((name) => !["@duckdb/node-api", "mariadb", "pg"].includes(name))).toEqual([
      "vscode",
    ]);
  });

  it("contains the license of each library in it", () => {
    const licenses = files.get("extension/dist/THIRD-PARTY-LICENSES.txt")!;
    for (const name of ["vscode-languageclient", "minimatch", "semver", "vscode-languageserver", "yaml"])
      expect(licenses).toMatch(new RegExp(String.raw`^${name} \d+\.\d+\.\d+ \(`, "m"));
  });

  it("runs its server without the repository, with the types of a data file", async () => {
    const data = join(folder, "places.csv");
    writeFileSync(data, "name,size\nOslo,3\nRome,5\n");
    const server = startServer(join(folder, "extension/dist/server.cjs"));
    const { connection } = server;
    connection.listen();
    const published = new Promise((resolve) =>
      connection.onNotification("textDocument/publishDiagnostics", resolve),
    );
    await connection.sendRequest("initialize", {
      processId: null,
      rootUri: pathToFileURL(folder).href,
      capabilities: {},
      initializationOptions: { catalog: data },
    });
    await connection.sendNotification("initialized", {});
    const uri = pathToFileURL(join(folder, "a.http")).href;
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "http", version: 1, text: "GET https://h/places?filter=gt(siz,1)\n" },
    });
    expect(await published).toMatchObject({
      diagnostics: [
        {
          code: "unknown-member",
          range: { start: { line: 0, character: 31 }, end: { line: 0, character: 34 } },
        },
      ],
    });
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe("");
    server.stop();
  });
});
