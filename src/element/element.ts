import type { Expression } from "../ast/nodes.ts";
import type { CatalogProblem } from "../catalog/read-catalog.ts";
import type { Catalog, CatalogDefinition } from "../catalog/types.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LanguageServiceOptions, ValueProvider } from "../editor/contract/types.ts";
import { readCatalogInput, readCatalogJson } from "./catalog-input.ts";
import { FilterBox, type BoxHost, type BoxOptions } from "./filter-box.ts";
import { FilterReader, type DescribeCondition, type FilterCondition, type BoxKind } from "./filter-state.ts";
import { FormControl } from "./form-control.ts";
import { messagesFor, type FilterMessages } from "./messages.ts";
import { styleSheetOf } from "./styles.ts";

/** `detail` of the events `input` and `change`. */
export interface FilterEventDetail {
  readonly value: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The checked tree. Undefined for a filter with an error, and for an order. */
  readonly expression: Expression | undefined;
}

/** Options of the language service that the element does not set itself. */
export type FilterServiceOptions = Omit<LanguageServiceOptions, "catalog" | "locale">;

const PROPERTIES = ["catalog", "value", "describe", "values", "serviceOptions", "messages"];

/**
 * A box for a filter, as a custom element: completion, problems with their fixes, and the conditions as a list.
 *
 * @example
 * <tamis-filter name="filter" label="Filter of reports" catalog='{"name":"reports","members":{"size":"integer"}}'></tamis-filter>
 */
export class TamisFilterElement extends FormControl {
  static readonly observedAttributes = [
    "catalog",
    "value",
    "label",
    "placeholder",
    "required",
    "readonly",
    "locale",
    "kind",
  ];
  /** Describes conditions of all elements that have no function of their own. */
  static describe: DescribeCondition | undefined;

