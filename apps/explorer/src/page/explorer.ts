import { findExample, type Trial } from "../contract/examples.ts";
import type { Language, ListedMember } from "../contract/language.ts";
import { NO_CHOICE, type MemberChoice } from "../contract/member-choice.ts";
import { addressOf, viewOf, type ViewState } from "../contract/link.ts";
import type { ExportRequest, Row, RowsShown, ShownRow } from "../contract/protocol.ts";
import { copyText } from "../dom/copy-button.ts";
import { byId, quietButton } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { openRowDialog } from "../editing/row-dialog.ts";
import { MemberList } from "../members/member-list.ts";
import { languagesPanel } from "../panels/languages-panel.ts";
import { linkPanel } from "../panels/link-panel.ts";
import type { Actions } from "../panels/panel.ts";
import { groupsPanel } from "../panels/groups-panel.ts";
import { rowPanel } from "../panels/row-panel.ts";
import { sqlPanel } from "../panels/sql-panel.ts";
import { treePanel } from "../panels/tree-panel.ts";
import { whyPanel } from "../panels/why-panel.ts";
import { wordsPanel } from "../panels/words-panel.ts";
import { loadLanguage } from "../source/scripts.ts";
import type { Source } from "../source/source.ts";
import { openColumnsDialog } from "../table/columns-dialog.ts";
import { csvOf, markdownOf } from "../table/copy-rows.ts";
import { Columns } from "../table/columns.ts";
import { DataGrid } from "../table/data-grid.ts";
import { PAGE_ROWS, RowWindow } from "../table/row-window.ts";
import { ExpressionEditors } from "./expression-editors.ts";
import { Latest } from "./latest.ts";
import { nextSort, sortMarks } from "./sort-text.ts";
import { StatusLine } from "./status-line.ts";
import { showTableActions } from "./table-actions.ts";
import { Tabs } from "./tabs.ts";
import { themeButton } from "./theme.ts";
import { showTrials } from "./trials.ts";

/** Milliseconds without typing after which a change is a step of the browser's history. */
const TYPING_PAUSE = 1_500;

/** The page: what the user has chosen and written, and everything that shows it. */
export class Explorer {
  /** Path of the collection of a server; undefined for rows of the tab. */
  readonly #path: string | undefined;
  readonly #queries = new Latest();
  readonly #status: StatusLine;
  readonly #grid: DataGrid;
  readonly #editors: ExpressionEditors;
  readonly #tabs: Tabs;
  readonly #members: MemberList;
  #source: Source | undefined;
  #columns = new Columns([]);
  #language: Language | undefined;
  #listed: readonly ListedMember[] | undefined;
  #groups = "";
  /** Name of a row to open with the first rows. */
  #rowToOpen = "";
  #window: RowWindow | undefined;
  /** The open data, if an address can name them. */
  #data: Pick<ViewState, "data" | "rows"> = { data: undefined, rows: undefined };
  #show: RowsShown = "kept";
  #selected: ShownRow | undefined;
  #hasExcluded = false;
  #lastChange = 0;

