import { findExample, type Trial } from "../contract/examples.ts";
import type { Language, ListedMember } from "../contract/language.ts";
import { NO_CHOICE, type MemberChoice } from "../contract/member-choice.ts";
import { NO_VIEW, viewOf, type ViewState } from "../contract/link.ts";
import type { ExportRequest, QueryTexts, Row, RowsRequest, ShownRow } from "../contract/protocol.ts";
import { copyText } from "../dom/copy-button.ts";
import { byId, quietButton } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { openRowDialog } from "../editing/row-dialog.ts";
import { MemberList } from "../members/member-list.ts";
import { allPanels } from "../panels/all-panels.ts";
import { loadLanguage } from "../source/scripts.ts";
import type { Source } from "../source/source.ts";
import { openColumnsDialog } from "../table/columns-dialog.ts";
import { csvOf, markdownOf } from "../table/copy-rows.ts";
import { Columns } from "../table/columns.ts";
import { DataGrid } from "../table/data-grid.ts";
import { firstRequest, RowWindow } from "../table/row-window.ts";
import { AddressHistory } from "../views/address-history.ts";
import { ChangeNote } from "./change-note.ts";
import { ExpressionEditors } from "../expressions/expression-editors.ts";
import { Latest } from "./latest.ts";
import { OrderMenus } from "../expressions/order-menus.ts";
import { nextSort, sortMarks } from "../expressions/sort-text.ts";
import { excludedBy, StatusLine, type RowsShown } from "./status-line.ts";
import { showTableActions } from "./table-actions.ts";
import { Tabs } from "./tabs.ts";
import { themeButton } from "./theme.ts";
import { showTrials } from "../expressions/trials.ts";

const INVALID = Promise.resolve({ ok: false, reason: "invalid" } as const);

/** The page: what the user has chosen and written, and everything that shows it. */
export class Explorer {
  readonly #address: AddressHistory;
  readonly #changes: ChangeNote;
  readonly #order: OrderMenus;
  readonly #queries = new Latest();
  readonly #status: StatusLine;
  readonly #grid: DataGrid;
  readonly #editors: ExpressionEditors;
  readonly #tabs: Tabs;
  readonly #members: MemberList;
  #source: Source | undefined;
  #isDescribed = false;
  #columns = new Columns([]);
  #language: Language | undefined;
  #listed: readonly ListedMember[] | undefined;
  #groups = "";
  #locale = "";
  /** Name of a row to open with the first rows. */
  #rowToOpen = "";
  /** The open data, if an address can name them. */
  #data: Pick<ViewState, "data" | "rows"> = { data: undefined, rows: undefined };
  #show: RowsShown = "kept";
  #selected: ShownRow | undefined;

