import { TamisFilterElement } from "./element.ts";

/** Defines the element, unless the page has defined it already. Does nothing where there is no page. */
export function defineTamisFilter(): void {
  if (typeof customElements === "undefined") return;
  if (customElements.get("tamis-filter") === undefined)
    customElements.define("tamis-filter", TamisFilterElement);
}

declare global {
  interface HTMLElementTagNameMap {
    "tamis-filter": TamisFilterElement;
  }
}
