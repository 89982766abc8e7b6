/** First rows of several files, so that a column has the same type in all of them. */
import { memberNameFor, namesInOrder } from "tamis/catalog";
import type { Catalog } from "tamis";
import type { Scope } from "../command/command.ts";
import type { ReadSettings } from "../command/read-options.ts";
import {
  inferType,
  isTemporalType,
  readCell,
  columnOf,
  INFERENCE_ROWS,
  readType,
  readRowBatches,
  catalogTypes,
  type CellType,
  type Row,
} from "tamis/files";
import { getOwn, setOwn } from "../formats/own-members.ts";
import { openInput } from "../io/open-input.ts";
import { fileOptions } from "./csv-settings.ts";
import { MemberNames } from "./rename-members.ts";
import { TypedMembers } from "./typed-members.ts";

export interface FirstRows {
  /** The first rows of each file. */
  readonly rows: readonly Row[];
  /** Types that all files together have inferred, by the names that columns have in expressions. */
  readonly types: ReadonlyMap<string, CellType>;
}

/** Maximum number of first rows of all files, unless there are many files. */
const MAX_ROWS = 20_000;
const MIN_ROWS_OF_FILE = 20;

/**
 * Reads the first rows of regular files. Other files can be read only once. Ignores errors, which the reading of all rows
 * reports.
 */
export async function readFirstRows(
  scope: Scope,
  settings: ReadSettings,
  files: readonly string[],
  { catalog, rename }: { readonly catalog: Catalog | undefined; readonly rename: boolean },
): Promise<FirstRows> {
  const limit = Math.max(MIN_ROWS_OF_FILE, Math.min(INFERENCE_ROWS, Math.floor(MAX_ROWS / files.length)));
  const tables: Table[] = [];
  for (const file of files) {
    const table = await readFile(scope, settings, catalog, file, limit);
    if (table !== undefined) tables.push(table);
  }
  const types = inferTypes(tables, settings);
  const names = new MemberNames(catalog);
  const rows = tables.flatMap((table) => {
    const typed = typedRows(table, types, settings);
    return rename ? names.renamerForFile().rename(typed) : typed;
  });
  return { rows, types };
}

interface Table {
  readonly rows: Row[];
  /** Columns of CSV whose types are inferred. Their values are texts of cells. */
  readonly undeclared: readonly string[];
  readonly isJson: boolean;
}

async function readFile(
  { io, signal }: Scope,
  settings: ReadSettings,
  catalog: Catalog | undefined,
  file: string,
  limit: number,
): Promise<Table | undefined> {
  const rows: Row[] = [];
  let input: Awaited<ReturnType<typeof openInput>> | undefined;
  let undeclared: readonly string[] = [];
  let isJson = false;
  try {
    input = await openInput(file, { stdin: io.stdin, signal, encoding: settings.encoding });
    const format = await input.format(settings.format);
    // The cells of a workbook have types.
    if (format === "xlsx") return undefined;
    isJson = format === "json" || format === "ndjson";
    const { types: requiredTypes, style } = settings;
    const declared = catalog === undefined ? undefined : catalogTypes(catalog);
    for await (const batch of readRowBatches(input.bytes, {
      ...fileOptions(settings, catalog, input.encoding),
      format,
      signal,
      strict: false,
      inferTypes: false,
      onColumns: (columns) => {
        const names = columns.map(({ name }) => name);
        const required = new Set([...requiredTypes.keys()].map((column) => columnOf(column, names)));
        undeclared = names.filter((name) => !required.has(name) && declared?.has(name) !== true);
      },
    })) {
      if (isJson && requiredTypes.size > 0) new TypedMembers(requiredTypes, style).convert(batch);
      rows.push(...batch.slice(0, limit - rows.length));
      if (rows.length >= limit) break;
    }
  } catch {
    signal.throwIfAborted();
  } finally {
    input?.close();
  }
  return rows.length === 0 ? undefined : { rows, undeclared, isJson };
}

function inferTypes(tables: readonly Table[], settings: ReadSettings): ReadonlyMap<string, CellType> {
  const types = new Map<string, CellType>();
  if (!settings.inferTypes) return types;
  const columns = new Map<string, { readonly rows: readonly Row[]; readonly column: string }[]>();
  for (const { rows, undeclared } of tables)
    for (const column of undeclared) {
      const name = memberNameFor(column, new Set());
      const parts = columns.get(name);
      if (parts === undefined) columns.set(name, [{ rows, column }]);
      else parts.push({ rows, column });
    }
  for (const [name, parts] of columns) {
    const cells = parts.flatMap(({ rows, column }) => rows.map((row) => textOf(row, column)));
    if (cells.some((cell) => cell !== "")) types.set(name, inferType(cells, settings.style));
  }
  // Cells can be read as strings, but strings of JSON not as numbers.
  for (const { rows, isJson } of tables)
    for (const row of isJson ? rows : [])
      for (const member of namesInOrder(row)) {
        if (typeof getOwn(row, member) !== "string") continue;
        const name = memberNameFor(member, new Set());
        const type = types.get(name);
        if (type !== undefined && !isTemporalType(type)) types.set(name, "string");
      }
  return types;
}

function typedRows(
  { rows, undeclared }: Table,
  types: ReadonlyMap<string, CellType>,
  { style }: ReadSettings,
): Row[] {
  const columns = undeclared.flatMap((column) => {
    const type = types.get(memberNameFor(column, new Set()));
    return type === undefined ? [] : [[column, readType(type)] as const];
  });
  for (const row of rows)
    for (const [column, type] of columns)
      setOwn(row, column, readCell(textOf(row, column), { type, isRequired: false }, style));
  return rows;
}

function textOf(row: Row, column: string): string {
  const cell = getOwn(row, column);
  return typeof cell === "string" ? cell : "";
}
