/** A box for a filter, as the custom element `<tamis-filter>`. Importing the module defines the element. */
import { defineTamisFilter } from "./define.ts";

export { defineTamisFilter };
export { TamisFilterElement, type FilterEventDetail, type FilterServiceOptions } from "./element.ts";
export type { DescribeCondition, FilterCondition } from "./filter-state.ts";
export type { FilterMessages } from "./messages.ts";
export type { FilterProperties } from "./properties.ts";

defineTamisFilter();
