import type { MemberValues } from "../contract/answers.ts";
import type { Language, ListedMember } from "../contract/language.ts";
import type { QueryTexts } from "../contract/protocol.ts";
import { el, keepFocus, percent } from "../dom/elements.ts";
import type { Source } from "../source/source.ts";
import { memberCard } from "./member-card.ts";

export interface MemberListOptions {
  /** Returns the filter as it is now. */
  readonly filter: () => string;
  /** Called with the filter after a choice. */
  readonly onFilter: (filter: string) => void;
}

interface Shown {
  readonly source: Source;
  readonly language: Language;
  readonly texts: QueryTexts;
}

interface Entry {
  readonly member: ListedMember;
  readonly item: HTMLLIElement;
  readonly button: HTMLButtonElement;
  readonly picture: HTMLElement;
  readonly card: HTMLElement;
  search: string;
  isOpen: boolean;
}

/** Types whose values are counted. */
const COUNTED: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "date",
  "dateTime",
  "time",
  "boolean",
]);
const CARD_VALUES = 12;
const PICTURE_VALUES = 16;
/** Milliseconds without a change after which the pictures follow the filter: they come after the table. */
const PAUSE = 250;

/** The members with their types, the share of nulls and a small picture of the values. Each opens its values. */
export class MemberList {
  readonly #host: HTMLElement;
  readonly #options: MemberListOptions;
  #entries: readonly Entry[] = [];
  readonly #visible = new Set<Element>();
  readonly #observer: IntersectionObserver;
  #shown: Shown | undefined;
  #reading = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, options: MemberListOptions) {
    this.#host = host;
    this.#options = options;
    this.#observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) this.#visible.add(target);
        else this.#visible.delete(target);
      this.#schedule();
    });
  }

  showMembers(members: readonly ListedMember[]): void {
    this.#observer.disconnect();
    this.#visible.clear();
    this.#entries = members.map((member) => this.#entry(member));
    this.#host.replaceChildren(...this.#entries.map(({ item }) => item));
    for (const { item } of this.#entries) this.#observer.observe(item);
  }

  /** Counts the values again, for another filter. */
  update(shown: Shown): void {
    this.#shown = shown;
    for (const { item } of this.#entries) item.classList.add("outdated");
    this.#schedule();
  }

  #entry(member: ListedMember): Entry {
    const picture = el("span", { class: "picture" });
    const card = el("div", { class: "member-card", hidden: true });
    const isCounted = COUNTED.has(member.valueType);
    const button = el(
      "button",
      {
        type: "button",
        class: "member",
        disabled: !isCounted,
        "aria-expanded": isCounted ? "false" : undefined,
        click: () => this.#toggle(entry),
      },
      el("bdi", { class: "name" }, member.name),
      el("span", { class: "type" }, member.type),
      picture,
    );
    const entry: Entry = {
      member,
      button,
      picture,
      card,
      item: el("li", { class: "outdated" }, button, card),
      search: "",
      isOpen: false,
    };
    return entry;
  }

  #toggle(entry: Entry): void {
    entry.isOpen = !entry.isOpen;
    entry.button.setAttribute("aria-expanded", String(entry.isOpen));
    entry.card.hidden = !entry.isOpen;
    entry.item.classList.add("outdated");
    this.#schedule(0);
  }

  #schedule(pause = PAUSE): void {
    // An answer that is on its way is about an older filter or search.
    this.#reading.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readAll(), pause);
  }

  /** Reads the values of members on the screen, one after the other, and open ones first. */
  async #readAll(): Promise<void> {
    const { signal } = (this.#reading = new AbortController());
    const shown = this.#shown;
    if (shown === undefined) return;
    const outdated = this.#entries.filter(
      ({ item, member, isOpen }) =>
        item.classList.contains("outdated") &&
        COUNTED.has(member.valueType) &&
        (isOpen || this.#visible.has(item)),
    );
    for (const entry of outdated.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))) {
      try {
        await this.#readEntry(entry, shown, signal);
      } catch {
        // The line above the table says why the server does not answer.
        if (!signal.aborted) entry.item.classList.remove("outdated");
      }
      if (signal.aborted) return;
    }
  }

  async #readEntry(entry: Entry, { source, language, texts }: Shown, signal: AbortSignal): Promise<void> {
    const { member, search } = entry;
    const split = language.splitFilter(texts.filter, member.name);
    if (split === undefined) return;
    const searched =
      search === "" ? [] : [`contains($primary,${member.name},${language.literalOf(search, "string")!})`];
    const unsplit = split.rest === "" ? [] : [split.rest];
    const answer = await source.ask(
      "values",
      {
        ...texts,
        filter: language.joinConditions([...unsplit, ...searched]),
        sortBy: "",
        member: member.name,
        type: member.valueType,
        limit: entry.isOpen ? CARD_VALUES : PICTURE_VALUES,
      },
      signal,
    );
    if (signal.aborted) return;
    // A range that is being dragged stays under the pointer.
    if (entry.card.matches(":active")) return this.#schedule();
    entry.item.classList.remove("outdated");
    if (!answer.ok) return;
    showPicture(entry, answer.value);
    if (!entry.isOpen) return;
    keepFocus(entry.card, () =>
      entry.card.replaceChildren(
        memberCard({
          member,
          search,
          language,
          values: answer.value,
          choice: split.choice,
          onChoice: (change) => {
            const now = this.#options.filter();
            const current = language.splitFilter(now, member.name);
            const changed = current && language.chooseMember(now, member.name, change(current.choice));
            if (changed !== undefined) this.#options.onFilter(changed);
          },
          onSearch: (text) => {
            entry.search = text;
            entry.item.classList.add("outdated");
            this.#schedule();
          },
        }),
      ),
    );
  }
}

/** Draws bars: the bins of numbers and dates, otherwise the most frequent values. */
function showPicture(
  { picture, button, member }: Entry,
  { bins, facets, nulls, distinct, rows }: MemberValues,
): void {
  const counts = (bins.length > 0 ? bins : facets).map(({ count }) => count);
  const maximum = Math.max(1, ...counts);
  const bars = counts.slice(0, 26).map((count) => {
    const bar = el("span", {});
    bar.style.setProperty("--share", String(count / maximum));
    return bar;
  });
  const share = nulls === 0 ? "" : `${percent(nulls, rows)} null`;
  picture.replaceChildren(el("span", { class: "bars" }, ...bars), el("span", { class: "nulls" }, share));
  button.title = `${member.name}: ${distinct ?? "many"} different values${share === "" ? "" : `, ${share}`}`;
}
