import type { CellType, Row } from "tamis/files";

/** Members of an envelope other than its items, such as `start`, `limit`, `count` and `links`. */
export type EnvelopeMembers = Readonly<Record<string, unknown>>;

export interface WriteOptions {
  /** Dotted paths of the members to write. By default all members are written. */
  readonly select?: readonly string[] | undefined;
  /** Uses colors in the format `table`. */
  readonly color?: boolean | undefined;
  /** For `csv` and `tsv`: guards cells that a spreadsheet would evaluate as a formula. */
  readonly csvSafe?: boolean | undefined;
  /** For `table`: width of the terminal, which lines are fitted to. By default nothing is cut. */
  readonly columns?: number | undefined;
  /**
   * For `table`: writes rows as records, one member a line, if their columns do not fit into `columns`. By default columns
   * are left out from the end.
   */
  readonly keepColumns?: boolean | undefined;
  /** Called once if columns are left out because the terminal is too narrow. */
  readonly onOmittedColumns?: ((shown: number, all: number) => void) | undefined;
  /** For `table`: types by path, which determine the alignment. By default the values determine it. */
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** For `envelope`: members written before the items. */
  readonly envelope?: EnvelopeMembers | undefined;
  /** Column names for a table without rows. */
  readonly known?: readonly string[] | undefined;
  /** Called once for each member that a table leaves out because none of its first rows had it. */
  readonly onUnlistedMember?: ((name: string) => void) | undefined;
}

export interface RowOutput {
  /**
   * Writes a row. If the stream is full, returns a promise: wait for it before the next row.
   * @throws OutputClosed, OutputError; directly or through the promise
   */
  write(row: Row): Promise<void> | undefined;
  /** Writes the buffered rows. More rows can follow. */
  flush(): Promise<void>;
  /**
   * Writes the buffered rows and the end of the output. Leaves the stream open.
   * @param envelope members written after the items
   */
  end(envelope?: EnvelopeMembers): Promise<void>;
}

export async function writeAll(writer: RowOutput, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const full = writer.write(row);
    if (full !== undefined) await full;
  }
}
