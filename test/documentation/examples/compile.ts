import ts from "typescript";

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
  const program = ts.createProgram([...own.keys()], strict, {
    ...host,
    fileExists: (path) => own.has(path) || host.fileExists(path),
    readFile: (path) => own.get(path) ?? host.readFile(path),
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
