import type { Answer } from "../contract/protocol.ts";
import type { AnyPanel, Shown } from "../panels/panel.ts";
import { el, keepFocus } from "../dom/elements.ts";
import type { Source } from "../source/source.ts";
import { Latest } from "./latest.ts";

/** Tabs as screen readers know them: arrows move between them, and Tab moves into the panel. */
export class Tabs {
  readonly #panels: readonly AnyPanel[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #content = el("div", { role: "tabpanel", id: "panel", tabindex: 0 });
  readonly #requests = new Latest();
  #active: AnyPanel;
  #shown: Shown | undefined;
  #source: Source | undefined;

  constructor(host: HTMLElement, panels: readonly AnyPanel[]) {
    this.#panels = panels;
    this.#active = panels[0]!;
    this.#buttons = panels.map((panel) =>
      el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${panel.id}`,
          "aria-controls": "panel",
          click: () => this.choose(panel.id),
        },
        panel.title,
      ),
    );
    const list = el("div", { role: "tablist", "aria-label": "About the expression" }, ...this.#buttons);
    list.addEventListener("keydown", (event) => this.#move(event));
    host.replaceChildren(list, this.#content);
    this.#mark();
  }

  get active(): string {
    return this.#active.id;
  }

  choose(id: string): void {
    this.#active = this.#panels.find((panel) => panel.id === id) ?? this.#active;
    this.#mark();
    if (this.#source !== undefined && this.#shown !== undefined) this.show(this.#source, this.#shown);
  }

  /** Asks the source for the content of the chosen tab. The previous content stays until the answer comes. */
  show(source: Source, shown: Shown): void {
    this.#shown = shown;
    this.#source = source;
    const panel = this.#active;
    this.#requests.run(async (signal) => {
      const content = await this.#contentOf(panel, source, shown, signal);
      if (panel !== this.#active || content === undefined) return;
      keepFocus(this.#content, () => this.#content.replaceChildren(...content));
      this.#content.dataset["panel"] = panel.id;
    });
  }

  async #contentOf(
    panel: AnyPanel,
    source: Source,
    shown: Shown,
    signal: AbortSignal,
  ): Promise<readonly Node[] | undefined> {
    const input = panel.ask(shown);
    if (Array.isArray(input)) return input as readonly Node[];
    const answer: Answer<unknown> = await source.ask(panel.kind, input as never, signal);
    if (answer.ok)
      return panel.show(answer.value, shown, (kind, request) => source.ask(kind, request, signal));
    return answer.reason === "invalid" ? undefined : [el("p", { class: "hint" }, answer.message)];
  }

  #mark(): void {
    for (const [i, button] of this.#buttons.entries()) {
      const isActive = this.#panels[i] === this.#active;
      button.setAttribute("aria-selected", String(isActive));
      button.tabIndex = isActive ? 0 : -1;
    }
    this.#content.setAttribute("aria-labelledby", `tab-${this.#active.id}`);
  }

  #move(event: KeyboardEvent): void {
    const at = this.#panels.indexOf(this.#active);
    const { length } = this.#panels;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % length,
      ArrowLeft: (at + length - 1) % length,
      Home: 0,
      End: length - 1,
    };
    if (!Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    const target = targets[event.key]!;
    this.choose(this.#panels[target]!.id);
    this.#buttons[target]!.focus();
  }
}
