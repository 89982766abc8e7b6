/** The rows of some files, one after the other, as a filter sees them. */
import { stat } from "node:fs/promises";
import type { Catalog } from "tamis";
import type { Scope } from "./command.ts";
import { InputError } from "./io/errors.ts";
import { isInputFormat, type InputFormat } from "./io/formats.ts";
import { openInput, type Input } from "./io/open-input.ts";
import { createProgress, type Progress } from "./io/progress.ts";
import { readRows } from "./io/read-rows.ts";
import type { Batch } from "./io/row-reader.ts";
import { Misfits } from "./misfits.ts";
import { ColumnTypes, Naming } from "./naming.ts";
import { UsageError } from "./options.ts";
import { note } from "./report.ts";

export interface FilesOptions {
  readonly catalog?: Catalog | undefined;
  /** Whether members get names that can be said. Default true. */
  readonly rename?: boolean;
}

export class Files {
  /** The format of the first file, once it is known. */
  format: InputFormat | undefined;
  /** The columns of the first file, if it is CSV or TSV. */
  columns: readonly string[] | undefined;
  readonly naming: Naming;
  readonly #scope: Scope;
  readonly #files: readonly string[];
  readonly #catalog: Catalog | undefined;
  readonly #rename: boolean;
  #input: Input | undefined;
  #progress: Progress | undefined;

  constructor(scope: Scope, files: readonly string[], { catalog, rename = true }: FilesOptions) {
    this.#scope = scope;
    this.#files = files.length === 0 ? ["-"] : files;
    this.#catalog = catalog;
    this.#rename = rename;
    this.naming = new Naming(catalog);
  }

  /** Whether the file at hand is a pipe: rows may come slowly, and none may come for long. */
  get waits(): boolean {
    return this.#input?.size === undefined;
  }

  /** Something else is about to be written to the terminal. */
  hideProgress(): void {
    this.#progress?.hide();
  }

  /** Gives the file at hand back, also while it is read. */
  close(): void {
    this.#input?.close();
  }

  /** Finds files that cannot be read before any of them is. */
  async check(): Promise<void> {
    if (this.#files.filter((file) => file === "-").length > 1) {
      throw new UsageError("Standard input can be read once: there is more than one '-'.");
    }
    for (const file of this.#files) {
      if (file === "-") continue;
      const stats = await stat(file).catch(() => undefined);
      // To open a pipe is to wait for its writer.
      if (stats?.isFIFO() !== true && stats?.isCharacterDevice() !== true) await this.#tryToOpen(file);
    }
  }

  async *rows(): AsyncGenerator<Batch> {
    for (const file of this.#files) yield* this.#rowsOf(file);
  }

  async #tryToOpen(file: string): Promise<void> {
    try {
      (await openInput(file, this.#scope.io)).close();
    } catch (error) {
      if (!(error instanceof InputError) || !/^[a-zA-Z]+\(/.test(file)) throw error;
      throw new UsageError("An expression stands where a file is expected: put --filter in front of it.");
    }
  }

  async *#rowsOf(file: string): AsyncGenerator<Batch> {
    const { io, signal, args } = this.#scope;
    const input = (this.#input = await openInput(file, { stdin: io.stdin, signal }));
    const progress = (this.#progress = createProgress({
      stream: io.stderr,
      isTTY: io.stderrIsTTY,
      columns: io.stderrColumns,
      size: input.size,
      now: io.now,
    }));
    const misfits = new Misfits(input.name, this.#catalog);
    try {
      const given = args.text("input");
      const format = given !== undefined && isInputFormat(given) ? given : await input.format();
      const first = this.format === undefined;
      this.format ??= format;
      const rename = this.#rename ? this.naming.ofFile() : (batch: Batch) => batch;
      for await (const batch of readRows(input, {
        format,
        signal,
        types: this.#catalog === undefined ? undefined : new ColumnTypes(this.#catalog),
        inferTypes: !args.flag("text"),
        onProgress: progress.update,
        onBadCell: misfits.addCell,
        onColumns: (columns) => {
          if (first) this.columns = columns.map(({ name }) => name);
        },
      })) {
        const rows = rename(batch);
        misfits.look(rows);
        yield rows;
      }
    } finally {
      progress.end();
      input.close();
      const text = misfits.text();
      if (text !== undefined) this.#note(text);
    }
  }

  #note(text: string): void {
    this.hideProgress();
    note(this.#scope, text);
  }
}
