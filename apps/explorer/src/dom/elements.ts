type Child = Node | string | undefined | false;

type Attributes = Readonly<Record<string, string | boolean | number | undefined | ((event: never) => void)>>;

/**
 * Creates an element. Strings become text nodes, never markup. A function is a listener of the event with the name.
 *
 * @example el("button", { type: "button", click: () => … }, "Copy")
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as (event: Event) => void);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
}

/** Returns an element of the page. @throws Error if there is none */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element ${id}.`);
  return element;
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** @example plural(1, "row") // "1 row" */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** @example percent(1, 3) // "33 %" */
export function percent(part: number, total: number): string {
  const share = (part / total) * 100;
  return share > 0 && share < 1 ? "<1 %" : `${Math.round(share)} %`;
}

const CONTROLS = "button,select,input,textarea";

/** Changes the content of an element. The control at the position of the focused one has the focus afterwards. */
export function keepFocus(host: HTMLElement, change: () => void): void {
  const focused = document.activeElement;
  const at = focused === null ? -1 : [...host.querySelectorAll(CONTROLS)].indexOf(focused);
  const caret = focused instanceof HTMLInputElement ? focused.selectionStart : null;
  change();
  if (at < 0) return;
  const controls = host.querySelectorAll<HTMLElement>(CONTROLS);
  const control = controls[Math.min(at, controls.length - 1)] ?? host;
  control.focus();
  if (control instanceof HTMLInputElement && caret !== null) control.setSelectionRange(caret, caret);
}

export function quietButton(text: string, click: () => void, label?: string): HTMLButtonElement {
  return el("button", { type: "button", class: "quiet", click, "aria-label": label, title: label }, text);
}

/** Returns whether the text around an element runs from right to left, as on a page in Arabic. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}