  readonly #box: FilterBox;
  #catalog: Catalog | undefined;
  #catalogProblems: readonly CatalogProblem[] = [];
  #describe: DescribeCondition | undefined;
  #values: ValueProvider | undefined;
  #serviceOptions: FilterServiceOptions = {};
  #ownMessages: Partial<FilterMessages> = {};
  #messages: FilterMessages = messagesFor("en");
  #isDisabled = false;
  /** Whether a person or a program has set the value. Otherwise it is the default value. */
  #isChanged = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const host: BoxHost = {
      label: () =>
        this.label || [...this.labels].map(({ textContent }) => textContent?.trim() ?? "").join(" "),
      reason: () => this.validationMessage,
      onText: () => {
        this.internals.setFormValue(this.value, this.value);
        this.updateValidity();
      },
      onEvent: (type) => this.#fire(type),
      onEnter: () => this.submitForm(),
    };
    this.#box = new FilterBox(root, host, this.#boxOptions("en"));
    // The editor's own events would reach the page without a detail.
    for (const type of ["input", "beforeinput", "change"])
      root.addEventListener(type, (event) => event.stopPropagation());
    this.addEventListener("focusin", () => this.#box.editor.refresh());
    this.addEventListener("focusout", () => this.#box.leave());
    this.addEventListener("invalid", () => this.#box.report());
    // A click on a label arrives as a click on the element itself.
    this.addEventListener("click", (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  connectedCallback(): void {
    const root = this.shadowRoot!;
    const sheet = styleSheetOf(this.ownerDocument);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    this.upgradeProperties(PROPERTIES);
    this.#box.connect();
    this.#configure();
  }

  disconnectedCallback(): void {
    this.#box.disconnect();
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === "value") {
      if (!this.#isChanged) this.#box.text = value ?? "";
    } else if (name === "catalog") {
      const { catalog, problems } = value === null ? readCatalogInput(null) : readCatalogJson(value);
      this.#setCatalog(catalog, problems);
    } else {
      this.#configure();
    }
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.#configure();
  }

  formResetCallback(): void {
    this.#isChanged = false;
    this.#box.text = this.defaultValue;
  }

  formStateRestoreCallback(state: unknown): void {
    if (typeof state === "string") this.value = state;
  }

  get type(): string {
    return "tamis-filter";
  }

  /** Whether the text is a filter or an order. With an order, the element shows no conditions, and `expression` is undefined. */
  get kind(): BoxKind {
    return this.getAttribute("kind") === "sortBy" ? "sortBy" : "filter";
  }

  set kind(kind: BoxKind) {
    this.setAttribute("kind", kind);
  }

  /** Text of the filter. Setting it fires no event. */
  get value(): string {
    return this.#box.text;
  }

  set value(value: string) {
    this.#isChanged = true;
    this.#box.text = value;
  }

  /** Catalog of the rows: one made by `defineCatalog`, or its definition. An invalid one is ignored: see `catalogProblems`. */
  get catalog(): Catalog | undefined {
    return this.#catalog;
  }

  set catalog(catalog: Catalog | CatalogDefinition | null | undefined) {
    const { catalog: parsedCatalog, problems } = readCatalogInput(catalog);
    this.#setCatalog(parsedCatalog, problems);
  }

  /** Problems of the last catalog. Empty if it is valid. */
  get catalogProblems(): readonly CatalogProblem[] {
    return this.#catalogProblems;
  }

  /** Describes a condition, such as `describe` of `tamis/understand`. Without it, conditions are shown as in the filter. */
  get describe(): DescribeCondition | undefined {
    return this.#describe;
  }

  set describe(describe: DescribeCondition | undefined) {
    this.#describe = describe;
    this.#configure();
  }

  /** Finds values of the data for completion. */
  get values(): ValueProvider | undefined {
    return this.#values;
  }

  set values(values: ValueProvider | undefined) {
    this.#values = values;
    this.#configure();
  }

  /** Functions, limits, languages and other options of the language service. Invalid ones throw a RangeError. */
  get serviceOptions(): FilterServiceOptions {
    return this.#serviceOptions;
  }

  set serviceOptions(options: FilterServiceOptions) {
    new FilterReader(options, undefined);
    this.#serviceOptions = options;
    this.#configure();
  }

  /** Texts of the element that replace those of its language. */
  get messages(): Partial<FilterMessages> {
    return this.#ownMessages;
  }

  set messages(messages: Partial<FilterMessages>) {
    this.#ownMessages = messages;
    this.#configure();
  }

  /** Language of the texts and of the conditions. Default: the `lang` of the element or of the page. */
  get locale(): string {
    return this.getAttribute("locale") ?? this.closest<HTMLElement>("[lang]")?.lang ?? "en";
  }

  set locale(locale: string) {
    this.setAttribute("locale", locale);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#box.state.diagnostics;
  }

  /** The checked tree. Undefined for a filter with an error, and for an order. */
  get expression(): Expression | undefined {
    return this.#box.state.expression;
  }

  /** The conditions at the top of the filter. */
  get conditions(): readonly FilterCondition[] {
    return this.#box.state.conditions;
  }

  override focus(): void {
    this.#box.editor.focus();
  }

  /** Replaces the text as one step of the history. Fires no event. */
  replaceValue(value: string): void {
    this.#isChanged = true;
    this.#box.replace(value);
  }

  /** Undoes the last step of the history: the last change by a person or `replaceValue`. Fires `input` and `change`. */
  undo(): void {
    this.#box.command("undo");
  }

  redo(): void {
    this.#box.command("redo");
  }

  /** Formats the text, unless it has syntax errors. Fires `input` and `change`. */
  format(): void {
    this.#box.command("format");
  }

  #setCatalog(catalog: Catalog | undefined, problems: readonly CatalogProblem[]): void {
    this.#catalog = catalog;
    this.#catalogProblems = problems;
    const [first] = problems;
    if (first !== undefined)
      console.warn(`<tamis-filter>: invalid catalog: ${first.pointer}: ${first.message}`);
    this.#configure();
  }

  #boxOptions(locale: string): BoxOptions {
    const options = { ...this.#serviceOptions, catalog: this.#catalog, locale };
    return {
      reader: new FilterReader(options, this.#describe ?? TamisFilterElement.describe, this.kind),
      messages: this.#messages,
      values: this.#values,
      placeholder: this.placeholder,
      isRequired: this.required,
      isDisabled: this.#isDisabled,
      isReadOnly: this.readOnly,
    };
  }

  /** Applies the options. An element outside of a page does so when it is connected. */
  #configure(): void {
    if (!this.isConnected) return;
    const locale = validLocale(this.locale);
    this.#messages = { ...messagesFor(locale, this.kind), ...this.#ownMessages };
    this.#box.configure(this.#boxOptions(locale));
  }

  #fire(type: "input" | "change"): void {
    if (type === "input") this.#isChanged = true;
    const { state } = this.#box;
    const detail: FilterEventDetail = {
      value: state.text,
      diagnostics: state.diagnostics,
      get expression() {
        return state.expression;
      },
    };
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: type === "input" }));
  }

  protected override updateValidity(): void {
    const { editor, state } = this.#box;
    const { isBlank, problem } = state;
    if (isBlank && this.required) this.setValidityOf("valueMissing", this.#messages.required, editor.content);
    else
      this.setValidityOf(
        "badInput",
        problem?.severity === "error" ? problem.message : undefined,
        editor.content,
      );
  }
}

function validLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en"; // not a language tag
  }
}
