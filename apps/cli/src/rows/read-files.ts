import { statSync, type Stats } from "node:fs";
import type { Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import type { Scope } from "../command/command.ts";
import { InputError } from "../io/errors.ts";
import {
  rejectCsvOptions,
  rejectPathOption,
  rejectSheetOption,
  type ReadSettings,
} from "../command/read-options.ts";
import { formatOfName, type InputFormat } from "../formats/formats.ts";
import { withoutPrototype } from "../formats/own-members.ts";
import { openInput, requireFile, type Input } from "../io/open-input.ts";
import { dataError, withFileName } from "../io/reading-faults.ts";
import { progressOn, type Progress } from "../io/progress.ts";
import {
  INFERENCE_ROWS,
  readRowBatches,
  type FileOptions,
  type Batch,
  type Row,
  type RowFilter,
} from "tamis/files";
import { TypedMembers } from "./typed-members.ts";
import { columnNotes, fileOptions } from "./csv-settings.ts";
import { errorCellError, FileReport, pathNote } from "./file-report.ts";
import { jsonDates, withFirstRows } from "./json-dates.ts";
import { UnreadableValues } from "./unreadable-values.ts";
import { MemberNames, type MemberRenamer } from "./rename-members.ts";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { note } from "../command/report.ts";

const KEEP_NAMES: MemberRenamer = { names: () => new Map(), has: () => true, rename: (batch) => batch };

export interface FileRowsOptions {
  readonly catalog?: Catalog | undefined;
  /** Renames members with invalid names. Default: true. */
  readonly rename?: boolean;
}

/** A {@link RowFilter} before its members are found in a file. */
export interface MemberFilter extends Omit<RowFilter, "members"> {
  /** Names of the members that the filter reads. With a catalog, names of its properties. */
  readonly members: ReadonlySet<string>;
}

export class FileRows {
  /** Filter that readers may apply to the rows that were not read yet. */
  filter: MemberFilter | undefined;
  /** Types of columns that several files have inferred together. */
  inferredTypes: FileOptions["inferredTypes"];
  format: InputFormat | undefined;
  /** Column names of the first file, if it has a header. */
  columns: readonly string[] | undefined;
  /** True if `columns` has all names of all rows. */
  hasAllColumns = false;
  readonly names: MemberNames;
  readonly #scope: Scope;
  readonly #settings: ReadSettings;
  readonly #files: readonly string[];
  readonly #catalog: Catalog | undefined;
  readonly #rename: boolean;
  /** Converts members of JSON. Shared by the files, because a member can be missing in some of them. */
  #typed: TypedMembers | undefined;
  #firstRow: Row | undefined;
  #input: Input | undefined;
  #progress: Progress | undefined;

  constructor(scope: Scope, settings: ReadSettings, files: readonly string[], options: FileRowsOptions) {
    const { catalog, rename = true } = withoutPrototype(options);
    this.#scope = scope;
    this.#settings = settings;
    this.#files = files.length === 0 ? ["-"] : files;
    this.#catalog = catalog;
    this.#rename = rename;
    this.names = new MemberNames(catalog);
  }

  /** True for a pipe, whose rows may arrive slowly. */
  get isPipe(): boolean {
    return this.#input?.size === undefined;
  }

  /** Hides the progress line. Call it before writing other messages. */
  hideProgress(): void {
    this.#progress?.hide();
  }

  /** Closes the current file, even during a read. */
  close(): void {
    this.#input?.close();
  }

  /**
   * Checks that all files can be opened, before any is read.
   * @throws UsageError, InputError
   */
  async check(): Promise<void> {
    if (this.#files.filter((file) => file === "-").length > 1) {
      throw new UsageError("Standard input can be read only once, but '-' is given more than once.");
    }
    for (const file of this.#files) {
      if (file === "-") continue;
      const stats = statsOf(file);
      // Does not open named pipes, because that would wait for their writer.
      if (stats?.isFIFO() !== true && stats?.isCharacterDevice() !== true) await this.#tryToOpen(file);
    }
  }

  /** @throws UsageError after the last row if `--type` names a member that no row of JSON has */
  async *rows(): AsyncGenerator<Batch> {
    for (const file of this.#files) yield* this.#rowsOf(file);
    const text = this.#missingType("no row has the member");
    if (text !== undefined) throw new UsageError(text);
  }

  /** Warns about `--type` if none of the rows so far has a member that it names. */
  noteMissingTypes(): void {
    const text = this.#missingType("none of the first rows has the member");
    if (text !== undefined) this.#note(text);
  }

  #missingType(problem: string): string | undefined {
    const missing = this.#typed?.missing[0];
    if (missing === undefined || this.#firstRow === undefined) return undefined;
    return `--type: ${problem} '${show(missing)}'.${didYouMean(missing, Object.keys(this.#firstRow))}`;
  }

  async #tryToOpen(file: string): Promise<void> {
    try {
      await requireFile(file);
    } catch (error) {
      if (!(error instanceof InputError) || !/^[a-zA-Z]+\(/.test(file)) throw error;
      throw new UsageError(
        "This looks like an expression, but a file is expected: write --filter before it.",
      );
    }
  }

  async *#rowsOf(file: string): AsyncGenerator<Batch> {
    const { io, signal, args, failures } = this.#scope;
    const input = (this.#input = await openInput(file, {
      stdin: io.stdin,
      signal,
      encoding: this.#settings.encoding,
    }));
    const progress = (this.#progress = progressOn(io, input.size));
    const { strict } = this.#settings;
    const unreadableValues = new UnreadableValues(input.name, this.#catalog, strict, this.#settings.style);
    const report = new FileReport(input.name);
    let rowCount = 0;
    let firstRow: unknown;
    let isObject = false;
    let dates: TypedMembers | undefined;
    let needsObjects = false;
    let isList = false;
    try {
      const format = await input.format(this.#settings.format);
      if (this.#settings.format === undefined && format === "json" && formatOfName(input.name) === "ndjson")
        report.addNote({ text: "it has JSON on several lines or a list of rows, and is read as json" });
      const isCsv = format === "csv" || format === "tsv";
      const isXlsx = format === "xlsx";
      if (isCsv || isXlsx) rejectPathOption(args, input.name, format);
      if (!isCsv) rejectCsvOptions(args, input.name, format, this.#settings.types.size > 0);
      if (!isXlsx) rejectSheetOption(args, input.name, format);
      const { types, style, inferTypes } = this.#settings;
      const typed = !isCsv && types.size > 0 ? (this.#typed ??= new TypedMembers(types, style)) : undefined;
      unreadableValues.isCsv = isCsv;
      // The header of CSV is noted with the columns.
      isList = format === "json" || format === "ndjson";
      const first = this.format === undefined;
      this.format ??= format;
      const renamer = this.#rename ? this.names.renamerForFile() : KEEP_NAMES;
      const setColumns = (names: readonly string[]) => {
        if (first) this.columns = names;
        this.hasAllColumns = this.#files.length === 1 && !this.#settings.ragged;
      };
      const { sheet, header } = this.#settings;
      const onHeaderProblem = strict ? undefined : report.addHeaderProblem;
      const onProgress = progress.update;
      const batches =
        format === "xlsx"
          ? (await import("../workbook/read-workbook.ts")).readWorkbook(input, {
              sheet,
              header,
              signal,
              onHeaderProblem,
              onProgress,
              onErrorCell: strict
                ? (cell) => {
                    throw errorCellError(input.name, cell);
                  }
                : report.addErrorCell,
              onColumns: (names, sheetNote) => {
                setColumns(names);
                for (const text of [sheetNote, report.headerNote()]) if (text !== undefined) this.#note(text);
              },
            })
          : withFileName(
              input.name,
              readRowBatches(input.bytes, {
                ...fileOptions(this.#settings, this.#catalog, input.encoding),
                format,
                signal,
                inferredTypes: this.inferredTypes,
                onProblem: (problem) => {
                  if (problem.kind === "cell") unreadableValues.addCell(problem);
                  else report.addProblem(problem);
                },
                onNote: report.addNote,
                rowFilter: () =>
                  needsObjects ? undefined : this.#rowFilter(renamer, format, unreadableValues, dates),
                onSingleObject: () => {
                  isObject = true;
                },
                onProgress: ({ rows }) => progress.update({ rows, bytes: input.consumed() }),
                onFault: (fault) => {
                  report.addError(dataError(input.name, fault));
                  unreadableValues.skipRow(fault.position.row!);
                  failures.skippedRows++;
                },
                onColumns: (columns, notes) => {
                  setColumns(columns.map(({ name }) => name));
                  for (const text of columnNotes(input.name, columns, notes, this.#settings, report))
                    this.#note(text);
                },
              }),
            );
      const isInferred = isList && inferTypes;
      const joined = isInferred && (!this.isPipe || strict) ? withFirstRows(batches, this.#catalog) : batches;
      for await (const batch of joined) {
        if (rowCount === 0) {
          firstRow = batch[0];
          const { all, written } = jsonDates(isInferred ? batch.slice(0, INFERENCE_ROWS) : [], this.#catalog);
          const inferred = new Map([...all].filter(([path]) => !types.has(path)));
          if (inferred.size > 0) dates = new TypedMembers(inferred, withoutPrototype({}), false);
          needsObjects = written.size > 0 || (strict && inferred.size > 0);
        }
        this.#firstRow ??= batch[0];
        rowCount += batch.length;
        const noDates = dates?.convert(batch);
        const bad = typed?.convert(batch) ?? (strict ? noDates : undefined);
        const rows = renamer.rename(batch);
        unreadableValues.inspect(rows, bad);
        yield rows;
      }
      // JSON on one line is read like NDJSON.
      isObject ||= format === "ndjson" && rowCount === 1 && formatOfName(input.name) !== "ndjson";
    } finally {
      progress.end();
      input.close();
      const isWhole = isObject && this.#settings.path.length === 0;
      for (const text of [
        isWhole ? pathNote(input.name, firstRow) : undefined,
        isList ? report.headerNote() : undefined,
        unreadableValues.note(),
        ...report.notes(),
      ])
        if (text !== undefined) this.#note(text);
    }
  }

  #rowFilter(
    renamer: MemberRenamer,
    format: InputFormat,
    unreadable: UnreadableValues,
    dates: TypedMembers | undefined,
  ): RowFilter | undefined {
    const names = renamer.names();
    // Readers filter rows as they are written, and --type changes the types of JSON.
    const isRetyped = this.#settings.types.size > 0 && (format === "json" || format === "ndjson");
    if (this.filter === undefined || names === undefined || isRetyped) return undefined;
    // Without a catalog, a later row can have a member under another name.
    if (this.#catalog === undefined && ![...this.filter.members].every(renamer.has)) return undefined;
    const readNames = new Set([...this.filter.members, ...this.#checkedProperties(format)]);
    if (readNames.has("__proto__")) return undefined;
    const members = new Map([...readNames].map((name) => [name, name]));
    for (const [original, name] of names) if (readNames.has(name)) members.set(original, name);
    const isReadable = unreadable.isReadable ?? this.filter.isReadable;
    const keepsValues = dates?.keepsValues(members);
    if (keepsValues === undefined) return { ...this.filter, members, isReadable };
    return {
      ...this.filter,
      members,
      isReadable: (row) => keepsValues(row) && isReadable?.(row) !== false,
    };
  }

  /** Returns the properties of the catalog whose values can have other types than the catalog's. */
  #checkedProperties(format: InputFormat): readonly string[] {
    const { types } = this.#settings;
    const hasStrings = types.size === 0 && (format === "csv" || format === "tsv");
    return [...(this.#catalog?.members.byName.values() ?? [])].flatMap(({ property, type }) =>
      hasStrings && type === "string" ? [] : [property],
    );
  }

  #note(text: string): void {
    this.hideProgress();
    note(this.#scope, text);
  }
}

/** Returns undefined if there is no such file, or none that can be looked at. */
export function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    // Opening the file reports the error.
    return undefined;
  }
}
