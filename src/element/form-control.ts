/** `HTMLElement`, or an empty class where there is no page, so that servers can import the module. */
const PageElement: typeof HTMLElement = typeof HTMLElement === "undefined" ? (Object as never) : HTMLElement;

/** An element that takes part in forms like an input of the browser. */
export abstract class FormControl extends PageElement {
  static readonly formAssociated = true;
  protected readonly internals: ElementInternals = this.attachInternals();
  #custom = "";

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get labels(): NodeList {
    return this.internals.labels;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** Sets a message that makes the element invalid. An empty string removes it. */
  setCustomValidity(message: string): void {
    this.#custom = message;
    this.updateValidity();
  }

  get name(): string {
    return this.getAttribute("name") ?? "";
  }

  set name(name: string) {
    this.setAttribute("name", name);
  }

  get label(): string {
    return this.getAttribute("label") ?? "";
  }

  set label(label: string) {
    this.setAttribute("label", label);
  }

  get placeholder(): string {
    return this.getAttribute("placeholder") ?? "";
  }

  set placeholder(placeholder: string) {
    this.setAttribute("placeholder", placeholder);
  }

  get required(): boolean {
    return this.hasAttribute("required");
  }

  set required(isRequired: boolean) {
    this.toggleAttribute("required", isRequired);
  }

  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute("disabled", isDisabled);
  }

  get readOnly(): boolean {
    return this.hasAttribute("readonly");
  }

  set readOnly(isReadOnly: boolean) {
    this.toggleAttribute("readonly", isReadOnly);
  }

  /** Filter that `value` has at first, and after a reset of the form. */
  get defaultValue(): string {
    return this.getAttribute("value") ?? "";
  }

  set defaultValue(value: string) {
    this.setAttribute("value", value);
  }

  /** Computes the validity again. */
  protected abstract updateValidity(): void;

  /** @param message why the value is invalid; `flag` says in which way */
  protected setValidityOf(
    flag: "valueMissing" | "badInput",
    message: string | undefined,
    anchor: HTMLElement | undefined,
  ): void {
    if (this.#custom !== "") this.internals.setValidity({ customError: true }, this.#custom, anchor);
    else if (message !== undefined) this.internals.setValidity({ [flag]: true }, message, anchor);
    else this.internals.setValidity({});
  }

  /** Submits the form as the Enter key in an input does. */
  protected submitForm(): void {
    const { form } = this;
    if (form === null) return;
    const buttons = [...form.elements].filter(
      (element): element is HTMLButtonElement | HTMLInputElement =>
        (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
        (element.type === "submit" || element.type === "image"),
    );
    const [button] = buttons;
    // A disabled submit button prevents the submission.
    if (button === undefined) form.requestSubmit();
    else if (!button.disabled) button.click();
  }

  /** Sets properties again that were set before the element was defined, so that their setters run. */
  protected upgradeProperties(names: readonly string[]): void {
    for (const name of names) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name) as unknown;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}
