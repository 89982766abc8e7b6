import { catalogTypes } from "../cells/catalog-types.ts";
import { cellFault } from "../cells/cell-fault.ts";
import { parsePath } from "../json/json-path.ts";
import type { FileFormat } from "./detect-format.ts";
import type { FileOptions, ReadingProblem } from "./file-options.ts";
import type { ReadOptions } from "./read-batches.ts";

/**
 * Returns the options of the readers. A problem without a handler is an error.
 * @throws TypeError
 */
export function readOptionsOf(options: FileOptions, format: FileFormat): ReadOptions {
  const { delimiter, quote, escape, comment, trims, skip, header } = options;
  const { types, catalog, inferTypes = true, inferredTypes, nulls, decimalComma, dates } = options;
  const { path, ragged, strict, signal, onFault, onProblem } = options;
  const { onNote, onColumns, onSingleObject, onProgress, rowFilter } = options;
  requireDialect(options);
  const report = (kind: ReadingProblem["kind"], isAccepted = strict !== true) =>
    isAccepted ? (found: object) => onProblem?.({ kind, ...found } as ReadingProblem) : undefined;
  return {
    ...{ format, header, inferTypes, inferredTypes, signal },
    ...{ onNote, onColumns, onSingleObject, onProgress, rowFilter },
    path: typeof path === "string" ? pathOf(path) : path,
    dialect: { delimiter, quote, escape, comment, trims, skip },
    style: { nulls: nulls && new Set(nulls), decimalComma, dates, isText: !inferTypes },
    types: catalog && catalogTypes(catalog),
    requiredTypes: types instanceof Map || types === undefined ? types : new Map(Object.entries(types)),
    onFault: strict === true ? undefined : (fault) => onFault?.(fault),
    onBadCell:
      report("cell") ??
      ((cell) => {
        throw cellFault(cell);
      }),
    onHeaderProblem: report("header"),
    onStrayQuote: report("stray-quote"),
    onRaggedRow: report("ragged", ragged === true),
    onCutRow: report("ragged"),
    onUnreadableNumbers: report("numbers"),
    onInvalidBytes: report("bytes"),
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
