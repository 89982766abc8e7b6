import { realpathSync } from "node:fs";
import { dirname, relative, isAbsolute, sep } from "node:path";

/**
 * Returns the command that installs a package where the program finds it: next to the program.
 * @param program path of the running file, or a link to it
 * @param directory current directory
 * @example installCommand("pg", "/usr/lib/node_modules/tamis/bin/tamis.cjs", "/home/me") // "npm install --global pg"
 */
export function installCommand(name: string, program: string, directory: string): string {
  const path = realPath(program);
  const parts = path.split(sep);
  if (parts.includes("_npx")) return `npx --package=tamis --package=${name} tamis …`;
  const modules = parts.indexOf("node_modules");
  const project = modules < 0 ? dirname(path) : parts.slice(0, modules).join(sep) || sep;
  const isLocal = modules < 0 || isInside(realPath(directory), project);
  return isLocal ? `npm install ${name}` : `npm install --global ${name}`;
}

function isInside(directory: string, project: string): boolean {
  const path = relative(project, directory);
  return path === "" || (path.split(sep)[0] !== ".." && !isAbsolute(path));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
