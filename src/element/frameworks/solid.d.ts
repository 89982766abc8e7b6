/** `tamis/element`, with the types of `<tamis-filter>` in JSX of Solid. */
import type { JSX as Solid } from "solid-js";
import type { FilterProperties, TamisFilterElement } from "../element.js";

export * from "../element.js";

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "tamis-filter": FilterProperties &
        Omit<Solid.HTMLAttributes<TamisFilterElement>, keyof FilterProperties>;
    }
  }
}
