/** Reads the imports of a source tree and finds cycles and crowded folders in it. Shared by the architecture tests. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export interface SourceImport {
  /** Path of the importing file, relative to the root of the tree. */
  readonly file: string;
  /** The imported specifier as written. */
  readonly specifier: string;
  /** Path of the imported file, relative to the root of the tree; undefined for packages. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  /** Whether the file is loaded when it is first used: `import("./x.ts")`. */
  readonly isLazy: boolean;
}

/** An import of one file of the tree by another. */
export interface LocalImport {
  readonly file: string;
  readonly target: string;
}

export interface SourceTree {
  readonly root: string;
  /** Paths of all TypeScript files, relative to the root. */
  readonly files: readonly string[];
  readonly imports: readonly SourceImport[];
  readonly localImports: readonly LocalImport[];
}

/** Reads all TypeScript files below a folder. Imports and re-exports count, lazy and type-only ones included. */
export function readSourceTree(root: string): SourceTree {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const imports = files.flatMap((file) => importsOf(root, file));
  const localImports = imports.flatMap(({ file, target }) =>
    target === undefined ? [] : [{ file, target }],
  );
  return { root, files, imports, localImports };
}

function importsOf(root: string, file: string): SourceImport[] {
  const text = readFileSync(join(root, file), "utf8");
  const statements = text.matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)";|\bimport\("([^"]+)"\)/gms);
  return [...statements].map(([statement, first, lazy]) => {
    const specifier = first ?? lazy!;
    return {
      file,
      specifier,
      target: specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : undefined,
      typeOnly: /^(?:import|export) type /.test(statement),
      isLazy: lazy !== undefined,
    };
  });
}

/** Returns the cycles among files, each as the list of files from the first back to itself. */
export function fileCycles(localImports: readonly LocalImport[]): string[][] {
  return cycles(localImports.map(({ file, target }) => [file, target]));
}

/** Returns the cycles among folders: a folder imports what its files import from other folders, type-only imports included. */
export function folderCycles(
  localImports: readonly LocalImport[],
  folderOf: (file: string) => string = dirname,
): string[][] {
  const edges = localImports.map(({ file, target }) => [folderOf(file), folderOf(target)] as const);
  return cycles(edges.filter(([from, to]) => from !== to));
}

/** Returns the folders that directly contain more than `limit` files, as `folder: number of files`. */
export function crowdedFolders(files: readonly string[], limit: number): string[] {
  const byFolder = Map.groupBy(files, (file) => dirname(file));
  return [...byFolder]
    .filter(([, members]) => members.length > limit)
    .map(([folder, members]) => `${folder}: ${members.length} files`);
}

/** Returns at least one cycle of a graph, if it has any. Depth-first search; each node is visited once. */
function cycles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    if (path.includes(node)) {
      found.push([...path.slice(path.indexOf(node)), node]);
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const target of targets.get(node) ?? []) visit(target);
    path.pop();
    done.add(node);
  };
  for (const node of targets.keys()) visit(node);
  return found;
}
