import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createLanguageService } from "tamis/editor";
import { findEmbedded, openEmbedded } from "tamis/editor/embedded";
import { readSettings } from "../../language-server/src/catalogs/settings.ts";
import { documentSelector, hasSemanticTokens, serverOptions } from "../src/options.ts";

const FOLDER = fileURLToPath(new URL("../", import.meta.url));
const read = (name: string) => readFileSync(FOLDER + name, "utf8");

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly languages: readonly { readonly id: string }[];
    readonly snippets: readonly { readonly language: string; readonly path: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}
const manifest = JSON.parse(read("package.json")) as Manifest;

interface Snippet {
  readonly body: string | readonly string[];
}

/** Inserts a snippet with the texts of its placeholders. */
function inserted({ body }: Snippet): string {
  const text = typeof body === "string" ? body : body.join("\n");
  return text.replaceAll(/\$\{\d+:((?:[^{}])*)\}/g, "$1").replaceAll("\\$", "$");
}

describe("the snippets", () => {
  const service = createLanguageService();
  const snippets = manifest.contributes.snippets.flatMap(({ language, path }) =>
    Object.entries(JSON.parse(read(path)) as Record<string, Snippet>).map(
      ([name, snippet]) => [language, name, inserted(snippet)] as const,
    ),
  );

  it.each(snippets)("for %s insert a correct expression: %s", (language, _, text) => {
    const found = findEmbedded(text, language);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(openEmbedded(service, each).diagnostics()).toEqual([]);
  });

  it("all have a language", () => {
    const files = new Set(manifest.contributes.snippets.map(({ path }) => path.replace("./snippets/", "")));
    expect([...files].sort()).toEqual(readdirSync(`${FOLDER}snippets`).sort());
  });
});

describe("the settings", () => {
  const { properties } = manifest.contributes.configuration;
  /** Settings of the extension itself. */
  const own = ["tamis.server.path", "tamis.trace.server"];
  const names = Object.keys(properties).filter((name) => !own.includes(name));

  it("are those of the documentation of the language server", () => {
    const page = readFileSync(`${FOLDER}../../docs/language-server.md`, "utf8");
    const table = page.slice(page.indexOf("## Settings"), page.indexOf("A catalog is one of these"));
    const documented = table
      .split("\n")
      .flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1]?.match(/\w+/g) ?? []);
    expect(names.map((name) => name.slice("tamis.".length)).sort()).toEqual(documented.sort());
  });

  it("have defaults that the server accepts", () => {
    const defaults = Object.fromEntries(
      names.map((name) => [name.slice("tamis.".length), properties[name]!.default]),
    );
    expect(readSettings(defaults, undefined)).toEqual(readSettings({}, undefined));
    expect(readSettings(defaults, undefined).problems).toEqual([]);
  });
});

describe("the extension", () => {
  it("reads documents in the languages that start it, which the server knows", () => {
    const languages = new Set(
      documentSelector(manifest).map((each) => (each as { language: string }).language),
    );
    expect([...languages].map((language) => `onLanguage:${language}`)).toEqual(manifest.activationEvents);
    for (const { id } of manifest.contributes.languages) expect(languages).toContain(id);
    expect(documentSelector(manifest)).toContainEqual({ scheme: "untitled", language: "tamis-filter" });
  });

  it("runs its own server, or the program of the settings", () => {
    expect(serverOptions("/e/dist/server.cjs", null)).toEqual({
      module: "/e/dist/server.cjs",
      args: ["language-server"],
    });
    expect(serverOptions("/e/dist/server.cjs", "/usr/bin/tamis")).toEqual({
      command: "/usr/bin/tamis",
      args: ["language-server"],
      options: { shell: false },
    });
    expect(serverOptions("/e/dist/server.cjs", "C:\\my tools\\tamis.cmd")).toEqual({
      command: '"C:\\my tools\\tamis.cmd"',
      args: ["language-server"],
      options: { shell: true },
    });
  });

  it("leaves the semantic colors of scripts to their language", () => {
    expect(["typescript", "javascriptreact", "json", "tamis-filter"].map(hasSemanticTokens)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("has the license of the repository", () => {
    expect(read("LICENSE")).toBe(readFileSync(`${FOLDER}../../LICENSE`, "utf8"));
  });
});
