import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { LoadedSource, ReadData } from "./collection.ts";
import { readDocument } from "./read-document.ts";
import { yamlPackage } from "./yaml-package.ts";

/** Files of more bytes are read as data, row by row. */
const MAXIMUM_DOCUMENT = 16 * 1_048_576;

/** Reads a catalog, a JSON Schema or an OpenAPI description. Other files are data. */
export async function readCatalogFile(
  path: string,
  readData: ReadData,
  signal: AbortSignal,
): Promise<LoadedSource> {
  const name = basename(path).replace(/(?:\.catalog)?\.\w+$/, "") || "rows";
  const isYaml = /\.ya?ml$/i.test(path);
  if (isYaml || /\.json$/i.test(path)) {
    const { size } = await stat(path);
    if (size <= MAXIMUM_DOCUMENT) {
      const text = await readFile(path, { encoding: "utf8", signal });
      const document = isYaml ? parseYaml(text) : parseJson(text);
      const loaded = readDocument(document, name);
      if (loaded !== undefined) return loaded;
    }
    if (isYaml) return { collections: [], problem: "It is neither a catalog nor an OpenAPI description." };
  }
  return { collections: [await readData(path, signal)] };
}

/** Returns undefined for a text that is no JSON: reading it as data gives a better message. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function parseYaml(text: string): unknown {
  try {
    return yamlPackage().parse(text) as unknown;
  } catch {
    return undefined;
  }
}