  constructor(path: string | undefined) {
    this.#path = path;
    this.#status = new StatusLine((show) => this.#update({ show }));
    this.#grid = new DataGrid(byId("table"), {
      onSort: (member, isFurther) => {
        const sortBy = nextSort(this.#editors.texts.sortBy, member, isFurther);
        this.#editors.write({ sortBy });
      },
      onRow: (row) => this.#select(row),
      onColumns: () => this.#columnsChanged(),
      onCopy: (text) => void copyText(text),
    });
    this.#editors = new ExpressionEditors({
      values: async ({ member, prefix, part }) =>
        part === "key" || this.#source === undefined ? [] : this.#source.ask("complete", { member, prefix }),
      onChange: (isTyped) => this.#changed(isTyped),
    });
    this.#members = new MemberList(byId("members"), {
      filter: () => this.#editors.texts.filter,
      onFilter: (filter) => this.#editors.write({ filter }),
    });
    const actions: Actions = {
      writeFilter: (filter) => this.#editors.write({ filter }),
      explainExcluded: () => {
        this.#tabs.choose("why");
        this.#update({ show: "excluded", selectFirst: true });
      },
    };
    this.#tabs = new Tabs(byId("panels"), [
      wordsPanel(actions),
      rowPanel({ buttonsOf: ({ row }) => this.#editButtons(row) }),
      treePanel(),
      whyPanel(actions),
      groupsPanel({
        filterGroup: (member, value) => this.#filterGroup(member, value),
        readGroups: () => this.#groups,
        writeGroups: (text) => {
          this.#groups = text;
          this.#saveAddress("chosen");
          this.#showTab();
        },
      }),
      sqlPanel(),
      linkPanel(path),
      languagesPanel(),
    ]);
    showTableActions(byId("actions"), {
      openColumns: () => openColumnsDialog(this.#columns, () => this.#columnsChanged()),
      copyCsv: () => csvOf(this.#grid.visibleRows, this.#columns.shown),
      copyMarkdown: () => markdownOf(this.#grid.visibleRows, this.#columns.shown),
      exportRows: (format) => this.#export(format),
    });
    byId("tools").append(
      quietButton("↶", () => this.#editors.undo(), "Undo"),
      quietButton("↷", () => this.#editors.redo(), "Redo"),
      quietButton("Format", () => this.#editors.format()),
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
    this.#listed = undefined;
    this.#groups = view?.groups ?? "";
    this.#rowToOpen = view?.row ?? "";
    this.#show = "kept";
    this.#selected = undefined;
    this.#columns = new Columns(source.columns, example?.first);
    if (view?.columns) this.#columns.text = view.columns;
    this.#editors.forgetCatalog();
    this.#editors.reset(view ?? { filter: "", sortBy: "" });
    showTrials(byId("trials"), trials, (trial) => this.#editors.write(trial));
    this.#update({});
    void this.#loadCatalog(source);
  }

  /** The language loads while the rows are on their way. */
  async #loadCatalog(source: Source): Promise<void> {
    try {
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
    this.#columns.text = view?.columns ?? "";
    this.#groups = view?.groups ?? "";
    this.#rowToOpen = view?.row ?? "";
    this.#selected = undefined;
    this.#editors.reset(view ?? { filter: "", sortBy: "" });
    this.#update({});
    return true;
  }

  #changed(isTyped: boolean): void {
    this.#selected = undefined;
    this.#saveAddress(isTyped ? "typed" : "chosen");
    this.#update({});
  }

  #columnsChanged(): void {
    this.#saveAddress("chosen");
    this.#grid.showColumns(this.#columns, sortMarks(this.#editors.texts.sortBy));
  }

  /** Writes the address of the view. Neither each key nor each selected row is a step of the history. */
  #saveAddress(change: "typed" | "chosen" | "selected"): void {
    const address = addressOf(
      {
        ...this.#data,
        ...this.#editors.texts,
        columns: this.#columns.text,
        groups: this.#groups,
        row: this.#selected?.name ?? "",
      },
      this.#path,
    );
    const now = performance.now();
    const isTyped = change === "typed";
    const isSameStep = change === "selected" || (isTyped && now - this.#lastChange < TYPING_PAUSE);
    this.#lastChange = isTyped ? now : 0;
    if (`${location.pathname}${location.search}${location.hash}`.endsWith(address)) return;
    if (isSameStep) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  #update({ show = this.#show, selectFirst = false }: { show?: RowsShown; selectFirst?: boolean }): void {
    const source = this.#source;
    if (source === undefined) return;
    this.#show = show;
    const texts = this.#editors.texts;
    this.#queries.run(async (signal) => {
      if (this.#editors.hasErrors) return this.#showOutdated(undefined);
      const request = { ...texts, show, limit: PAGE_ROWS };
      const answer = await source.ask("rows", { ...request, start: 0, count: true }, signal);
      if (source !== this.#source || signal.aborted) return;
      if (!answer.ok) return this.#showOutdated(answer.reason === "failed" ? answer.message : undefined);
      byId("table").classList.remove("outdated");
      byId("edits").replaceChildren(...this.#editButtons(undefined));
      const { kept = 0, rows, milliseconds } = answer.value;
      this.#hasExcluded = source.hasExcluded && kept < (source.total ?? kept);
      const showCounts = () => {
        const counts = { kept, total: source.total, milliseconds };
        this.#status.show(counts, source.hasExcluded ? show : undefined);
      };
      source.onTotal = showCounts;
      showCounts();
      const size = show === "kept" ? kept : (source.total ?? kept) - kept;
      this.#window = new RowWindow(
        size,
        rows,
        async (start, pageSignal) => {
          const page = await source.ask("rows", { ...request, start, count: false }, pageSignal);
          if (page.ok) return page.value.rows;
          if (page.reason === "failed") this.#status.showFailure(page.message);
          throw new Error("The page cannot be read.");
        },
        () => this.#grid.refresh(),
      );
      this.#columns.measure(rows);
      byId("table").classList.toggle("none", size === 0);
      this.#grid.showRows(this.#window);
      this.#grid.showColumns(this.#columns, sortMarks(texts.sortBy));
      const wanted = this.#rowToOpen;
      this.#rowToOpen = "";
      const named =
        wanted === ""
          ? undefined
          : (rows.find(({ name }) => name === wanted) ?? (await source.find?.(wanted)));
      const first = selectFirst ? rows[0] : named;
      if (first !== undefined) this.#select(first);
      this.#showAnswers(texts);
    });
  }

  /** Returns a button that opens the form of a row; none if rows cannot be changed. */
  #editButtons(row: Row | undefined): readonly HTMLElement[] {
    const { editing, columns } = this.#source ?? {};
    if (editing === undefined || columns === undefined) return [];
    const open = () => void openRowDialog({ editing, columns, row, onChange: () => this.#update({}) });
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

  async #export(format: ExportRequest["format"]) {
    const source = this.#source;
    if (source === undefined) return undefined;
    const columns = this.#columns.shown.map(({ name }) => name);
    const answer = await source.ask("export", { ...this.#editors.texts, format, columns });
    if (answer.ok) return { name: `${source.title}.${format}`, blob: answer.value };
    if (answer.reason === "failed") this.#status.showFailure(answer.message);
    return undefined;
  }

  #showOutdated(message: string | undefined): void {
    byId("table").classList.add("outdated");
    this.#status.showFailure(message);
  }

  /** Shows what follows the rows: the pictures of the members, and the tab. */
  #showAnswers(texts = this.#editors.texts): void {
    if (this.#source === undefined || this.#language === undefined) return;
    this.#members.update({ source: this.#source, language: this.#language, filter: texts.filter });
    this.#showTab(texts);
  }

  #showTab(texts = this.#editors.texts): void {
    if (this.#source === undefined || this.#listed === undefined) return;
    this.#tabs.show(this.#source, {
      texts,
      columns: this.#source.columns,
      members: this.#listed,
      selected: this.#selected,
      hasExcluded: this.#hasExcluded,
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
