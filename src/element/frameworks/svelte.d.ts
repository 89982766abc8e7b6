/** `tamis/element`, with the types of `<tamis-filter>` in templates of Svelte 5. */
import type { HTMLAttributes } from "svelte/elements";
import type { FilterProperties, TamisFilterElement } from "../element.js";

export * from "../element.js";

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "tamis-filter": FilterProperties & Omit<HTMLAttributes<TamisFilterElement>, keyof FilterProperties>;
  }
}
