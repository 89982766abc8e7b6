/** `tamis/element`, with the types of `<tamis-filter>` in templates of Vue 3. */
import type { HTMLAttributes, ReservedProps } from "vue";
import type { FilterProperties, TamisFilterElement } from "../element.js";

export * from "../element.js";

declare module "vue" {
  interface GlobalComponents {
    "tamis-filter": new () => TamisFilterElement & {
      $props: FilterProperties & ReservedProps & Omit<HTMLAttributes, keyof FilterProperties>;
    };
  }
}
