import type { Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import type { Collection } from "tamis/engine";
import { chosenLocale } from "../command/locale-option.ts";
import type { Scope } from "../command/command.ts";
import { note } from "../command/report.ts";
import type { ClockScope } from "../command/time-zone-option.ts";
import type { CellType, Row } from "tamis/files";
import { getOwn } from "../formats/own-members.ts";
import { requireAnswer } from "../query/answer.ts";
import { streamCollectionRows } from "../query/collection-rows.ts";
import { explainingCatalog } from "../query/explaining-catalog.ts";
import type { OpenTable } from "../query/query-collection.ts";
import { statementProgress, type StatementProgress } from "../query/statement-progress.ts";
import { MemberNames, type MemberRenamer } from "../rows/rename-members.ts";
import type { RowStream } from "../rows/row-stream.ts";
import { TypedMembers } from "../rows/typed-members.ts";
import { UnreadableValues } from "../rows/unreadable-values.ts";
import { retypedCatalog, typesByProperty, type Retyping } from "./retyping.ts";

export interface RetypedFile {
  /** As it is shown to users. */
  readonly name: string;
  /** False for a collection file. */
  readonly isDatabase: boolean;
}

/** A table or a collection file whose values are converted while they are read. */
export class RetypedTable {
  /** Catalog of the converted rows. Undefined: the rows determine their members. */
  readonly catalog: Catalog | undefined;
  readonly columns: readonly string[];
  readonly file: RetypedFile;
  readonly #table: OpenTable;
  readonly #types: ReadonlyMap<string, CellType>;
  readonly #retyping: Retyping;

  /** @throws UsageError for a type of a column that does not exist */
  constructor(table: OpenTable, retyping: Retyping, file: RetypedFile) {
    const { catalog } = table;
    this.#table = table;
    this.#retyping = retyping;
    this.file = file;
    this.#types = typesByProperty(retyping, catalog, file.name);
    this.catalog = retypedCatalog(catalog, this.#types);
    this.columns = [...catalog.members.byName.values()].map(({ property }) => property);
  }

  /** Returns the catalog to check a filter against, with the values that make its other members strings. */
  async explainingCatalog(
    filter: string,
    scope: ClockScope,
    signal: AbortSignal,
  ): Promise<Catalog | undefined> {
    const { catalog } = this;
    const { withEvidence } = this.#table;
    if (catalog === undefined || withEvidence === undefined) return catalog;
    const retyped = async (members: readonly string[], signal: AbortSignal) =>
      retypedCatalog(await withEvidence(members, signal), this.#types)!;
    return explainingCatalog({ catalog, withEvidence: retyped }, filter, scope, signal);
  }

  /**
   * Reads and converts all rows. After the last row, a note counts those with values that do not match their types.
   * @param rename whether members with invalid names are renamed. Only without a catalog: a catalog maps such names
   */
  async open(scope: Scope, rename: boolean): Promise<RowStream> {
    const progress = statementProgress(scope.io);
    const names = new MemberNames(this.catalog);
    const renamer = rename && this.catalog === undefined ? names.renamerForFile() : undefined;
    try {
      const options = { ...chosenLocale(scope), signal: scope.signal };
      const { rows } = requireAnswer(
        await (this.#table.collection as Collection<Row>).stream({}, options),
        "",
        scope,
      );
      const converted = this.#converted(scope, rows, progress, renamer);
      const catalog = this.catalog ?? this.#table.catalog;
      const stream = await streamCollectionRows(converted, catalog, this.columns, progress);
      return this.catalog === undefined ? { ...stream, names } : stream;
    } catch (error) {
      progress.end();
      throw error;
    }
  }

  async *#converted(
    scope: Scope,
    rows: AsyncIterable<Row>,
    progress: StatementProgress,
    renamer: MemberRenamer | undefined,
  ): AsyncGenerator<Row> {
    const { style, strict } = this.#retyping;
    const typed = new TypedMembers(this.#types, style);
    const { key } = this.catalog ?? {};
    const property = key === undefined ? undefined : this.catalog!.members.byName.get(key)?.property;
    const unreadable = new UnreadableValues(this.file.name, undefined, strict);
    if (property !== undefined)
      unreadable.nameOfRow = (row) => `${show(property)} ${show(String(getOwn(row, property)))}`;
    try {
      for await (const row of rows) {
        // A copy: the rows of a collection in memory must not change.
        const batch = [{ ...row }];
        const bad = typed.convert(batch);
        unreadable.inspect(batch, bad);
        yield (renamer?.rename(batch) ?? batch)[0]!;
      }
    } finally {
      progress.end();
      const text = unreadable.note();
      if (text !== undefined) note(scope, text);
    }
  }
}
