import { defineCatalog, type Catalog, type Diagnostic } from "tamis";
import { odataBridge } from "tamis/bridges/odata";
import { rsqlBridge } from "tamis/bridges/rsql";
import { sqlBridge } from "tamis/bridges/sql";
import { createLanguageService, type LanguageService } from "tamis/editor";
import { foreignSyntax } from "tamis/editor/foreign-syntax";
import { describe, reviewFilter, simplify } from "tamis/understand";
import { clock } from "../answers/clock.ts";
import { EXAMPLES, findExample, type Trial } from "../contract/examples.ts";
import { fromHash, toHash, type LinkState } from "../contract/link.ts";
import type { DataSource, RowsShown, ShownRow } from "../contract/protocol.ts";
import { languagesPanel } from "../panels/languages-panel.ts";
import { linkPanel } from "../panels/link-panel.ts";
import type { Actions } from "../panels/panel.ts";
import { sqlPanel } from "../panels/sql-panel.ts";
import { treePanel } from "../panels/tree-panel.ts";
import { valuesPanel } from "../panels/values-panel.ts";
import { whyPanel } from "../panels/why-panel.ts";
import { wordsPanel } from "../panels/words-panel.ts";
import { addCondition } from "./add-condition.ts";
import { DataPicker } from "./data-picker.ts";
import { byId, el } from "../dom/elements.ts";
import { Editor } from "./editor.ts";
import { EngineClient } from "./engine-client.ts";
import { Latest } from "./latest.ts";
import { showMembers } from "./members.ts";
import { showProblems } from "./problem-list.ts";
import { ResultTable } from "./result-table.ts";
import { nextSort, sortOf } from "./sort-text.ts";
import { StatusLine } from "./status-line.ts";
import { Tabs } from "./tabs.ts";
import { themeButton } from "./theme.ts";

/** The page: what the user has chosen and written, and everything that shows it. */
export class Playground {
  readonly #engine = new EngineClient();
  readonly #queries = new Latest();
  readonly #picker: DataPicker;
  readonly #status: StatusLine;
  readonly #table: ResultTable;
  readonly #filter: Editor;
  readonly #sort: Editor;
  readonly #tabs: Tabs;
  #service: LanguageService = createLanguageService();
  #catalog: Catalog = defineCatalog({ name: "rows", members: { id: "integer" } });
  /** Name of the open example; undefined for a file. */
  #example: string | undefined;
  /** Rows that came with a link; undefined for other data. */
  #linkedRows: string | undefined;
  #show: RowsShown = "kept";
  #start = 0;
  #selected: number | undefined;
  #hasExcluded = false;
  /** Ignores the changes that the page itself makes while it opens data. */
  #isOpening = false;

