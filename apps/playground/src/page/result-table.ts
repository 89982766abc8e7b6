import type { Catalog } from "tamis";
import type { ShownRow } from "../contract/protocol.ts";
import { el } from "../dom/elements.ts";

export interface TableOptions {
  readonly onSort: (member: string) => void;
  readonly onRow: (row: ShownRow) => void;
}

export interface SortState {
  readonly member: string;
  readonly isDescending: boolean;
}

const NUMERIC: ReadonlySet<string> = new Set(["integer", "number"]);

/** The rows of a page. A key moves between rows: the arrows, Home and End. */
export class ResultTable {
  readonly #body = el("tbody");
  readonly #head = el("tr");
  readonly #options: TableOptions;
  #numeric: readonly boolean[] = [];
  #rows: readonly ShownRow[] = [];
  /** Positions of the members in the catalog, in the order of the columns. */
  #order: readonly number[] = [];

  constructor(host: HTMLElement, options: TableOptions) {
    this.#options = options;
    this.#body.addEventListener("click", (event) => this.#click(event));
    this.#body.addEventListener("keydown", (event) => this.#move(event));
    host.replaceChildren(el("table", {}, el("thead", {}, this.#head), this.#body));
  }

  /** @param first names of the members that come first */
  showColumns(catalog: Catalog, first: readonly string[], sort: SortState | undefined): void {
    const members = [...catalog.members.byName.entries()];
    const leading = first.map((name) => members.findIndex(([each]) => each === name)).filter((i) => i >= 0);
    this.#order = [...new Set([...leading, ...members.keys()])];
    this.#numeric = members.map(([, { type }]) => NUMERIC.has(type));
    const columns = this.#order.map((i) => {
      const [name, { type }] = members[i]!;
      const isSorted = sort?.member === name;
      const arrow = isSorted ? (sort.isDescending ? "↓" : "↑") : "";
      return el(
        "th",
        {
          scope: "col",
          class: this.#numeric[i] === true ? "number" : undefined,
          "aria-sort": isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined,
        },
        el(
          "button",
          {
            type: "button",
            class: "column",
            title: `${name}: ${type}. Sort by ${name}`,
            click: () => this.#options.onSort(name),
          },
          name,
          el("span", { class: "arrow", "aria-hidden": "true" }, arrow),
        ),
      );
    });
    this.#head.replaceChildren(el("th", { scope: "col", class: "position" }, "#"), ...columns);
  }

  showRows(rows: readonly ShownRow[], selected: number | undefined): void {
    this.#rows = rows;
    this.#body.replaceChildren(...rows.map((row, i) => this.#row(row, row.index === selected, i === 0)));
    this.#makeReachable();
  }

  select(index: number | undefined): void {
    for (const [i, element] of [...this.#body.rows].entries()) {
      const isSelected = this.#rows[i]!.index === index;
      element.classList.toggle("selected", isSelected);
      element.querySelector("button")!.setAttribute("aria-pressed", String(isSelected));
    }
    this.#makeReachable();
  }

  #row({ index, cells }: ShownRow, isSelected: boolean, isFirst: boolean): HTMLTableRowElement {
    const label = `Explain row ${index + 1}`;
    const button = el(
      "button",
      {
        type: "button",
        class: "position",
        "aria-pressed": String(isSelected),
        "aria-label": label,
        tabindex: isFirst ? 0 : -1,
      },
      String(index + 1),
    );
    return el(
      "tr",
      { class: isSelected ? "selected" : undefined },
      el("th", { scope: "row", class: "position" }, button),
      ...this.#order.map((i) => {
        const cell = cells[i] ?? null;
        return cell === null
          ? el("td", { class: "null" }, "–")
          : el(
              "td",
              {
                class: this.#numeric[i] === true ? "number" : undefined,
                title: cell.length > 40 ? cell : undefined,
              },
              cell,
            );
      }),
    );
  }

  /** One row is in the order of the Tab key: the selected one, or the first. */
  #makeReachable(): void {
    const buttons = [...this.#body.querySelectorAll("button")];
    const chosen = buttons.find((each) => each.getAttribute("aria-pressed") === "true") ?? buttons[0];
    for (const each of buttons) each.tabIndex = each === chosen ? 0 : -1;
  }

  #click({ target }: Event): void {
    const row = target instanceof Element ? target.closest("tr") : null;
    const found = row === null ? undefined : this.#rows[row.sectionRowIndex];
    if (found !== undefined && getSelection()?.isCollapsed !== false) this.#options.onRow(found);
  }

  #move(event: KeyboardEvent): void {
    const buttons = [...this.#body.querySelectorAll("button")];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    if (at < 0 || !Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    buttons[targets[event.key]!]?.focus();
  }
}
