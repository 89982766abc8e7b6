import { catalogTypes } from "../cells/catalog-types.ts";
import type { FileFormat, FileOptions } from "../cells/file-options.ts";
import { parsePath } from "../json/json-path.ts";
import type { ReadOptions } from "./read-batches.ts";

/**
 * Returns the options of the readers.
 * @throws TypeError
 */
export function readOptionsOf(options: FileOptions, format: FileFormat): ReadOptions {
  requireDialect(options);
  const { types, catalog, inferTypes = true, nulls, decimalComma, dates, path } = options;
  return {
    ...options,
    ...{ format, inferTypes, dialect: options },
    path: typeof path === "string" ? pathOf(path) : path,
    style: { nulls: nulls && new Set(nulls), decimalComma, dates, isText: !inferTypes },
    types: catalog && catalogTypes(catalog),
    requiredTypes: types instanceof Map || types === undefined ? types : new Map(Object.entries(types)),
  };
}

/** @throws TypeError */
function requireDialect({ delimiter, quote, escape, comment, skip }: FileOptions): void {
  if (delimiter !== undefined && !/^[^"\r\n\0]+$/.test(delimiter))
    throw new TypeError("delimiter must be a text without quotes, line ends and NUL.");
  for (const [name, sign] of Object.entries({ quote, escape }))
    if (sign !== undefined && !/^[!-/:-@[-`{-~]?$/.test(sign))
      throw new TypeError(`${name} must be one ASCII sign, or empty.`);
  if (comment !== undefined && /[\r\n]/.test(comment))
    throw new TypeError("comment must be a text without line ends.");
  if (skip !== undefined && (!Number.isInteger(skip) || skip < 0))
    throw new TypeError(`skip must be an integer >= 0, got ${skip}.`);
}

/** @throws TypeError */
function pathOf(path: string): readonly string[] {
  const names = parsePath(path);
  if (names === undefined) throw new TypeError(`path must have no empty name, got '${path}'.`);
  return names;
}