  constructor() {
    this.#picker = new DataPicker(byId("examples"), byId("drop"), (source) => void this.open(source));
    this.#status = new StatusLine({
      onShow: (show) => this.#update({ show, start: 0 }),
      onPage: (start) => this.#update({ start }),
    });
    this.#table = new ResultTable(byId("table"), {
      onSort: (member) => (this.#sort.text = nextSort(this.#sort.text, member)),
      onRow: (row) => this.#select(row),
    });
    const shared = {
      service: this.#service,
      values: ({ member, prefix, part }: { member: string; prefix: string; part: string }) =>
        part === "key" ? [] : this.#engine.ask("complete", { member, prefix }),
      onChange: () => this.#changed(),
    };
    this.#filter = new Editor(byId("filter"), {
      ...shared,
      kind: "filter",
      label: "Filter",
      placeholder: "All rows. Type a condition, such as gt(member,10)",
    });
    this.#sort = new Editor(byId("sort"), {
      ...shared,
      kind: "sortBy",
      label: "Sort",
      placeholder: "In the order of the data",
    });
    const actions: Actions = {
      writeFilter: (text) => (this.#filter.text = text),
      addCondition: (condition) =>
        (this.#filter.text = addCondition(this.#filter.text, condition) ?? this.#filter.text),
      explainExcluded: () => this.#update({ show: "excluded", start: 0, selectFirst: true }),
      refresh: () => this.#showTab(),
    };
    this.#tabs = new Tabs(byId("panels"), this.#engine, [
      wordsPanel(actions),
      valuesPanel(actions),
      treePanel(),
      whyPanel(actions),
      sqlPanel(),
      linkPanel(),
      languagesPanel(),
    ]);
    byId("tools").append(
      el("button", { type: "button", class: "quiet", click: () => this.#filter.format() }, "Format"),
      themeButton(),
    );
  }

  async start(): Promise<void> {
    addEventListener("hashchange", () => void this.#openLink());
    await this.#openLink();
    this.#filter.focus();
  }

  /** Opens what the address says. The data of a link without an example stay those of the page. */
  async #openLink(): Promise<void> {
    const link = fromHash(location.hash);
    if (link?.rows !== undefined) return this.#openRows(link.rows, link);
    const example = findExample(link?.data)?.name ?? (this.#catalogIsOpen ? undefined : EXAMPLES[0]!.name);
    if (link !== undefined && example === this.#example) return this.#write(link);
    if (example !== undefined) await this.open({ example }, link);
    else if (link !== undefined) this.#write(link);
  }

  async #openRows(rows: string, link: LinkState): Promise<void> {
    if (rows === this.#linkedRows) return this.#write(link);
    await this.open({ file: new File([rows], "example.json") }, link, rows);
  }

  get #catalogIsOpen(): boolean {
    return this.#picker.isOpen;
  }

  /**
   * @param texts first filter and sort. Default: those of the example; empty for a file
   * @param linkedRows rows of the source, if a link contains them
   */
  async open(
    source: DataSource,
    texts?: { readonly filter: string; readonly sortBy: string },
    linkedRows?: string,
  ): Promise<void> {
    this.#picker.opening(source);
    try {
      const { definition, total, notes } = await this.#engine.ask("open", source);
      this.#catalog = defineCatalog(definition);
      this.#example = "example" in source ? source.example : undefined;
      this.#linkedRows = linkedRows;
      this.#picker.opened(source, total, notes);
    } catch (error) {
      this.#picker.failed(source, error instanceof Error ? error.message : String(error));
      return;
    }
    this.#service = createLanguageService({
      catalog: this.#catalog,
      functions: clock(),
      locale: "en",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      languages: [sqlBridge, odataBridge, rsqlBridge],
      foreignSyntax,
      understanding: { describe, simplify, reviewFilter },
    });
    const trials = findExample(this.#example)?.trials ?? [];
    this.#isOpening = true;
    this.#filter.service = this.#service;
    this.#sort.service = this.#service;
    const start = texts ?? trials[0];
    this.#filter.text = start?.filter ?? "";
    this.#sort.text = start?.sortBy ?? "";
    this.#isOpening = false;
    showMembers(byId("members"), this.#catalog, (member) => this.#filter.insert(member));
    this.#showTrials(trials);
    this.#show = "kept";
    this.#changed();
  }

  #showTrials(trials: readonly Trial[]): void {
    byId("trials").replaceChildren(
      ...trials.map((trial) =>
        el(
          "button",
          { type: "button", class: "chip", title: trial.filter, click: () => this.#write(trial) },
          trial.title,
        ),
      ),
    );
  }

  #write({ filter, sortBy }: { readonly filter: string; readonly sortBy: string }): void {
    this.#isOpening = true;
    this.#filter.text = filter;
    this.#sort.text = sortBy;
    this.#isOpening = false;
    this.#changed();
  }

  #changed(): void {
    if (this.#isOpening) return;
    const filter = this.#filter.text;
    const sortBy = this.#sort.text;
    const hash = toHash({ data: this.#example, rows: this.#linkedRows, filter, sortBy });
    if (location.hash !== hash) history.replaceState(null, "", hash);
    showProblems(
      byId("filter-problems"),
      filter,
      this.#problems(filter, "filter"),
      (fixed) => (this.#filter.text = fixed),
    );
    showProblems(
      byId("sort-problems"),
      sortBy,
      this.#problems(sortBy, "sortBy"),
      (fixed) => (this.#sort.text = fixed),
    );
    this.#selected = undefined;
    this.#update({ start: 0 });
  }

  #problems(text: string, kind: "filter" | "sortBy"): readonly Diagnostic[] {
    return text.trim() === "" ? [] : this.#service.open(text, { kind }).diagnostics();
  }

  #update({
    show = this.#show,
    start = this.#start,
    selectFirst = false,
  }: {
    readonly show?: RowsShown;
    readonly start?: number;
    readonly selectFirst?: boolean;
  }): void {
    this.#show = show;
    this.#start = start;
    const catalog = this.#catalog;
    const request = { filter: this.#filter.text, sortBy: this.#sort.text, show, start };
    this.#queries.run(async () => {
      const answer = await this.#engine.ask("rows", request);
      if (catalog !== this.#catalog) return;
      if (!answer.ok) {
        byId("table").classList.add("outdated");
        this.#status.showFailure(answer.reason === "failed" ? answer.message : undefined);
        return;
      }
      byId("table").classList.remove("outdated");
      this.#table.showColumns(catalog, findExample(this.#example)?.first ?? [], sortOf(request.sortBy));
      byId("table").classList.toggle("none", answer.value.rows.length === 0);
      this.#table.showRows(answer.value.rows, this.#selected);
      this.#status.show(answer.value, show);
      this.#hasExcluded = answer.value.kept < answer.value.total;
      const first = answer.value.rows[0];
      if (selectFirst && first !== undefined) this.#select(first);
      else this.#showTab();
    });
  }

  #showTab(): void {
    this.#tabs.show({
      texts: { filter: this.#filter.text, sortBy: this.#sort.text },
      catalog: this.#catalog,
      selected: this.#selected,
      hasExcluded: this.#hasExcluded,
    });
  }

  #select(row: ShownRow): void {
    this.#selected = row.index;
    this.#table.select(row.index);
    if (this.#tabs.active !== "tree") this.#tabs.choose("why");
    this.#showTab();
  }
}
