import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/*
 * The public surface of the package as text: the declarations of all exports of each entry point, without comments and bodies.
 *
 * The declarations are those of the build (`dist/*.d.ts`), because users compile against them.
 */

/** File with the types that exported declarations name, but that no entry point exports. */
const UNEXPORTED = "unexported.txt";

/** Returns the name of the file of an entry point, such as `bridges-sql.txt` for `./bridges/sql`. */
export function fileOf(entryPoint: string): string {
  return `${entryPoint === "." ? "index" : entryPoint.slice(2).replaceAll("/", "-")}.txt`;
}

/** Returns the specifier of an entry point, such as `tamis/bridges/sql` for `./bridges/sql`. */
export function specifierOf(entryPoint: string): string {
  return `tamis${entryPoint.slice(1)}`;
}

/** Returns the declarations of the entry points of the package, as in `exports` of package.json. */
export function entryPointsOf(root: string): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const files = Object.entries(manifest.exports).map(
    ([name, target]) =>
      [name, typeof target === "string" ? target.replace(/\.js$/, ".d.ts") : target.types] as const,
  );
  return new Map(files.filter(([, file]) => /^\.\/dist\/.*\.d\.ts$/.test(file)));
}

/**
 * Returns the text of each file of the folder `surface`, by the name of the file.
 *
 * An export of several entry points is declared in the first of them, and the others refer to it. The root is the last.
 *
 * @param root folder of the built package
 */
export function surfaceOf(root: string): ReadonlyMap<string, string> {
  const entryPoints = [...entryPointsOf(root)].toSorted(
    ([left], [right]) => Number(left === ".") - Number(right === "."),
  );
  const paths = entryPoints.map(([, file]) => join(root, file));
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const homes = new Map<ts.Symbol, { readonly specifier: string; readonly name: string }>();
  const files = new Map<string, string>();

  const exportsOf = (path: string): readonly (readonly [name: string, symbol: ts.Symbol])[] => {
    const source = program.getSourceFile(path);
    if (source === undefined)
      throw new Error(`${path} is missing. Add its entry point to tsdown.config.ts, and run: npm run build`);
    const module = checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${path} has no exports`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, target(symbol)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
  };
  const target = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

  for (const [i, [entryPoint]] of entryPoints.entries()) {
    const specifier = specifierOf(entryPoint);
    const texts = exportsOf(paths[i]!).map(([name, symbol]) => {
      const home = homes.get(symbol);
      if (home !== undefined) {
        const renamed = home.name === name ? name : `${home.name} as ${name}`;
        return `export { ${renamed} }${home.specifier === specifier ? "" : ` from "${home.specifier}"`};\n`;
      }
      homes.set(symbol, { specifier, name });
      return declarationsOf(symbol, name, "export ");
    });
    files.set(fileOf(entryPoint), `// ${specifier}\n\n${texts.join("\n")}`);
  }

  // The loop also visits the symbols that it adds.
  const unexported = new Set<ts.Symbol>();
  const seen = new Set(homes.keys());
  for (const symbol of seen) {
    for (const declaration of symbol.declarations ?? []) {
      for (const named of namesIn(declaration).map((name) => checker.getSymbolAtLocation(name))) {
        const found = named === undefined ? undefined : target(named);
        if (found?.declarations?.some(isTopLevel) !== true || seen.has(found)) continue;
        seen.add(found);
        unexported.add(found);
      }
    }
  }
  const texts = [...unexported].map((symbol) => declarationsOf(symbol, symbol.name, "")).toSorted();
  files.set(
    UNEXPORTED,
    `// Types that exported declarations name, but that no entry point exports.\n\n${texts.join("\n")}`,
  );
  return files;
}

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

/** Returns the declarations of a symbol: more than one for overloads, and for a type and a value of the same name. */
function declarationsOf(symbol: ts.Symbol, name: string, prefix: string): string {
  const texts = (symbol.declarations ?? []).map((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const text = textOf(node, declaration.getSourceFile())
      .replace(/^(?:export |default |declare )+/, "")
      .replace(/^((?:abstract )?\w+) [\w$]+/, `$1 ${name}`)
      .replaceAll(SENTENCE, "string");
    return `${prefix}${text}\n`;
  });
  return texts.join("");
}

/** Prints a declaration with the members of unions in the order of their texts: their order in inferred types differs between builds. */
function textOf(node: ts.Node, file: ts.SourceFile): string {
  const print = (each: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, each, file);
  const sorted = ts.transform(node, [
    (context) => (root) => {
      const visit = (each: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(each, visit, context);
        if (!ts.isUnionTypeNode(visited)) return visited;
        const types = visited.types.map((type) => ({ type, text: print(type) }));
        types.sort((left, right) => (left.text < right.text ? -1 : 1));
        return context.factory.createUnionTypeNode(types.map(({ type }) => type));
      };
      return visit(root);
    },
  ]);
  const text = print(sorted.transformed[0]!);
  sorted.dispose();
  return text;
}

/** A string type that is a message or an explanation, which can change in any version. */
const SENTENCE = /"(?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*\."/g;

function isTopLevel(declaration: ts.Declaration): boolean {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(statement.parent);
}

/** Returns the identifiers of a declaration that can name another declaration. */
function namesIn(node: ts.Node): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}
