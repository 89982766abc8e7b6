/** `tamis/element`, with the types of `<tamis-filter>` in JSX of Preact. */
import type { ClassAttributes, HTMLAttributes } from "preact";
import type { FilterProperties, TamisFilterElement } from "../element.js";

export * from "../element.js";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "tamis-filter": FilterProperties &
        ClassAttributes<TamisFilterElement> &
        Omit<HTMLAttributes<TamisFilterElement>, keyof FilterProperties>;
    }
  }
}
