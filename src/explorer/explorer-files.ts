import type { ReadOnlyContent } from "../http/representation/read-only-response.ts";
import { builtinModule } from "../values/builtin-module.ts";

interface FilesOfNode {
  readonly readFileSync: ((path: URL) => Uint8Array) & ((path: URL, encoding: "utf8") => string);
}

interface CryptoOfNode {
  readonly createHash: (algorithm: "sha256") => Hash;
}

interface Hash {
  readonly update: (data: string | Uint8Array) => Hash;
  readonly digest: (encoding: "hex") => string;
}

/** Path of the files of the explorer. They contain no data, and need no token. */
const FILES_PATH = "/explorer/";

/** Files of the explorer, with their media types. The build writes them next to the package's modules. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["style.css", "text/css; charset=utf-8"],
  ["icon.svg", "image/svg+xml"],
  ["page.js", "text/javascript; charset=utf-8"],
  ["language.js", "text/javascript; charset=utf-8"],
  ["engine.js", "text/javascript; charset=utf-8"],
]);
const FOLDER = new URL("../../dist/explorer/", import.meta.url);
const DIGEST_LENGTH = 16;

/** The files have the digest of all of them in their paths, so that browsers keep them without asking again. */
const HEADERS = { "cache-control": "public, max-age=31536000, immutable" };

/** The static files of the explorer, and the page that loads them. */
export interface ExplorerFiles {
  /** The page, with the paths of the files. */
  readonly page: string;
  /** Returns a file by its path; undefined for other paths. */
  readonly file: (path: string) => ReadOnlyContent | undefined;
}

/** Returns undefined without Node, and if the package is not built, as in a checkout of the sources. */
export function readExplorerFiles(): ExplorerFiles | undefined {
  const fs = builtinModule("node:fs") as FilesOfNode | undefined;
  const crypto = builtinModule("node:crypto") as CryptoOfNode | undefined;
  if (fs === undefined || crypto === undefined) return undefined;
  let index: string;
  const files = new Map<string, Uint8Array>();
  try {
    index = fs.readFileSync(new URL("index.html", FOLDER), "utf8");
    for (const name of TYPES.keys()) files.set(name, fs.readFileSync(new URL(name, FOLDER)));
  } catch {
    return undefined;
  }
  const hash = crypto.createHash("sha256").update(index);
  for (const bytes of files.values()) hash.update(bytes);
  const prefix = `${FILES_PATH}${hash.digest("hex").slice(0, DIGEST_LENGTH)}/`;
  return {
    page: index.replaceAll(
      / (src|href)="([\w.]+)"/g,
      (_, attribute: string, name: string) => ` ${attribute}="${prefix}${name}"`,
    ),
    file: (path) => {
      const name = path.startsWith(prefix) ? path.slice(prefix.length) : "";
      const type = TYPES.get(name);
      return type === undefined
        ? undefined
        : { headers: { ...HEADERS, "content-type": type }, body: files.get(name)! };
    },
  };
}

/** Returns whether a path is one of the files, also of another version. */
export function isExplorerFile(path: string): boolean {
  return path.startsWith(FILES_PATH);
}