  /** @param path path of the collection of a server; undefined for rows of the tab */
  constructor(path: string | undefined) {
    this.#address = new AddressHistory(path);
    this.#changes = new ChangeNote(byId("changes"), () => this.#update({}));
    this.#order = new OrderMenus(byId("order"), {
      onSort: (sortBy) => this.#editors.write({ sortBy }),
      onLocale: (locale) => {
        this.#locale = locale;
        this.#changed("chosen");
      },
    });
    this.#status = new StatusLine((show) => this.#update({ show }));
    this.#grid = new DataGrid(byId("table"), {
      onSort: (member, isFurther) =>
        this.#editors.write({ sortBy: nextSort(this.#editors.texts.sortBy, member, isFurther) }),
      onRow: (row) => this.#select(row),
      onColumns: () => this.#columnsChanged(),
      onCopy: (text) => void copyText(text),
    });
    this.#editors = new ExpressionEditors(
      async ({ member, prefix, part }, { signal }) =>
        part === "key" ? [] : (this.#source?.ask("complete", { member, prefix }, signal) ?? []),
      (isTyped) => this.#changed(isTyped ? "typed" : "chosen"),
    );
    this.#members = new MemberList(byId("members"), {
      filter: () => this.#editors.texts.filter,
      onFilter: (filter) => this.#editors.write({ filter }),
    });
    const panels = allPanels(path, {
      writeFilter: (filter) => this.#editors.write({ filter }),
      explainExcluded: () => {
        this.#tabs.choose("why");
        this.#update({ show: "excluded", selectFirst: true });
      },
      buttonsOf: ({ row }) => this.#editButtons(row),
      filterGroup: (member, value) => this.#filterGroup(member, value),
      readGroups: () => this.#groups,
      writeGroups: (text) => {
        this.#groups = text;
        this.#saveAddress("chosen");
        this.#showTab();
      },
    });
    this.#tabs = new Tabs(byId("panels"), panels);
    showTableActions(byId("actions"), {
      openColumns: () => openColumnsDialog(this.#columns, () => this.#columnsChanged()),
      copyCsv: () => csvOf(this.#grid.visibleRows, this.#columns.shown),
      copyMarkdown: () => markdownOf(this.#grid.visibleRows, this.#columns.shown),
      exportRows: (format) => this.#export(format),
      nameOf: (format) => `${this.#source?.title ?? "rows"}.${format}`,
    });
    byId("tools").append(
      ...this.#editors.buttons(),
      quietButton("Views", () => this.#address.openViews(this.#view)),
      themeButton(),
    );
  }

  focus(): void {
    this.#editors.focus();
  }

  /** Shows the rows of a source, with the texts and columns of a view. */
  open(source: Source, view: ViewState | undefined, trials: readonly Trial[] = []): void {
    const example = findExample(view?.data);
    this.#source = source;
    this.#data = { data: example?.name, rows: view?.rows };
    this.#isDescribed = false;
    this.#listed = undefined;
    this.#show = "kept";
    this.#columns = new Columns(source.columns, example?.first);
    this.#editors.forgetCatalog();
    showTrials(byId("trials"), trials, (trial) => this.#editors.write(trial));
    this.#showView(view ?? NO_VIEW);
    void this.#changes.follow(source);
  }

  /** The language and the filter box load after the first rows have been drawn, because it takes longer than they do. */
  async #loadCatalog(source: Source): Promise<void> {
    if (source !== this.#source || this.#isDescribed) return;
    this.#isDescribed = true;
    try {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const language = await loadLanguage();
      if (source !== this.#source) return;
      this.#language = language;
      const catalog = source.readCatalog(language);
      this.#listed = language.listMembers(catalog);
      this.#editors.use(language, catalog, source.hasClock);
      this.#members.showMembers(this.#listed);
      if (this.#editors.hasErrors) this.#update({});
      else this.#showAnswers();
    } catch (error) {
      this.#status.showFailure(messageOf(error));
    }
  }

  /** Shows the view of an address, as after a step back. Returns false if it is one of other data. */
  restore(): boolean {
    const view = viewOf(location);
    const isOther = view?.rows !== this.#data.rows || (view?.data ?? this.#data.data) !== this.#data.data;
    if (this.#source === undefined || isOther) return false;
    this.#showView(view ?? NO_VIEW);
    return true;
  }

  #showView(view: ViewState): void {
    this.#columns.text = view.columns;
    this.#groups = view.groups;
    this.#locale = view.locale;
    this.#rowToOpen = view.row;
    this.#selected = undefined;
    this.#editors.reset(view);
    this.#update({});
  }

  #changed(change: "typed" | "chosen"): void {
    this.#selected = undefined;
    this.#saveAddress(change);
    this.#update({});
  }

  #columnsChanged(): void {
    this.#saveAddress("chosen");
    this.#showOrder();
  }

  get #texts(): QueryTexts {
    return { ...this.#editors.texts, locale: this.#locale };
  }

  get #view(): ViewState {
    const row = this.#selected?.name ?? "";
    return { ...this.#data, ...this.#texts, columns: this.#columns.text, groups: this.#groups, row };
  }

  #saveAddress(change: "typed" | "chosen" | "selected"): void {
    this.#address.save(this.#view, change);
  }

  #update({ show = this.#show, selectFirst = false }: { show?: RowsShown; selectFirst?: boolean }): void {
    const source = this.#source;
    if (source === undefined) return;
    const texts = this.#texts;
    const hasFilter = texts.filter.trim() !== "";
    this.#show = hasFilter ? show : "kept";
    const isKept = this.#show === "kept";
    this.#queries.run(async (signal) => {
      const filter = isKept ? texts.filter : excludedBy(texts.filter);
      const request = firstRequest({ ...texts, filter });
      const pending = this.#editors.hasErrors ? INVALID : source.ask("rows", request, signal);
      const answer = await pending.finally(() => void this.#loadCatalog(source));
      if (source !== this.#source || signal.aborted) return;
      if (!answer.ok) return this.#showOutdated(answer.reason === "failed" ? answer.message : undefined);
      byId("table").classList.remove("outdated");
      byId("edits").replaceChildren(...this.#editButtons(undefined));
      const { count: size = 0, rows, milliseconds } = answer.value;
      const showCounts = () => {
        const { total } = source;
        const matching = isKept ? size : total === undefined ? undefined : total - size;
        this.#status.show({ kept: matching, total, milliseconds }, hasFilter ? this.#show : undefined);
      };
      source.onTotal = showCounts;
      showCounts();
      this.#grid.showRows(
        new RowWindow(
          size,
          rows,
          (start, pageSignal) => this.#readPage(source, { ...request, start, count: false }, pageSignal),
          () => this.#grid.refresh(),
        ),
      );
      this.#columns.measure(rows);
      byId("table").classList.toggle("none", size === 0);
      this.#showOrder();
      const first = selectFirst ? rows[0] : await this.#wantedRow(source, rows);
      if (first !== undefined) this.#select(first);
      this.#showAnswers();
    });
  }

  async #readPage(source: Source, request: RowsRequest, signal: AbortSignal): Promise<readonly ShownRow[]> {
    const page = await source.ask("rows", request, signal);
    if (page.ok) return page.value.rows;
    if (page.reason === "failed") this.#status.showFailure(page.message);
    throw new Error("The page cannot be read.");
  }

  /** Returns the row that the address names, once. */
  async #wantedRow(source: Source, rows: readonly ShownRow[]): Promise<ShownRow | undefined> {
    const rowName = this.#rowToOpen;
    this.#rowToOpen = "";
    if (rowName === "") return undefined;
    return rows.find(({ name }) => name === rowName) ?? (await source.find?.(rowName));
  }

  #showOrder(): void {
    const { sortBy } = this.#editors.texts;
    this.#grid.showColumns(this.#columns, sortMarks(sortBy));
    this.#order.show(sortBy, this.#locale);
  }

  /** Returns a button that opens the form of a row; none if rows cannot be changed. */
  #editButtons(row: Row | undefined): readonly HTMLElement[] {
    const source = this.#source;
    if (source?.editing === undefined) return [];
    const { editing, columns } = source;
    const onChange = () => {
      void this.#changes.follow(source);
      this.#update({});
    };
    const open = () => void openRowDialog({ editing, columns, row, onChange });
    return [quietButton(row === undefined ? "New row" : "Edit", open)];
  }

  /** Keeps the rows of a group. */
  #filterGroup({ name, valueType }: ListedMember, value: unknown): void {
    const literal = this.#language?.literalOf(value, valueType);
    const choice: MemberChoice =
      literal === undefined ? { ...NO_CHOICE, nulls: "only" } : { ...NO_CHOICE, keep: [literal] };
    const filter = this.#language?.chooseMember(this.#editors.texts.filter, name, choice);
    if (filter !== undefined) this.#editors.write({ filter });
  }

  async #export(format: ExportRequest["format"]): Promise<Response | undefined> {
    const columns = this.#columns.shown.map(({ name }) => name);
    const answer = await this.#source?.save({ ...this.#texts, format, columns });
    if (answer?.ok === true) return answer.value;
    if (answer?.reason === "failed") this.#status.showFailure(answer.message);
    return undefined;
  }

  #showOutdated(message: string | undefined): void {
    byId("table").classList.add("outdated");
    this.#status.showFailure(message);
  }

  /** Shows what follows the rows: the pictures of the members, and the tab. */
  #showAnswers(): void {
    if (this.#source === undefined || this.#language === undefined) return;
    this.#members.update({ source: this.#source, language: this.#language, texts: this.#texts });
    this.#showTab();
  }

  #showTab(): void {
    if (this.#source === undefined || this.#listed === undefined) return;
    this.#tabs.show(this.#source, {
      texts: this.#texts,
      columns: this.#source.columns,
      members: this.#listed,
      selected: this.#selected,
    });
  }

  #select(row: ShownRow): void {
    this.#selected = row;
    this.#grid.select(row.name);
    this.#saveAddress("selected");
    if (this.#tabs.active !== "tree" && this.#tabs.active !== "why") this.#tabs.choose("row");
    this.#showTab();
  }
}
