import { realpathSync } from "node:fs";
import { dirname, relative, isAbsolute, sep } from "node:path";
import { InputError, systemCode } from "./errors.ts";

/**
 * Loads a package that users install separately.
 * @param user what needs the package: `MariaDB`
 * @param name name of the package
 * @throws InputError if the package is missing
 */
export async function loadDriver<T>(load: () => Promise<T>, user: string, name: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    const command = installCommand(name, process.argv[1] ?? "", process.cwd());
    throw new InputError(`${user} needs the package ${name}, which is not installed. Run: ${command}`);
  }
}

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
