import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textMate from "vscode-textmate";

const require = createRequire(import.meta.url);
const EXTENSION = new URL("../", import.meta.url);

interface Manifest {
  readonly contributes: {
    readonly grammars: readonly {
      readonly scopeName: string;
      readonly path: string;
      readonly injectTo?: readonly string[];
    }[];
  };
}

export const manifest = JSON.parse(readFileSync(new URL("package.json", EXTENSION), "utf8")) as Manifest;

/** Grammars of VS Code by their scopes. */
const HOSTS: Readonly<Record<string, string>> = {
  "source.json": "json",
  "source.yaml": "yaml",
  "source.ts": "typescript",
  "source.js": "javascript",
  "source.shell": "shellscript",
  "source.http": "http",
  "text.html.markdown": "markdown",
};

/** Loads the grammars of VS Code with those of the extension. */
export async function createColors(): Promise<textMate.Registry> {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const own = new Map(manifest.contributes.grammars.map((each) => [each.scopeName, each]));
  const read = (scope: string): URL | undefined => {
    const grammar = own.get(scope);
    // The build copies this grammar into the extension.
    if (scope === "source.tamis") return new URL("../../grammars/tamis.tmLanguage.json", EXTENSION);
    if (grammar !== undefined) return new URL(grammar.path, EXTENSION);
    if (!Object.hasOwn(HOSTS, scope)) return undefined;
    return new URL(import.meta.resolve(`tm-grammars/grammars/${HOSTS[scope]!}.json`));
  };
  return new textMate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    getInjections: (scope) =>
      [...own.values()].filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
    loadGrammar: (scope) => {
      const found = read(scope);
      return Promise.resolve(
        found === undefined ? null : textMate.parseRawGrammar(readFileSync(found, "utf8"), found.pathname),
      );
    },
  });
}

export interface ColoredWord {
  readonly start: number;
  readonly end: number;
  /** Most specific scope of tamis, such as `variable.other`. Undefined outside of expressions. */
  readonly scope: string | undefined;
  readonly scopes: readonly string[];
}

/** Splits a text as VS Code colors it. */
export function colorsOf(grammar: textMate.IGrammar, text: string): readonly ColoredWord[] {
  const found: ColoredWord[] = [];
  let state = textMate.INITIAL;
  let offset = 0;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const start = offset + startIndex;
      const end = offset + Math.min(endIndex, line.length);
      const inside = scopes.slice(scopes.lastIndexOf("meta.embedded.inline.tamis") + 1);
      const isInside = inside.length < scopes.length && !scopes.includes("meta.embedded.expression.tamis");
      const scope = isInside ? inside.find((each) => each.endsWith(".tamis")) : undefined;
      if (start < end) found.push({ start, end, scope: scope?.replace(/\.tamis$/, ""), scopes });
    }
    offset += line.length + 1;
  }
  return found;
}
