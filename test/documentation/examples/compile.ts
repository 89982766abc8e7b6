import ts from "typescript";
import { PACKAGE_FOLDERS } from "./package-folders.ts";

/**
 * Compiles virtual files with the strict options of the repository, as one program, and returns their errors as
 * `name:line: message`. Imports of `tamis` lead to the source.
 *
 * @param root folder of the repository, with a slash at the end
 * @param files texts by path relative to the root
 */
export function compileErrors(root: string, files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  // Examples show names that only a reader uses.
  const strict = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(strict);
  const own = new Map([...files].map(([path, text]) => [`${root}${path}`, text]));
  const cache = ts.createModuleResolutionCache(root, (name) => name, strict);
  const program = ts.createProgram([...own.keys()], strict, {
    ...host,
    fileExists: (path) => own.has(path) || host.fileExists(path),
    readFile: (path) => own.get(path) ?? host.readFile(path),
    resolveModuleNameLiterals: (literals, importer, redirected, resolution, source) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(source, literal, resolution);
        const importers = own.has(importer)
          ? PACKAGE_FOLDERS.map((folder) => `${root}${folder}examples/example.ts`)
          : [importer];
        const found = importers.map((from) =>
          ts.resolveModuleName(literal.text, from, resolution, host, cache, redirected, mode),
        );
        return found.find(({ resolvedModule }) => resolvedModule !== undefined) ?? found[0]!;
      }),
    getSourceFile: (path, version) => {
      const text = own.get(path) ?? host.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
  });
  return [...own.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((each) => {
      const line = each.file!.getLineAndCharacterOfPosition(each.start!).line + 1;
      return `${path.slice(path.lastIndexOf("/") + 1)}:${line}: ${ts.flattenDiagnosticMessageText(each.messageText, " ")}`;
    });
  });
}
