/* Preloaded into a process outside the repository. Resolves imports of `tamis` to the source, and other packages to those of
   the repository. */
import { registerHooks } from "node:module";
import { PACKAGE_FOLDERS } from "./package-folders.ts";

const root = new URL("../../../", import.meta.url);
const STORES = new Set(["databases", "store"]);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "tamis") return next(new URL("src/index.ts", root).href, context);
    if (specifier.startsWith("tamis/")) {
      const name = specifier.slice("tamis/".length);
      return next(new URL(`src/${STORES.has(name) ? `engine/${name}` : name}/index.ts`, root).href, context);
    }
    const isPackage = /^[a-z@]/.test(specifier) && !specifier.includes(":");
    const isOutside = context.parentURL?.startsWith(root.href) !== true;
    if (!isPackage || !isOutside) return next(specifier, context);
    const [last, ...others] = PACKAGE_FOLDERS.map((folder) => new URL(`${folder}package.json`, root).href);
    for (const parentURL of others) {
      try {
        return next(specifier, { ...context, parentURL });
      } catch {
        // Another folder can have it. The last one reports the error.
      }
    }
    return next(specifier, { ...context, parentURL: last! });
  },
});
