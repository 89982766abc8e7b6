/** `tamis/element`, with the types of `<tamis-filter>` in JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { FilterProperties, TamisFilterElement } from "../element.js";

export * from "../element.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "tamis-filter": FilterProperties &
        Omit<
          DetailedHTMLProps<HTMLAttributes<TamisFilterElement>, TamisFilterElement>,
          keyof FilterProperties
        >;
    }
  }
}
