import type { Catalog, CatalogDefinition } from "../catalog/types.ts";
import type { TamisFilterElement } from "./element.ts";

type Assignable = Pick<
  TamisFilterElement,
  | "value"
  | "kind"
  | "defaultValue"
  | "name"
  | "label"
  | "placeholder"
  | "locale"
  | "required"
  | "disabled"
  | "readOnly"
  | "describe"
  | "values"
  | "serviceOptions"
  | "messages"
>;

/** Properties of `<tamis-filter>` that templates of frameworks set. */
export type FilterProperties = { readonly [K in keyof Assignable]?: Assignable[K] | undefined } & {
  readonly catalog?: Catalog | CatalogDefinition | null | undefined;
};
